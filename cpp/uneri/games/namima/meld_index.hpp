// The melds that lie within a hand, all at once: for every kind and count the set of melds that need more of it, as
// bits by meld id. What no kind of the hand rules out lies within it.
#pragma once

#include <cstdint>
#include <vector>

#include "uneri/base/bits.hpp"
#include "uneri/games/namima/melds.hpp"

namespace uneri::namima {

class MeldIndex {
public:
    explicit MeldIndex(const Melds& melds);

    // visit(id) for every meld within `hand`, ascending.
    template <class Visit>
    void each_within(const Cards& hand, Visit&& visit) const {
        for (std::size_t word = 0; word < words_; ++word) {
            for_each_bit(within(hand, word), [&](int bit) { visit(static_cast<int>(64 * word) + bit); });
        }
    }
    // The same for melds that hold `kind`.
    template <class Visit>
    void each_holding(const Cards& hand, int kind, Visit&& visit) const {
        for (std::size_t word = 0; word < words_; ++word) {
            const std::uint64_t holding = row(kind, 0)[word];  // those that need more than none of it
            if (holding == 0) continue;
            for_each_bit(holding & within(hand, word), [&](int bit) { visit(static_cast<int>(64 * word) + bit); });
        }
    }

private:
    static constexpr std::size_t kCounts = 8;

    const std::uint64_t* row(int kind, int count) const noexcept {
        return needs_more_.data() +
               (static_cast<std::size_t>(kind) * kCounts + static_cast<std::size_t>(count)) * words_;
    }
    std::uint64_t within(const Cards& hand, std::size_t word) const noexcept {
        std::uint64_t out = 0;
        for (int kind = 0; kind < kinds_; ++kind) out |= row(kind, hand.count(kind))[word];
        return ~out & (word + 1 < words_ ? ~std::uint64_t{0} : last_);
    }

    int kinds_;
    std::size_t words_;
    std::uint64_t last_;                     // the ids of the last word that are melds
    std::vector<std::uint64_t> needs_more_;  // [kind][count][word]
};

}  // namespace uneri::namima
