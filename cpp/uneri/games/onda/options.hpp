// The options of ONDA (rules, section 0.2), checked. To add one, add a field to Options and a row to kOptionTable.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "uneri/base/options.hpp"
#include "uneri/base/plain_data.hpp"
#include "uneri/base/result.hpp"
#include "uneri/games/onda/actions.hpp"

namespace uneri::onda {

inline constexpr std::string_view kName = "onda";
inline constexpr int kMaxRounds = 6;
inline constexpr int kMaxDial = 16;
inline constexpr int kMaxDeal = 15;  // O-2.3

inline constexpr std::array<std::string_view, 2> kTideNames = {"high", "low"};
enum TideReset : std::uint8_t { kNever, kEachRound, kEachTrick };
inline constexpr std::array<std::string_view, 3> kResetNames = {"never", "round", "trick"};
enum BombLead : std::uint8_t { kLeadIsBomb, kLeadIsPlain };
inline constexpr std::array<std::string_view, 2> kLeadNames = {"bomb", "plain"};
enum RevealJokers : std::uint8_t { kRevealNever, kRevealOnDiscard, kRevealOnPlay };
inline constexpr std::array<std::string_view, 3> kRevealNames = {"never", "on_discard", "on_play"};

// The option values that name a preset of O-5.20, not a file.
inline constexpr std::array<std::string_view, 2> kBombPresets = {"ladder", "runs_first"};
inline constexpr std::array<std::string_view, 2> kPackNames = {"full", "small"};  // O-1.7

// O-1.7: the cards of a game, the number dealt to each seat, and how many of those a seat puts face down.
struct Pack {
    std::string name = "full";  // empty if its cards are listed
    int deal = kMaxDeal;
    int down = 2;
    bool runs_any = false;  // O-1.8
    Deck cards = Deck(Deck::kFull);
    int highest = kNumbers;  // derived: the highest number of a card, and so of a joker
    PlainData title;         // the name that data give themselves, or null
};

// O-5.26: the plays that an entry of the dial names. [mixed][shape]: ranks as bits of rank - 1, for natural cards of
// one suit and of both.
struct Bomb {
    std::array<std::array<std::uint16_t, kShapes>, 2> ranks{};

    constexpr bool operator==(const Bomb&) const = default;
    constexpr bool names(const Play& play) const noexcept {
        return (ranks[play.mixed][play.shape] >> (play.rank - 1) & 1) != 0;
    }
    constexpr std::uint32_t of_shape(int shape) const noexcept { return ranks[0][at(shape)] | ranks[1][at(shape)]; }
    constexpr std::uint32_t shapes() const noexcept {
        std::uint32_t set = 0;
        for (int shape = kRun2; shape < kShapes; ++shape)
            set |= static_cast<std::uint32_t>(of_shape(shape) != 0) << shape;
        return set;
    }
};
using Dial = std::array<Bomb, kMaxDial>;

struct Options {
    int players = 4;
    int rounds = 4;
    int first_seat = 0;                         // -1 = drawn by chance
    std::array<std::uint8_t, kMaxDial> dial{};  // O-5.20: shapes in order, in a loop; 0 for a bomb with a condition
    int dial_length = 0;
    bool special = false;     // derived: mixed runs, or bombs with a condition
    bool mixed_runs = false;  // derived: the game has the ids of mixed runs (O-6.3)
    int tide_start = 0;
    TideReset tide_reset = kNever;
    BombLead lead_of_bomb_shape = kLeadIsBomb;
    bool leader_may_turn = true;
    RevealJokers reveal_jokers = kRevealNever;
    bool reveal_returned = false;
    Pack pack;
    int utility = 0;                     // a Utility
    Dial bombs{};                        // what the entries of `dial` name; the rest is not in play
    PlainData bomb_sequence = "ladder";  // the preset's name, or the bombs as O-5.28 writes them

    int hand_size() const noexcept { return pack.deal; }
    int actions() const noexcept { return mixed_runs ? kAllActions : kActions; }
};

void read_dial_option(FieldReader& fields, Options& options);
inline PlainData dial_value(const Options& options) { return options.bomb_sequence; }
void read_pack(FieldReader& fields, Options& options);
PlainData pack_value(const Options& options);

inline constexpr std::array kOptionTable = {
    option::integer<&Options::players>("players", 2, kMaxSeats, "number of seats"),
    option::integer<&Options::rounds>("rounds", 1, kMaxRounds,
                                      "rounds in a game; the printed game has 3 to 6, shorter ones are for study"),
    option::seat<&Options::first_seat, &Options::players>(
        "first_seat", kMaxSeats, "first player of round 1; -1: drawn by chance before the first deal"),
    option::data<dial_value>("bomb_sequence", kBombPresets, "a list of bombs", read_dial_option,
                             "the bombs on the dial, in order, over and over (O-5.20)")
        .in_turn(1),  // it depends on `runs` of the pack
    option::choice<&Options::tide_start>("tide_start", kTideNames, "tide at the start of the game"),
    option::choice<&Options::tide_reset>(
        "tide_reset", kResetNames,
        "when the tide goes back to tide_start: not at all, with every round, or with every round and every trick"),
    option::choice<&Options::lead_of_bomb_shape>("lead_of_bomb_shape", kLeadNames,
                                                 "is a lead of the dial's shape the trick's bomb? (O-5.22)"),
    option::flag<&Options::leader_may_turn>("leader_may_turn", "may the leader of a trick turn the tide? (O-4.9)"),
    option::choice<&Options::reveal_jokers>("reveal_jokers", kRevealNames,
                                            "when everybody sees which card a spent joker was (O-8.3)"),
    option::flag<&Options::reveal_returned>("reveal_returned",
                                            "does everybody see the card that a turn of the tide takes back? (O-8.4)"),
    option::data<pack_value>("pack", kPackNames, "a mapping of deal, down and cards", read_pack,
                             "the cards, how many a seat is dealt and puts face down (O-1.7)"),
    option::utility<&Options::utility>(),
};

Result<Options> read_options(const PlainData& data);
inline PlainData options_value(const Options& options) { return option::values(kOptionTable, options); }

}  // namespace uneri::onda
