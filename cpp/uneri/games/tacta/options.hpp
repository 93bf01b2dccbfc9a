// The options of TACTA (text, 2.1), checked, with the tables of the deck.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "uneri/base/plain_data.hpp"
#include "uneri/base/result.hpp"
#include "uneri/games/tacta/tables.hpp"

namespace uneri::tacta {

enum Mode : std::uint8_t { kStandard, kQuick, kLimitedSpace, kSabotage, kTeamUp, kFreePlay, kTeamFreePlay };

inline constexpr std::array<std::string_view, 7> kModeNames = {"standard", "quick",     "limited_space", "sabotage",
                                                               "team_up",  "free_play", "team_free_play"};
inline constexpr std::array<std::string_view, 2> kOuterNames = {"public", "owner"};
inline constexpr std::array<std::string_view, 2> kTieNames = {"share", "first_to_finish"};
inline constexpr std::array<std::string_view, 3> kUtilityNames = {"score", "margin", "win"};

struct Options {
    int players = 2;
    Mode mode = kStandard;
    std::string suits = "cst";
    int values = kValues;  // the highest in play
    std::string table = "default";
    int outer_cards = 0;
    int tie_break = 0;
    int rounds = 1;
    int target = 0;
    int utility = 0;  // index into kUtilityNames
    std::shared_ptr<const Tables> tables;

    // From the above, by derive().
    bool team = false;
    bool free_play = false;
    bool owner = false;            // outer cards are seen by their holder only
    bool first_to_finish = false;  // tie_break
    int colours = 2;
    Size size;             // of the table, the same in every round
    Fixed half_width = 0;  // of the table
    Fixed half_height = 0;
    int round_suits = 3;       // suits in play in a round
    CardSet played_suits = 0;  // cards in play, in limited space of all rounds

    void derive() noexcept;
    const Tables& t() const noexcept { return *tables; }
    int scoring_colour(int seat) const noexcept { return team ? seat % colours : seat; }
    int pools() const noexcept { return team ? colours : players; }
    int pool_of(int seat) const noexcept { return team ? seat % colours : seat; }
    // The card ids in play in round r, from 0.
    CardSet cards_in_play(int r) const noexcept;
    // Card ids of the suit that is 0 or 1 of those in play (sabotage).
    CardSet suit(int index) const noexcept;
    int cards_in_round() const noexcept { return values * round_suits * colours; }
    int most_points(int finished_rounds) const noexcept {  // 7: 1 + 2 + ... dots a suit
        return values * (values + 1) / 2 * round_suits * finished_rounds;
    }
};

Result<Options> read_options(const PlainData& data);
PlainData options_value(const Options& options);
PlainData defaults_value(const Options& options);  // some depend on the mode

}  // namespace uneri::tacta
