// A variant as data (rules, section 2): the six built-in ones, and reading and showing others.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "uneri/base/plain_data.hpp"
#include "uneri/base/result.hpp"
#include "uneri/games/namima/cards.hpp"

namespace uneri::namima {

enum MeldKind : std::uint8_t { kSame, kRun, kSai, kAya, kJuu };
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
    bool operator==(const DealSizes&) const = default;
};

using ByColour = std::array<std::uint8_t, kMaxColours>;

struct RuleSet {
    std::string ja;
    int colours = 0;
    std::array<char, kMaxColours> letter{};
    int ranks = 0;
    std::array<std::uint8_t, kMaxRanks> rank{};
    ByColour copies{};
    std::array<std::optional<ByColour>, kMaxSeats - 1> copies_by_players{};  // for 2, 3, 4, 5 players
    std::array<std::uint16_t, kMeldKinds> sizes{};                           // bit s: melds of s cards
    int honour = -1;
    Wild wild;
    std::optional<std::array<std::uint8_t, kMaxColours>> cycle;
    std::array<std::array<std::array<PointPair, kKeySuffixes>, kMaxMeldSize + 1>, kMeldKinds> points{};
    std::array<std::int16_t, kCombos> combos{-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};  // -1: not listed
    ByColour penalty{};
    DealSizes deal;
    std::array<std::uint8_t, kMaxSeats - 1> games_per_match{};
    bool won_by_layoff = false;
    bool won_meld_open = false;
    bool won_first = false;

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
    const ByColour& deck(int players) const noexcept {
        const auto& other = copies_by_players[static_cast<std::size_t>(players - 2)];
        return other ? *other : copies;
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

}  // namespace uneri::namima
