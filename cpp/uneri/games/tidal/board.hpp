// A board as data (text, section 2): the built-in one, reading others, and showing them.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "uneri/base/plain_data.hpp"
#include "uneri/base/result.hpp"
#include "uneri/games/tidal/cards.hpp"

namespace uneri::tidal {

// What a dock asks of a card; from kColour on a colour: kColour + suit.
enum When : std::uint8_t { kEven, kOdd, kAny, kColour };

struct Dock {
    std::uint8_t when = kAny;
    std::uint8_t fruit = 0;
    std::uint8_t extra_banner = 0;
    bool operator==(const Dock&) const = default;
};

struct Quadrant {
    std::array<std::uint8_t, kSuits> order{};  // suits, highest first
    std::array<Dock, kDocks> docks{};
    bool operator==(const Quadrant&) const = default;
};

// What depends on the number of seats.
struct Seating {
    int hand = 0;
    int fruit_pool = 0;
    bool zeros = false;
    bool neutral = false;
    bool operator==(const Seating&) const = default;
};

constexpr Quadrant default_quadrant(int own) noexcept {
    Quadrant quadrant;
    for (int place = 0; place < kSuits; ++place) {
        quadrant.order[static_cast<std::size_t>(place)] = static_cast<std::uint8_t>((own + place) % kSuits);
    }
    quadrant.docks = {{{kEven, 1, 0},
                       {kOdd, 1, 0},
                       {static_cast<std::uint8_t>(kColour + quadrant.order[1]), 0, 1},
                       {static_cast<std::uint8_t>(kColour + quadrant.order[2]), 2, 0}}};
    return quadrant;
}

inline constexpr std::array<std::uint8_t, kCharacters> kDefaultStunts = {5, 2, 7, 4, 1, 6, 3};

// A new Board is the built-in one.
struct Board {
    std::string name = "default";
    int rounds = 3;
    int banners = 14;  // of a seat
    std::array<int, 3> majority = {6, 3, 1};
    int kept_card_profit = 5;
    int spaces = 8;
    int boat_start = 1;
    int gate_start = 4;
    int lap_exit = 8;
    std::array<std::uint8_t, kMaxSpaces> ring = {0, 0, 1, 1, 2, 2, 3, 3};  // quadrant of space i + 1
    std::array<std::array<std::uint8_t, 2>, kRegions> regions = {{{0, 1}, {2, 3}}};
    std::array<Quadrant, kSuits> quadrants = {default_quadrant(0), default_quadrant(1), default_quadrant(2),
                                              default_quadrant(3)};
    std::array<std::uint8_t, kCharacters> values = {1, 3, 6, 10, 15, 21, 28};
    std::array<std::array<std::uint8_t, kCharacters>, kMaxSeats> stunts = {
        kDefaultStunts, kDefaultStunts, kDefaultStunts, kDefaultStunts, kDefaultStunts};
    int stunt_fruit = 1;
    int deck_done_fruit = 3;
    std::array<Seating, kMaxSeats - 1> seatings = {
        {{8, 7, false, true}, {8, 9, false, true}, {8, 11, false, false}, {7, 13, true, false}}};

    bool operator==(const Board&) const = default;
    const Seating& seating(int players) const noexcept { return seatings[static_cast<std::size_t>(players - 2)]; }
};

// Errors read `tidal: board: 'track.spaces' is 4; allowed: 5 to 16`, here without the name of the game.
Result<Board> read_board(const PlainData& data);
PlainData board_value(const Board& board);

}  // namespace uneri::tidal
