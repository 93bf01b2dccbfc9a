// Seeded random hands of Namima for digests and benchmarks: random, complete, and complete except for some swapped
// cards, with and without exposed melds.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "uneri/base/rng.hpp"
#include "uneri/games/namima/hands/distance/deficiency.hpp"
#include "uneri/games/namima/hands/tables.hpp"
#include "uneri/games/namima/melds.hpp"

namespace uneri::namima::hands {

struct Hand {
    Cards cards;                         // concealed
    std::vector<std::uint16_t> exposed;  // ids
};

// Hands as rows for the kernels of many hands.
struct HandRows {
    std::vector<std::uint8_t> counts;
    std::vector<std::uint16_t> exposed;
    std::vector<std::uint32_t> start{0};

    void add(const Melds& melds, const Hand& hand) {
        for (int k = 0; k < melds.kinds(); ++k) counts.push_back(static_cast<std::uint8_t>(hand.cards.count(k)));
        exposed.insert(exposed.end(), hand.exposed.begin(), hand.exposed.end());
        start.push_back(static_cast<std::uint32_t>(exposed.size()));
    }
    std::size_t size() const { return start.size() - 1; }
    // `open`: treats the hands as if they might have exposed melds, even if none has any.
    Rows rows(bool open) const {
        if (!open) return {counts.data(), size(), {}, nullptr};
        return {counts.data(), size(), exposed, start.data()};
    }
};

inline int random_kind(const Cards& cards, SplitMix64& rng) {
    auto left = static_cast<int>(rng.below(static_cast<std::uint64_t>(cards.total())));
    int chosen = -1;
    cards.each([&](int kind, int count) {
        if (left >= 0 && left < count) chosen = kind;
        left -= count;
    });
    return chosen;
}

inline Hand random_hand(const Melds& melds, int cards, SplitMix64& rng) {
    Hand hand;
    Cards wall = melds.deck();
    for (int i = 0; i < cards; ++i) {
        const int kind = random_kind(wall, rng);
        wall.remove(kind);
        hand.cards.add(kind);
    }
    return hand;
}

// A hand of `cards` cards (or the next higher possible number) in random melds, after `exposed` open ones; fewer if the
// deck cannot have both.
inline Hand complete_hand(const Melds& melds, int cards, int exposed, SplitMix64& rng) {
    for (int attempt = 1;; ++attempt) {
        if (attempt % 50 == 0 && ++cards > melds.deck_size()) {
            cards = 1;
            --exposed;
        }
        Hand hand;
        Cards wall = melds.deck();
        for (int tries = 0; tries < 60 && hand.cards.total() < cards; ++tries) {
            const auto id = static_cast<int>(rng.below(static_cast<std::uint64_t>(melds.size())));
            const Meld& meld = melds[id];
            if (!wall.contains(meld.cards)) continue;
            if (static_cast<int>(hand.exposed.size()) < exposed) {
                hand.exposed.push_back(static_cast<std::uint16_t>(id));
            } else if (hand.cards.total() + meld.size <= cards) {
                hand.cards += meld.cards;
            } else {
                continue;
            }
            wall -= meld.cards;
        }
        if (hand.cards.total() == cards) return hand;
    }
}

// Replaces `swaps` random cards by random cards of the rest of the deck.
inline void swap_cards(const Melds& melds, Hand& hand, int swaps, SplitMix64& rng) {
    Cards wall = melds.deck() - hand.cards;
    for (const std::uint16_t id : hand.exposed) wall -= melds[id].cards;
    if (hand.cards.empty()) return;
    for (int i = 0; i < swaps && !wall.empty(); ++i) {  // a small deck may be all in the hand
        hand.cards.remove(random_kind(hand.cards, rng));
        const int kind = random_kind(wall, rng);
        hand.cards.add(kind);
        wall.remove(kind);
    }
}

}  // namespace uneri::namima::hands

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

}  // namespace uneri::namima::questions
