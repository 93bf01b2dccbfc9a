// The options of Tidal Blades: Banner Festival (rules, section 0), checked, with tables derived from the board. To add
// one, add a field to Options and a row to kOptionTable.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "uneri/base/options.hpp"
#include "uneri/base/plain_data.hpp"
#include "uneri/base/result.hpp"
#include "uneri/base/tensor.hpp"
#include "uneri/games/tidal/board.hpp"

namespace uneri::tidal {

inline constexpr std::string_view kName = "tidal";
inline constexpr std::array<std::string_view, 1> kBoardNames = {"default"};
inline constexpr int kMaxRounds = 3;

// A deck that replaces the board's (2.4): its cards, and the number dealt to each seat.
struct Pack {
    std::string name = "full";  // "full": the board's deck; empty if the cards are listed
    PlainData title;            // the name that data give themselves, or null
    int deal = 0;
    CardSet cards = 0;
};
inline constexpr std::array<std::string_view, 2> kPackNames = {"full", "small"};
inline constexpr int kMostPieces = 99;  // banners or fruit, on all boards (section 2)
inline constexpr int kMaxDeal = 18;     // two hands out of the 36 cards that are not 9s

struct Options {
    int players = 4;
    int rounds = 3;
    int utility = 0;  // a Utility
    Board board = default_board();

    // Computed from the above by derive().
    int hand = 0;  // H, also the number of bouts in a round
    int fruit_pool = 0;
    std::array<int, 3> majority{};
    CardSet deck = 0;                                                 // before any 9 is kept
    std::array<std::uint8_t, kSuits> region_of{};                     // by quadrant
    std::array<std::array<std::uint8_t, kCards>, kSuits> strength{};  // [quadrant][card], 0..39 (6.1)
    std::array<std::array<std::uint8_t, kCards>, kSuits> fits{};      // [quadrant][card]: bit d = dock d's `when`
    std::array<std::uint8_t, kSuits> neutral_docks{};                 // bit d: holds a neutral banner all game
    Shares<kMaxDeal + 1> card_share;                                  // of a hand; for observations, as the next two
    Shares<kMostPieces + 1> banner_share;                             // of a seat's banners
    Shares<kMostPieces + 1> fruit_share;                              // of all fruit
    // Last: keeps the fields used in play close together.
    std::array<std::array<CardSet, kCards>, kSuits> weaker{};  // [quadrant][card]: the cards of less strength
    Pack pack;

    void derive() noexcept;
    int quadrant_of(int gate) const noexcept { return board.ring[at(gate - 1)]; }
    const Dock& dock(int quadrant, int d) const noexcept { return board.quadrants[at(quadrant)].docks[at(d)]; }
};

void read_board_option(FieldReader& fields, Options& options);
PlainData board_option_value(const Options& options);
void read_pack(FieldReader& fields, Options& options);
PlainData pack_value(const Options& options);

inline constexpr std::array kOptionTable = {
    option::integer<&Options::players>("players", 2, kMaxSeats, "number of seats"),
    option::integer<&Options::rounds>("rounds", 1, kMaxRounds,
                                      "rounds in a game; default: those of the board; 1 and 2 are for study"),
    option::data<board_option_value>("board", kBoardNames, "a mapping", read_board_option,
                                     "track, docks, orders, bonuses and hands (schema tidal-board/1, section 2)"),
    option::data<pack_value>("pack", kPackNames, "a mapping of deal and cards", read_pack,
                             "a deck other than the board's, and how many cards each seat is dealt (2.4)"),
    option::utility<&Options::utility>(),
};

Result<Options> read_options(const PlainData& data);
inline PlainData options_value(const Options& options) { return option::values(kOptionTable, options); }
PlainData defaults_value(const Options& options);  // `rounds` is that of the board

}  // namespace uneri::tidal
