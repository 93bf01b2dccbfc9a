// The options of SOLO (rules, section 0.2), checked. To add one, add a field to Options and a row to kOptionTable.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "uneri/base/options.hpp"
#include "uneri/base/plain_data.hpp"
#include "uneri/base/result.hpp"
#include "uneri/games/solo/cards.hpp"

namespace uneri::solo {

inline constexpr std::string_view kName = "solo";
inline constexpr int kMostPoints = 100000;
inline constexpr int kMostRounds = 100000;
inline constexpr int kMostTurns = 100000;
inline constexpr int kMostPenalty = 10;

enum NextStarter : std::uint8_t { kRotate, kWinner, kLeftOfWinner };
inline constexpr std::array<std::string_view, 3> kStarterNames = {"rotate", "winner", "left_of_winner"};
enum JumpIn : std::uint8_t { kJumpAll, kJumpColoured, kJumpNumbers, kJumpNone };
inline constexpr std::array<std::string_view, 4> kJumpNames = {"all", "coloured", "numbers", "none"};
inline constexpr std::array<std::string_view, 4> kWindowNames = {"after_card", "every_turn", "first_card", "always"};
inline constexpr std::array<std::string_view, 2> kCallNames = {"manual", "auto"};
inline constexpr std::array<std::string_view, 2> kReverseNames = {"skip", "plain"};

// S-1.5: the cards of a game, the number dealt to each seat, and what they are worth.
struct Pack {
    std::string name = "full";  // empty if it is data
    int deal = kHandSize;
    Cards cards = kDeck;
    Values values = kPrintedValues;
    int worth = kDeckValue;  // derived: a bound of the value of all cards (S-2.6)
    PlainData title;         // the name that data give themselves, or null
};
inline constexpr std::array<std::string_view, 2> kPackNames = {"full", "small"};

struct Options {
    int players = 4;
    int start_points = 200;
    int max_rounds = 0;  // 0 = points mode
    int first_seat = 0;  // -1 = drawn by chance
    NextStarter next_starter = kRotate;
    bool extend_any_wild = false;
    JumpIn jump_in = kJumpAll;
    bool self_jump_in = false;
    unsigned jump_window = 0;  // bit 0: after every turn, bit 1: on the first card
    bool jump_in_last_card = true;
    bool solo_auto = false;  // solo_call
    int solo_penalty = 2;
    bool reverse_is_plain = false;  // reverse_two_player
    bool last_card_draws = false;
    int turn_cap = 2000;  // 0 = no cap
    int utility = 0;      // a Utility
    Pack pack;

    bool window_every_turn() const noexcept { return (jump_window & 1) != 0; }
    bool window_on_first() const noexcept { return (jump_window & 2) != 0; }
    // S-5.10: kinds that can be jumped on.
    KindSet jump_scope() const noexcept {
        switch (jump_in) {
            case kJumpAll: return kAllKinds;
            case kJumpColoured: return kColouredKinds;
            case kJumpNumbers: return kNumberKinds;
            default: return 0;
        }
    }
    // S-7.5: every round costs n - 1 players at least one point.
    std::int64_t most_rounds() const noexcept {
        const std::int64_t rounds = std::int64_t{players} * start_points / (players - 1) + 1;
        return max_rounds > 0 && max_rounds < rounds ? max_rounds : rounds;
    }
};

void read_pack(FieldReader& fields, Options& options);
PlainData pack_value(const Options& options);

inline constexpr std::array kOptionTable = {
    option::integer<&Options::players>("players", 2, kMaxSeats, "number of seats"),
    option::integer<&Options::start_points>("start_points", 1, kMostPoints, "points of every seat at the start"),
    option::integer<&Options::max_rounds>("max_rounds", 0, kMostRounds,
                                          "rounds in a game; 0: until a seat is below 0 (S-7.4)"),
    option::seat<&Options::first_seat, &Options::players>(
        "first_seat", kMaxSeats, "starter of round 1; -1: drawn by chance before the first deal"),
    option::choice<&Options::next_starter>("next_starter", kStarterNames, "starter of later rounds (S-7.6)"),
    option::flag<&Options::extend_any_wild>("extend_any_wild", "may any black card pass on a pending draw? (S-5.8)"),
    option::choice<&Options::jump_in>("jump_in", kJumpNames, "which top cards may be jumped on (S-5.10)"),
    option::flag<&Options::self_jump_in>("self_jump_in", "may the seat of the top card jump in with its second copy?"),
    option::choice<&Options::jump_window>(
        "jump_window", kWindowNames,
        "when jumping in is offered: only after cards, also after turns without one (S-4.9), also on the card turned "
        "over first (S-2.4), or all of these"),
    option::flag<&Options::jump_in_last_card>("jump_in_last_card", "may the last card be played by jumping in?"),
    option::choice<&Options::solo_auto>("solo_call", kCallNames, "is the Solo declaration a decision, or always made?"),
    option::integer<&Options::solo_penalty>("solo_penalty", 0, kMostPenalty, "cards drawn for a missing declaration"),
    option::choice<&Options::reverse_is_plain>("reverse_two_player", kReverseNames,
                                               "with two seats, does Reverse also skip the other one?"),
    option::flag<&Options::last_card_draws>("last_card_draws",
                                            "does a draw card as the last card still make the next seat draw?"),
    option::integer<&Options::turn_cap>("turn_cap", 0, kMostTurns,
                                        "turns in a round before it is stopped; 0: no cap (S-7.3)"),
    option::data<pack_value>("pack", kPackNames, "a mapping of deal, cards and values", read_pack,
                             "the cards, how many a seat is dealt, and what they are worth (S-1.5)"),
    option::utility<&Options::utility>(),
};

Result<Options> read_options(const PlainData& data);
inline PlainData options_value(const Options& options) { return option::values(kOptionTable, options); }

}  // namespace uneri::solo
