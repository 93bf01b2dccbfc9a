// A board as data (rules, section 2): the built-in one, and reading and showing others.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "uneri/base/plain_data.hpp"
#include "uneri/base/result.hpp"
#include "uneri/games/tidal/cards.hpp"

namespace uneri::tidal {

// The condition of a dock on the card, as a set of bits. A card fits if any of them holds: bits from kColour on are for
// colours, bits from kNumber on for numbers.
enum When : std::uint8_t { kEven, kOdd, kAny, kColour, kNumber = kColour + kSuits, kWhens = kNumber + kNumbers };
using WhenSet = std::uint32_t;
constexpr WhenSet only(int when) noexcept { return WhenSet{1} << when; }

struct Dock {
    std::uint8_t fruit = 0;
    std::uint8_t extra_banner = 0;
    std::uint8_t sail = 0;
    std::uint8_t profit = 0;
    WhenSet when = only(kAny);
    bool operator==(const Dock&) const = default;
};

struct Quadrant {
    std::array<std::uint8_t, kSuits> order{};  // suits, highest first
    std::array<Dock, kDocks> docks{};
    bool operator==(const Quadrant&) const = default;
};

inline constexpr int kEvenAndOdd = -1;

// Settings that depend on the number of seats.
struct Seating {
    int hand = 0;
    int fruit_pool = 0;
    bool zeros = false;
    int neutral = 0;  // docks with neutral banners, bit 4 * quadrant + dock; kEvenAndOdd for those of 3.2
    std::optional<std::array<int, 3>> majority;  // if not the board's
    bool operator==(const Seating&) const = default;
};

struct Board {
    PlainData name;
    int rounds = 0;
    int banners = 0;  // per seat
    std::array<int, 3> majority{};
    int kept_card_profit = 0;
    int spaces = 0;
    int boat_start = 0;
    int gate_start = 0;
    int lap_exit = 0;
    std::array<std::uint8_t, kMaxSpaces> ring{};  // quadrant of space i + 1
    std::array<std::array<std::uint8_t, 2>, kRegions> regions{};
    std::array<Quadrant, kSuits> quadrants{};
    std::array<std::uint8_t, kCharacters> values{};
    std::array<std::array<std::uint8_t, kCharacters>, kMaxSeats> stunts{};  // 0: none
    int stunt_fruit = 0;
    int deck_done_fruit = 0;
    std::array<Seating, kMaxSeats - 1> seatings{};

    bool operator==(const Board&) const = default;
    const Seating& seating(int players) const noexcept { return seatings[at(players - 2)]; }
};

const Board& default_board();  // python/uneri/data/tidal_board.json

// Errors read `tidal: board: 'track.spaces' is 4; allowed: 5 to 16`; here without the name of the game.
Result<Board> read_board(const PlainData& data);
PlainData board_value(const Board& board);

}  // namespace uneri::tidal
