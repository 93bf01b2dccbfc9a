// Seeded batches of Namima hands for benchmarks.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "digest/namima_random.hpp"

namespace uneri::bench {

// Near: complete hands with one card swapped. Mixed: half random, half near. Exposed: two to four exposed melds and 4
// to 9 concealed cards, half near, half further off. Whole: the same, complete. Seen: mixed, with 40 other cards
// visible. Hands without exposed melds have 12 to 16 cards.
enum class Sort { kRandom, kNear, kComplete, kMixed, kExposed, kSeen, kWhole };
inline constexpr std::array<const char*, 7> kSorts = {"random",  "near", "complete", "mixed",
                                                      "exposed", "seen", "whole"};
inline const char* name_of(Sort sort) { return kSorts[static_cast<std::size_t>(sort)]; }

struct Batch {
    std::shared_ptr<namima::Tables> tables;
    std::vector<namima::hands::Hand> hands;
    namima::hands::HandRows counts;
    std::vector<std::uint8_t> seen;  // counts per row, or empty

    std::size_t size() const { return hands.size(); }
    const std::uint8_t* visible() const { return seen.empty() ? nullptr : seen.data(); }
    namima::Rows rows() const { return counts.rows(!counts.exposed.empty()); }
};

inline namima::hands::Hand make_hand(const namima::Melds& melds, Sort sort, bool even, SplitMix64& rng) {
    using namespace namima::hands;
    const auto cards = static_cast<int>(12 + rng.below(5));
    if (sort == Sort::kExposed || sort == Sort::kWhole) {
        const auto open = static_cast<int>(2 + rng.below(3));
        Hand hand = complete_hand(melds, static_cast<int>(4 + rng.below(6)), open, rng);
        if (sort == Sort::kExposed) swap_cards(melds, hand, even ? 1 : 4, rng);
        return hand;
    }
    if (sort == Sort::kRandom || ((sort == Sort::kMixed || sort == Sort::kSeen) && even))
        return random_hand(melds, cards, rng);
    Hand hand = complete_hand(melds, cards, 0, rng);
    if (sort != Sort::kComplete) swap_cards(melds, hand, 1, rng);
    return hand;
}

// `cards` random cards of the rest of the deck, as counts.
inline void see(const namima::Melds& melds, const namima::Cards& hand, int cards, SplitMix64& rng,
                std::vector<std::uint8_t>& seen) {
    namima::Cards wall = melds.deck() - hand;
    namima::Cards visible{};
    for (; cards > 0; --cards) {
        const int kind = namima::hands::random_kind(wall, rng);
        wall.remove(kind);
        visible.add(kind);
    }
    for (int k = 0; k < melds.kinds(); ++k) seen.push_back(static_cast<std::uint8_t>(visible.count(k)));
}

inline std::shared_ptr<namima::Tables> make_tables(int variant) {
    return std::make_shared<namima::Tables>(*namima::Melds::make(namima::built_in(variant), 4));
}

inline std::shared_ptr<const Batch> make_batch(int variant, Sort sort, std::size_t hands) {
    auto batch = std::make_shared<Batch>();
    batch->tables = make_tables(variant);
    const namima::Melds& melds = batch->tables->melds;
    SplitMix64 rng(static_cast<std::uint64_t>(sort) + 1);
    for (std::size_t i = 0; i < hands; ++i) {
        batch->hands.push_back(make_hand(melds, sort, i % 2 == 0, rng));
        batch->counts.add(melds, batch->hands.back());
        if (sort == Sort::kSeen) see(melds, batch->hands.back().cards, 40, rng, batch->seen);
    }
    return batch;
}

// The batch of these settings. Keeps the last one, since cases with the same batch follow one another.
inline std::shared_ptr<const Batch> batch_of(int variant, Sort sort, std::size_t hands) {
    static std::pair<std::string, std::shared_ptr<const Batch>> kept;
    const std::string key = std::to_string(variant) + name_of(sort) + std::to_string(hands);
    if (kept.first != key) kept = {key, make_batch(variant, sort, hands)};
    return kept.second;
}

}  // namespace uneri::bench
