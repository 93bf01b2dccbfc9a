// Seeded questions about hands of Namima, for tests of the deficiency: hands with visible cards and bounds of growth,
// in built-in and random rule sets. UNERI_HANDS=100000 in the environment sets the number of hands per variant.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>

#include "namima_hands.hpp"
#include "uneri/games/namima/hands/distance/deficiency.hpp"
#include "uneri/games/namima/hands/tables.hpp"

namespace uneri::namima::questions {

inline const Tables& tables_of(std::string_view variant) {
    static std::map<std::string, std::unique_ptr<Tables>, std::less<>> made;
    auto& tables = made[std::string(variant)];
    if (!tables) {
        const auto at = std::find(kVariants.begin(), kVariants.end(), variant) - kVariants.begin();
        tables = std::make_unique<Tables>(*Melds::make(built_in(static_cast<int>(at)), 4));
    }
    return *tables;
}

struct Asked {
    hands::Hand hand;
    Cards visible;
    int growth = kAnyGrowth;
};

// Cards in random melds, up to `open` of them exposed, with some of the other cards swapped. In every third case much
// of the rest of the deck is visible.
inline Asked ask(const Melds& melds, int cards, int open, SplitMix64& rng) {
    const auto below = [&](int bound) { return static_cast<int>(rng.below(static_cast<std::uint64_t>(bound))); };
    Asked asked;
    Cards wall = melds.deck();
    const auto draw = [&] {
        const int kind = hands::random_kind(wall, rng);
        wall.remove(kind);
        return kind;
    };
    const bool melded = below(4) > 0;
    for (int tries = 0; tries < 40; ++tries) {
        const int id = below(melds.size());
        const Meld& meld = melds[id];
        if (!wall.contains(meld.cards)) continue;
        if (static_cast<int>(asked.hand.exposed.size()) < open) {
            asked.hand.exposed.push_back(static_cast<std::uint16_t>(id));
        } else if (melded && asked.hand.cards.total() + meld.size <= cards) {
            asked.hand.cards += meld.cards;
        } else {
            continue;
        }
        wall -= meld.cards;
    }
    for (int swaps = below(4); swaps > 0 && !asked.hand.cards.empty(); --swaps) {
        const int kind = hands::random_kind(asked.hand.cards, rng);
        asked.hand.cards.remove(kind);
        wall.add(kind);
    }
    while (asked.hand.cards.total() < cards && !wall.empty()) asked.hand.cards.add(draw());
    if (below(3) == 0) {
        for (int seen = below(wall.total() + 1); seen > 0; --seen) asked.visible.add(draw());
    }
    if (below(2) == 0) asked.growth = below(3);
    return asked;
}

inline long hands_asked(long usual) {
    const char* asked = std::getenv("UNERI_HANDS");
    return asked == nullptr ? usual : std::atol(asked);
}

// Sometimes makes up to half of the other cards visible, sometimes bounds the growth.
inline void look_around(const Melds& melds, Asked& asked, SplitMix64& rng) {
    Cards wall = melds.deck() - asked.hand.cards;
    for (const std::uint16_t id : asked.hand.exposed) wall -= melds[id].cards;
    const auto half = static_cast<std::uint64_t>(wall.total() / 2 + 1);
    for (std::uint64_t seen = rng.below(3) == 0 ? rng.below(half) : 0; seen > 0; --seen) {
        const int kind = hands::random_kind(wall, rng);
        wall.remove(kind);
        asked.visible.add(kind);
    }
    if (rng.below(4) == 0) asked.growth = static_cast<int>(rng.below(3));
}

// Allows melds of all sorts.
inline void random_sizes(RuleSet& rules, SplitMix64& rng) {
    const auto pick = [&](std::uint64_t bound) { return rng.below(bound); };
    const auto sizes = [&](MeldKind kind, int least, int most, int step) {
        for (int s = least; s <= most; s += step) {
            if (pick(2) == 0) rules.sizes[kind] = static_cast<std::uint16_t>(rules.sizes[kind] | 1u << s);
        }
    };
    sizes(kSame, 2, 5, 1);
    if (pick(4) > 0) sizes(kRun, 2, 5, 1);
    if (pick(2) == 0) sizes(kSai, 2, rules.colours, 1);
    if (pick(2) == 0 && rules.colours > 2) {
        sizes(kAya, 3, 5, 1);
        sizes(kJuu, 4, 6, 2);
    }
    if (pick(4) != 0) return;
    OwnForm& own = rules.own.emplace_back(OwnForm{"OWN", {}, {1, 1}});
    for (auto melds = 1 + pick(6); melds > 0; --melds) {
        MeldKindsList kinds;
        for (auto cards = 2 + pick(4); cards > 0; --cards)
            kinds.push_back(static_cast<std::uint8_t>(pick(static_cast<std::uint64_t>(rules.kinds()))));
        std::sort(kinds.begin(), kinds.end());
        own.melds.push_back(std::move(kinds));
    }
}

// Colours A, B ..., ranks 1, 2 ..., all melds worth one point. The caller sets their sizes.
inline RuleSet plain_rules(int colours, int ranks, int copies) {
    RuleSet rules;
    rules.won_meld_open = true;
    rules.colours = colours;
    rules.ranks = ranks;
    for (int r = 0; r < ranks; ++r) rules.rank[static_cast<std::size_t>(r)] = static_cast<std::uint8_t>(r + 1);
    for (int c = 0; c < colours; ++c) {
        rules.letter[static_cast<std::size_t>(c)] = static_cast<char>('A' + c);
        rules.copies[static_cast<std::size_t>(c)] = static_cast<std::uint8_t>(copies);
    }
    for (auto& kind : rules.points) {
        for (auto& size : kind) size.fill({1, 1});
    }
    rules.deal = {0, 5, 5};
    return rules;
}

// Random rule sets of all sorts, with up to `kinds` kinds.
inline RuleSet random_rules(int kinds, SplitMix64& rng) {
    const auto pick = [&](int bound) { return static_cast<int>(rng.below(static_cast<std::uint64_t>(bound))); };
    const int colours = 2 + pick(kinds > 10 ? 5 : 2);
    const int most_ranks = std::min(kinds / colours, kMaxRanks);
    RuleSet rules = plain_rules(colours, std::max(2, most_ranks - pick(std::max(1, most_ranks - 2))), 0);
    int value = 0;
    for (int r = 0; r < rules.ranks; ++r) {
        value += pick(5) == 0 ? 2 : 1;
        rules.rank[static_cast<std::size_t>(r)] = static_cast<std::uint8_t>(value);
    }
    std::array<std::uint8_t, kMaxColours> cycle{};
    for (std::size_t c = 0; c < static_cast<std::size_t>(rules.colours); ++c) {
        rules.copies[c] = static_cast<std::uint8_t>(kinds > 10 ? 2 + pick(4) : 2 + pick(2));
        rules.penalty[c] = 1;
        cycle[c] = static_cast<std::uint8_t>(c);
    }
    rules.cycle = cycle;
    random_sizes(rules, rng);
    const int special = pick(4);
    if (special == 0) rules.honour = rules.colours - 1;
    if (special == 1) rules.wild = {rules.colours - 1, 1 + pick(2), 2 + pick(2)};
    return rules;
}

}  // namespace uneri::namima::questions
