// The options of Tidal Blades: Banner Festival (text, section 0), checked, with tables worked out from the board.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "uneri/base/plain_data.hpp"
#include "uneri/base/result.hpp"
#include "uneri/games/tidal/board.hpp"

namespace uneri::tidal {

inline constexpr std::string_view kName = "tidal";
inline constexpr std::string_view kDefaultBoard = "default";
inline constexpr int kMaxRounds = 3;
inline constexpr std::array<std::string_view, 3> kUtilityNames = {"score", "margin", "win"};

// Another deck than the board's (2.4): its cards and how many of them a seat is dealt.
struct Pack {
    std::string name = "full";  // "full": the board's; empty if the cards were given
    int deal = 0;
    CardSet cards = 0;
};
inline constexpr std::array<std::string_view, 2> kPackNames = {"full", "small"};
inline constexpr int kMaxDeal = 18;  // two hands of the 36 cards that are no 9

struct Options {
    int players = 4;
    int rounds = 3;
    int utility = 0;  // index into kUtilityNames
    Board board;

    // From the above, by derive().
    int hand = 0;  // H, also the bouts of a round
    int fruit_pool = 0;
    bool neutral = false;
    CardSet deck = 0;                                                 // before any 9 is kept
    std::array<std::uint8_t, kSuits> region_of{};                     // of a quadrant
    std::array<std::array<std::uint8_t, kCards>, kSuits> strength{};  // [quadrant][card], 0..39 (6.1)
    std::array<std::array<std::uint8_t, kCards>, kSuits> fits{};      // [quadrant][card]: bit d = dock d's `when`
    std::array<std::uint8_t, kSuits> neutral_docks{};                 // bit d: has a neutral banner all game
    Pack pack;                                                        // last: what play reads lies close together

    void derive() noexcept;
    int quadrant_of(int gate) const noexcept { return board.ring[static_cast<std::size_t>(gate - 1)]; }
    const Dock& dock(int quadrant, int d) const noexcept {
        return board.quadrants[static_cast<std::size_t>(quadrant)].docks[static_cast<std::size_t>(d)];
    }
};

Result<Options> read_options(const PlainData& data);
PlainData options_value(const Options& options);
PlainData defaults_value(const Options& options);  // `rounds` is the board's

}  // namespace uneri::tidal
