// The options of TACTA (rules, 2.1), checked, with the tables of the deck. To add one, add a field to Options and a row
// to kOptionTable.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "uneri/base/options.hpp"
#include "uneri/base/plain_data.hpp"
#include "uneri/base/result.hpp"
#include "uneri/base/tensor.hpp"
#include "uneri/games/tacta/tables.hpp"

namespace uneri::tacta {

enum Mode : std::uint8_t { kStandard, kQuick, kLimitedSpace, kSabotage, kTeamUp, kFreePlay, kTeamFreePlay };

inline constexpr std::array<std::string_view, 7> kModeNames = {"standard", "quick",     "limited_space", "sabotage",
                                                               "team_up",  "free_play", "team_free_play"};
inline constexpr std::array<std::string_view, 2> kOuterNames = {"public", "owner"};
inline constexpr std::array<std::string_view, 3> kTieNames = {"share", "first_to_finish", "replay"};
inline constexpr std::array<std::string_view, 1> kDeckNames = {kDefaultDeck};
inline constexpr int kMaxRounds = 100;
inline constexpr int kReplays = 10;  // rounds beyond `rounds` that ties may lead to (7)
inline constexpr int kMaxTarget = 6300;

struct Options {
    int players = 2;
    Mode mode = kStandard;
    std::string suits = "cst";
    int values = kValues;  // the highest value in play
    std::string table = "default";
    int outer_cards = 0;
    int tie_break = 0;
    int rounds = 1;
    int target = 0;
    int utility = 0;  // a Utility
    std::shared_ptr<const Tables> tables;

    // Computed from the above by derive().
    bool team = false;
    bool free_play = false;
    bool owner = false;            // only the holder sees its outer cards
    bool first_to_finish = false;  // tie_break, as the next
    bool replay = false;
    int most_rounds = 1;  // with replayed ones
    int colours = 2;
    Size size;             // of the table, the same in every round
    Fixed half_width = 0;  // of the table
    Fixed half_height = 0;
    int round_suits = 3;       // suits in play per round
    CardSet played_suits = 0;  // cards in play; in limited space those of all rounds

    Shares<kMaxRounds + kReplays + 1> round_share;  // for observations, as the next
    Shares<kMaxSeats + 1> seat_share;

    void derive() noexcept;
    const Tables& t() const noexcept { return *tables; }
    int scoring_colour(int seat) const noexcept { return team ? seat % colours : seat; }
    int pools() const noexcept { return team ? colours : players; }
    int pool_of(int seat) const noexcept { return team ? seat % colours : seat; }
    // The card ids in play in round r, from 0.
    CardSet cards_in_play(int r) const noexcept;
    // Card ids of one of the two suits in play, by index 0 or 1 (sabotage).
    CardSet suit(int index) const noexcept;
    int cards_in_round() const noexcept { return values * round_suits * colours; }
    int most_points(int finished_rounds) const noexcept {  // 7: 1 + 2 + ... dots per suit
        return values * (values + 1) / 2 * round_suits * finished_rounds;
    }
};

// The values that an option allows may depend on the mode (read first) and on the deck.
void read_mode(FieldReader& fields, Options& options);
void read_players(FieldReader& fields, Options& options);
void read_suits(FieldReader& fields, Options& options);
void read_values(FieldReader& fields, Options& options);
void read_table(FieldReader& fields, Options& options);
void read_rounds(FieldReader& fields, Options& options);
void read_target(FieldReader& fields, Options& options);
void read_deck_option(FieldReader& fields, Options& options);
PlainData deck_option_value(const Options& options);

inline constexpr std::array kOptionTable = {
    option::integer<&Options::players>("players", 2, kMaxSeats, "number of seats; default: 2, in team modes 4")
        .in_words("2 to 6; in team modes 4, 6, 8, 10, 12")
        .read_by(read_players),
    option::choice<&Options::mode>("mode", kModeNames, "the variant, section 8 of the rules")
        .read_by(read_mode)
        .in_turn(-1),
    option::text<&Options::suits>("suits", read_suits, "^(c|s|t|cs|ct|st|cst)$",
                                  "suits in play: circle, square, triangle; default: all, in quick and sabotage two")
        .in_words("letters of cst in that order; in quick one or two, in sabotage two, in limited_space all"),
    option::integer<&Options::values>("values", 2, kValues, "highest value in play: fewer cards, for study")
        .in_words("2 to 6; in team modes 4, 6")
        .read_by(read_values),
    option::text<&Options::table>("table", read_table, "^(default|[1-9][0-9]{1,3}x[1-9][0-9]{1,3})$",
                                  "width and height of the table, even; default: by colours and suits in play")
        .in_words("default, WxH from 90x138, the outer rectangle, to 8192x8192")
        .in_turn(2),
    option::choice<&Options::outer_cards>("outer_cards", kOuterNames,
                                          "who sees the outermost cards of a stack (section 9)"),
    option::choice<&Options::tie_break>("tie_break", kTieNames,
                                        "equal scores: all win, or who finished first, or the round is replayed (7)"),
    option::integer<&Options::rounds>("rounds", 1, kMaxRounds, "rounds of a match, at most; with a target alone 100")
        .in_words("1 to 100; in limited_space 3")
        .read_by(read_rounds),
    option::integer<&Options::target>("target", 0, kMaxTarget, "a score that ends the match after its round; 0: none")
        .in_words("0 to 6300, above 0 not with one round and not in limited_space")
        .read_by(read_target),
    option::data<deck_option_value>("deck", kDeckNames, "a mapping", read_deck_option,
                                    "cards, slots, sizes (format tacta-deck, 1.9)")
        .in_turn(1),
    option::utility<&Options::utility>().in_turn(3),
};

Result<Options> read_options(const PlainData& data);
inline PlainData options_value(const Options& options) { return option::values(kOptionTable, options); }
PlainData defaults_value(const Options& options);  // some defaults depend on the mode

}  // namespace uneri::tacta
