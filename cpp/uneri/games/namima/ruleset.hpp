// A variant as data (rules, section 2): the six built-in ones, and reading and showing others.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "uneri/base/plain_data.hpp"
#include "uneri/base/result.hpp"
#include "uneri/games/namima/cards.hpp"

namespace uneri::namima {

enum MeldKind : std::uint8_t { kSame, kRun, kSai, kAya, kJuu, kOwn };  // kOwn: a form of N-2.4
inline constexpr int kMeldKinds = 5;
inline constexpr std::array<std::string_view, kMeldKinds> kMeldKindNames = {"SAME", "RUN", "SAI", "AYA", "JUU"};

// The suffix of a point key, after kind and size (2.2): SAME of the honour colour, or a meld with a substitute.
enum KeySuffix : std::uint8_t { kPlain, kHonour, kSubstituted };
inline constexpr int kKeySuffixes = 3;

// N-7.3, in the order of the rules.
enum Combo : std::uint8_t {
    kPure,
    kMixed,
    kAllSame,
    kAllRun,
    kAllSai,
    kNoPair,
    kTwin,
    kThrough,
    kSanjun,
    kSandou,
    kFive,
    kCross
};
inline constexpr int kCombos = 12;
inline constexpr std::size_t kMostOwnCombos = 8;
inline constexpr std::array<std::string_view, kCombos> kComboNames = {
    "PURE", "MIXED", "ALLSAME", "ALLRUN", "ALLSAI", "NOPAIR", "TWIN", "THROUGH", "SANJUN", "SANDOU", "FIVE", "CROSS"};

struct PointPair {
    std::int16_t open = -1;  // -1: the rule set has no such key
    std::int16_t closed = -1;
    bool operator==(const PointPair&) const = default;
};

struct Wild {
    int colour = -1;  // -1: none
    int max_per_meld = 1;
    int min_meld_size = 3;
    bool operator==(const Wild&) const = default;
};

struct DealSizes {
    int threshold = 0;
    int at_least = 0;
    int below = 0;
    std::array<std::uint8_t, kMaxSeats - 1> by_players{};  // for 2, 3, 4, 5 players; 0: by the threshold
    bool operator==(const DealSizes&) const = default;
};

using ByColour = std::array<std::uint8_t, kMaxColours>;

// Cards of each kind of a colour, by rank index (N-2.7). A number stands for all ranks.
struct Copies {
    std::array<std::uint8_t, kMaxRanks> by_rank{};

    Copies(int count = 0) { by_rank.fill(static_cast<std::uint8_t>(count)); }  // NOLINT: implicit on purpose
    explicit Copies(const std::vector<int>& counts) {
        for (std::size_t r = 0; r < kMaxRanks; ++r)
            by_rank[r] = static_cast<std::uint8_t>(counts[std::min(r, counts.size() - 1)]);
    }
    bool operator==(const Copies&) const = default;
};
using CopiesByColour = std::array<Copies, kMaxColours>;

using MeldKindsList = std::vector<std::uint8_t>;  // ascending

// N-2.4: melds of one's own, by size, then cards.
struct OwnForm {
    std::string name;
    std::vector<MeldKindsList> melds;
    PointPair points;
    bool operator==(const OwnForm&) const = default;
};

// N-2.5: points of a key by rank index, colour and meld; those of other melds are where they are without these.
struct SpecialPoints {
    std::string key;
    std::array<PointPair, kMaxRanks> by_rank{};
    std::array<PointPair, kMaxColours> by_colour{};
    std::vector<std::pair<MeldKindsList, PointPair>> by_meld;
    bool operator==(const SpecialPoints&) const = default;
};

// N-2.6, as bits; 0: any. Forms are numbered as MeldKind, those of one's own from kOwn on.
struct MeldConditions {
    std::uint32_t forms = 0, sizes = 0, ranks = 0, colours = 0;
    bool operator==(const MeldConditions&) const = default;
};
struct OwnCombo {
    std::string name;
    int points = 0;
    std::optional<MeldConditions> all, some;
    int at_least = 1;
    int fewest_colours = 0, most_colours = 0;  // 0: any
    bool operator==(const OwnCombo&) const = default;
};

// N-2.8: how often penalties count after a closed win, and Y after riichi and for the seat that has dealt in.
struct Payments {
    int closed = 2, deal_in = 2, riichi = 2;
    bool operator==(const Payments&) const = default;
};

struct RuleSet {
    PlainData name;  // null if there is none
    int colours = 0;
    std::array<char, kMaxColours> letter{};
    int ranks = 0;
    std::array<std::uint8_t, kMaxRanks> rank{};
    CopiesByColour copies{};
    std::array<std::optional<CopiesByColour>, kMaxSeats - 1> copies_by_players{};  // for 2, 3, 4, 5 players
    std::array<std::uint16_t, kMeldKinds> sizes{};                                 // bit s: melds of s cards
    std::vector<OwnForm> own;                                                      // by name
    int honour = -1;
    Wild wild;
    std::optional<std::array<std::uint8_t, kMaxColours>> cycle;
    std::array<std::array<std::array<PointPair, kKeySuffixes>, kMaxMeldSize + 1>, kMeldKinds> points{};
    std::array<std::int16_t, kCombos> combos{-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};  // -1: not listed
    std::vector<SpecialPoints> special_points;
    std::vector<OwnCombo> own_combos;
    ByColour penalty{};
    DealSizes deal;
    Payments payments;
    std::array<std::uint8_t, kMaxSeats - 1> games_per_match{};
    bool won_by_layoff = false;
    bool won_meld_open = false;
    bool won_first = false;
    bool riichi_row = true;

    bool operator==(const RuleSet&) const = default;

    int kinds() const noexcept { return colours * ranks; }                                       // N-1.1
    int kind(int colour, int rank_index) const noexcept { return colour * ranks + rank_index; }  // N-1.4
    int colour_of(int kind) const noexcept { return kind / ranks; }
    int rank_of(int kind) const noexcept { return kind % ranks; }  // the index of its rank
    // Are rank indices r and r + 1 consecutive (N-1.2)?
    bool linked(int r) const noexcept {
        return r + 1 < ranks && rank[static_cast<std::size_t>(r)] + 1 == rank[static_cast<std::size_t>(r + 1)];
    }
    bool has_size(MeldKind meld_kind, int size) const noexcept { return sizes[meld_kind] >> size & 1; }
    const SpecialPoints* special(std::string_view key) const noexcept;
    const CopiesByColour& deck(int players) const noexcept {
        const auto& other = copies_by_players[static_cast<std::size_t>(players - 2)];
        return other ? *other : copies;
    }
    int copies_of(int kind, int players) const noexcept {
        return deck(players)[static_cast<std::size_t>(colour_of(kind))]
            .by_rank[static_cast<std::size_t>(rank_of(kind))];
    }
    int deck_size(int players) const noexcept;
    int deal_size(int players) const noexcept;  // N-4.2
    std::string kind_name(int kind) const;      // N-1.6
};

inline constexpr std::array<std::string_view, 6> kVariants = {"sazanami", "shiranami", "shikinami",
                                                              "aranami",  "ayanami",   "juuayanami"};

// The built-in variants of python/uneri/data/namima_rulesets.json, by index in kVariants; -1 for other rule sets.
const RuleSet& built_in(int variant);
int built_in_index(const RuleSet& rules);

// Checks everything except the deck and the tables, which need the number of players (see melds.hpp). Errors read
// `namima: variant: 'copies.B' is 9; allowed: 1 to 6`; here without the name of the game.
Result<RuleSet> read_ruleset(const PlainData& data);
PlainData ruleset_value(const RuleSet& rules);

// "SAME3w"
std::string key_name(MeldKind meld_kind, int size, KeySuffix suffix);
// Combination number i of kComboNames, then of RuleSet::own_combos: its name and value, which is -1 if not listed.
std::string_view combo_name(const RuleSet& rules, std::size_t i);
int combo_value(const RuleSet& rules, std::size_t i);

}  // namespace uneri::namima
