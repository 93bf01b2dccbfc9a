// The options of Namima (text, section 0.2), checked, with the tables of the deck that is played.
#pragma once

#include <array>
#include <memory>
#include <string_view>

#include "uneri/base/plain_data.hpp"
#include "uneri/base/result.hpp"
#include "uneri/games/namima/actions.hpp"
#include "uneri/games/namima/hands/tables.hpp"
#include "uneri/games/namima/meld_index.hpp"
#include "uneri/games/namima/melds.hpp"
#include "uneri/games/namima/neighbours.hpp"

namespace uneri::namima {

inline constexpr std::string_view kName = "namima";
inline constexpr std::string_view kDefaultVariant = "shikinami";
inline constexpr int kMostGames = 99;
inline constexpr std::array<std::string_view, 3> kUtilityNames = {"score", "margin", "win"};

struct Options {
    int players = 4;
    int games = 0;       // as given; 0 = the official number
    int first_seat = 0;  // -1 = drawn by chance
    bool riichi = false;
    bool dora = false;
    int utility = 0;  // index into kUtilityNames
    std::shared_ptr<const Tables> tables;
    std::shared_ptr<const Melds> melds;  // those of the tables
    std::shared_ptr<const MeldIndex> index;
    std::shared_ptr<const Neighbours> neighbours;

    // From the above.
    ActionIds ids;
    int match_games = 12;  // N-8.1

    const RuleSet& rules() const noexcept { return melds->rules(); }
    int next(int seat, int steps = 1) const noexcept { return (seat + steps) % players; }
    int deal() const noexcept { return melds->deal_size(); }
};

Result<Options> read_options(const PlainData& data);
PlainData options_value(const Options& options);

// N-8.4: every score stays within +- this.
std::int64_t score_bound(const Options& options) noexcept;

}  // namespace uneri::namima
