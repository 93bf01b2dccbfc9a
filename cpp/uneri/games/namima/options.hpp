// The options of Namima (rules, section 0.2), checked, with the tables of the deck in play. To add one, add a field to
// Options and a row to kOptionTable.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <span>
#include <string_view>

#include "uneri/base/id_list.hpp"
#include "uneri/base/options.hpp"
#include "uneri/base/plain_data.hpp"
#include "uneri/base/result.hpp"
#include "uneri/base/tensor.hpp"
#include "uneri/base/types.hpp"
#include "uneri/games/namima/hands/tables.hpp"
#include "uneri/games/namima/meld_index.hpp"
#include "uneri/games/namima/melds.hpp"
#include "uneri/games/namima/neighbours.hpp"

namespace uneri::namima {

// Action ids (rules, 5.4). They depend on the tables of the deck: K kinds, M melds, L lay-offs.

inline constexpr Action kPass = 0;
inline constexpr Action kWin = 1;
inline constexpr Action kDiscard = 2;  // + kind

// The first id of each sort of action.
struct ActionIds {
    Action meld = 0;    // + meld id
    Action layoff = 0;  // + lay-off id
    Action riichi = 0;  // + kind
    int count = 0;

    static ActionIds of(const Melds& melds) noexcept {
        const int kinds = melds.kinds();
        ActionIds ids;
        ids.meld = kDiscard + kinds;
        ids.layoff = ids.meld + melds.size();
        ids.riichi = ids.layoff + static_cast<Action>(melds.layoffs().size());
        ids.count = ids.riichi + kinds;
        return ids;
    }
};

// Holds the ids of the largest tables. Outcomes of chance are below them.
using ActionList = IdList<2 + 2 * kMaxKinds + kMaxMelds + kMaxLayoffs>;

// Tables for observations: numbers of cards as shares of all that there are.

inline constexpr int kMostInDeck = 200;  // N-2.2

struct CardShares {
    explicit CardShares(const Melds& melds)
        : exposed(melds.deal_size() - 1), hand(melds.deal_size() + 1), wall(melds.deck_size()) {
        int common = 1;  // All kinds use the same step; it is at least 1/60.
        std::array<std::uint8_t, kMaxKinds> copies{};
        for (int kind = 0; kind < melds.kinds(); ++kind) {
            const int count = melds.deck().count(kind);
            copies[static_cast<std::size_t>(kind)] = static_cast<std::uint8_t>(count);
            common = std::lcm(common, std::max(1, count));
        }
        card = share_scale(common);
        of_kind = {std::span(copies), card};
    }

    Scale card;  // of blocks of kinds
    CardWeights<kMaxKinds> of_kind;
    Shares<kMaxDeal + 1> exposed;  // melds of a seat
    Shares<kMostInDeck + 1> hand;  // cards of a seat
    Shares<kMostInDeck + 1> wall;
};

inline constexpr std::string_view kName = "namima";
inline constexpr std::string_view kDefaultVariant = "shikinami";
inline constexpr int kMostGames = 99;

struct Options {
    int players = 4;
    int games = 0;       // as given; 0: the official number
    int first_seat = 0;  // -1: drawn by chance
    bool riichi = false;
    bool dora = false;
    int utility = 0;  // a Utility
    std::shared_ptr<const Tables> tables;
    std::shared_ptr<const Melds> melds;  // the melds of `tables`
    std::shared_ptr<const MeldIndex> index;
    std::shared_ptr<const Neighbours> neighbours;
    std::shared_ptr<const CardShares> shares;

    // Computed from the above.
    ActionIds ids;
    int match_games = 12;  // N-8.1
    Shares<kMostGames + 1> game_share;

    const RuleSet& rules() const noexcept { return melds->rules(); }
    int next(int seat, int steps = 1) const noexcept { return (seat + steps) % players; }
    int deal() const noexcept { return melds->deal_size(); }
};

void read_variant(FieldReader& fields, Options& options);
PlainData variant_value(const Options& options);

inline constexpr std::array kOptionTable = {
    option::data<variant_value>("variant", kVariants, "a mapping", read_variant, "rule set: cards, melds, points (2)")
        .in_turn(1),
    option::integer<&Options::players>("players", 2, kMaxSeats, "number of seats"),
    option::integer<&Options::games>("games", 0, kMostGames,
                                     "games in a match; 0: as many as the rule set says (N-8.1)"),
    option::seat<&Options::first_seat, &Options::players>("first_seat", kMaxSeats,
                                                          "dealer of the first game; -1: drawn by chance"),
    option::flag<&Options::riichi>("riichi", "a ready player may declare it for double points (9.1)"),
    option::flag<&Options::dora>("dora", "cards of the first discard's colour bring extra points (9.2)"),
    option::utility<&Options::utility>(),
};

Result<Options> read_options(const PlainData& data);
inline PlainData options_value(const Options& options) { return option::values(kOptionTable, options); }

// N-8.4: the absolute value of every score is at most this.
std::int64_t score_bound(const Options& options) noexcept;

}  // namespace uneri::namima
