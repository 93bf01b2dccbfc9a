// Finds the plays that a multiset of cards allows, by bit operations on whole suits.
#pragma once

#include <cstdint>

#include "uneri/base/bits.hpp"
#include "uneri/games/onda/actions.hpp"
#include "uneri/games/onda/cards.hpp"

namespace uneri::onda {

// Lows (bit = number - 1) of the runs of `length` cards in a suit of 15 bits (O-5.2).
constexpr std::uint32_t run_lows(std::uint32_t suit, int length) noexcept {
    std::uint32_t lows = suit & suit >> 1;
    if (length >= 3) lows &= suit >> 2;
    if (length >= 4) lows &= suit >> 3;
    return lows;
}

// The same with a joker at `position` (O-5.5). The joker stands for a number 1..15, so the length bounds the low.
constexpr std::uint32_t joker_lows(std::uint32_t suit, int length, int position) noexcept {
    std::uint32_t lows = (1u << (kNumbers + 1 - length)) - 1;
    for (int i = 0; i < length; ++i) {
        if (i != position) lows &= suit >> i;
    }
    return lows;
}

// Ranks (bit = rank - 1) of the natural plays of `shape` in `cards`.
constexpr std::uint32_t natural_ranks(Cards cards, int shape) noexcept {
    const std::uint32_t b = cards.suit(0);
    const std::uint32_t g = cards.suit(1);
    const std::uint32_t bb = cards.suit_twice(0);
    const std::uint32_t gg = cards.suit_twice(1);
    switch (shape) {
        case kSingle: return b | g;
        case kRun2:
        case kRun3:
        case kRun4: return run_lows(b, size_of(shape)) | run_lows(g, size_of(shape));
        case kSet2: return bb | gg | (b & g);
        case kSet3: return (bb & g) | (b & gg);
        default: return bb & gg;
    }
}

// Appends the ids of the natural plays of `shape` whose rank is in `ranks`, ascending.
template <class List>
constexpr void append_natural(List& out, Cards cards, int shape, std::uint32_t ranks) noexcept {
    const Action base = kNaturalBase[at(shape)];
    if (shape == kSingle) {
        const std::uint32_t both_suits = ranks | ranks << kNumbers;
        for_each_bit(cards.one & both_suits, [&](int k) { out.push_back(base + k); });
        return;
    }
    if (is_run(shape)) {
        const int length = size_of(shape);
        const int lows = highest_rank(shape);
        for_each_bit(run_lows(cards.suit(0), length) & ranks, [&](int i) { out.push_back(base + i); });
        for_each_bit(run_lows(cards.suit(1), length) & ranks, [&](int i) { out.push_back(base + lows + i); });
        return;
    }
    const std::uint32_t b = cards.suit(0);
    const std::uint32_t g = cards.suit(1);
    const std::uint32_t bb = cards.suit_twice(0);
    const std::uint32_t gg = cards.suit_twice(1);
    for_each_bit(natural_ranks(cards, shape) & ranks, [&](int i) {
        if (shape == kSet2) {
            if (bb >> i & 1) out.push_back(base + 3 * i);
            if (b >> i & g >> i & 1) out.push_back(base + 3 * i + 1);
            if (gg >> i & 1) out.push_back(base + 3 * i + 2);
        } else if (shape == kSet3) {
            if (bb >> i & g >> i & 1) out.push_back(base + 2 * i);
            if (b >> i & gg >> i & 1) out.push_back(base + 2 * i + 1);
        } else {
            out.push_back(base + i);
        }
    });
}

// The same for plays with a joker.
template <class List>
constexpr void append_joker(List& out, Cards cards, int shape, std::uint32_t ranks) noexcept {
    const Action base = kJokerBase[at(shape)];
    if (shape == kSingle) {
        for_each_bit(ranks & kSuitMask, [&](int i) { out.push_back(base + i); });
        return;
    }
    if (is_run(shape)) {
        const int length = size_of(shape);
        for (int s = 0; s < 2; ++s) {
            std::uint32_t lows[4] = {};
            std::uint32_t any = 0;
            for (int j = 0; j < length; ++j) {
                lows[j] = joker_lows(cards.suit(s), length, j) & ranks;
                any |= lows[j];
            }
            const Action first = base + length * highest_rank(shape) * s;
            for_each_bit(any, [&](int i) {
                for (int j = 0; j < length; ++j) {
                    if (lows[j] >> i & 1) out.push_back(first + length * i + j);
                }
            });
        }
        return;
    }
    const std::uint32_t b = cards.suit(0);
    const std::uint32_t g = cards.suit(1);
    const std::uint32_t bb = cards.suit_twice(0);
    const std::uint32_t gg = cards.suit_twice(1);
    for_each_bit((b | g) & ranks, [&](int i) {
        if (shape == kSet2) {
            if (b >> i & 1) out.push_back(base + 2 * i);
            if (g >> i & 1) out.push_back(base + 2 * i + 1);
        } else if (shape == kSet3) {
            if (bb >> i & 1) out.push_back(base + 3 * i);
            if (b >> i & g >> i & 1) out.push_back(base + 3 * i + 1);
            if (gg >> i & 1) out.push_back(base + 3 * i + 2);
        } else {
            if (bb >> i & g >> i & 1) out.push_back(base + 2 * i);
            if (b >> i & gg >> i & 1) out.push_back(base + 2 * i + 1);
        }
    });
}

// Appends the mixed runs of `cards`, ascending (O-6.3). `ranks` by shape; `joker` as in append_plays.
template <class List>
constexpr void append_mixed_runs(List& out, Cards cards, int joker, const std::uint32_t (&ranks)[kShapes]) noexcept {
    const std::uint32_t numbers = cards.suit(0) | cards.suit(1);
    const auto append = [&](Action first, int ways) {
        for (Action a = first; a < first + ways; ++a) {
            if (cards.contains(play_of(a).cards)) out.push_back(a);
        }
    };
    for (int length = 2; length <= 4; ++length) {
        const int ways = mixed_ways(length);
        for_each_bit(run_lows(numbers, length) & ranks[kRun2 + length - 2],
                     [&](int i) { append(kMixedBase[at(length)] + ways * i, ways); });
    }
    for (int length = 3; joker != 0 && length <= 4; ++length) {
        const int shape = kRun2 + length - 2;
        const int ways = mixed_ways(length - 1);
        for_each_bit(ranks[shape] & ranks_up_to(joker, shape), [&](int i) {
            const Action first = kMixedJokerBase[at(length)] + ways * length * i;
            append(first, ways * length);
        });
    }
}

// The tables behind min_plays: about 60 KB, built on the first call, read-only afterwards. In a loop, keep the
// reference.
class MinPlays {
public:
    static const MinPlays& get();

    // The least number of natural plays.
    int operator()(Cards hand) const noexcept;
    // The least number of plays, of which at most one uses a joker.
    int with_joker(Cards hand) const noexcept;
    // The least number of plays, of which at most `jokers` use a joker. The cost grows with every joker; above
    // kMostCards cards at most kFewJokers are considered.
    int operator()(Cards hand, int jokers) const noexcept;

    static constexpr int kBlock = 5;
    static constexpr int kMostCards = 15;
    static constexpr int kFewJokers = 2;

private:
    MinPlays() noexcept;
    int with_holes(Cards hand, int jokers, int first) const noexcept;

    // A *block* is a stretch of numbers linked by neighbours of the same suit. No play crosses its ends, so each block
    // is counted on its own. A block of up to 5 numbers is an index in base 9, with a digit 3 * blue + green per
    // number.
    static constexpr int kEntries = 9 * 9 * 9 * 9 * 9;
    std::uint8_t table_[kEntries];
};

}  // namespace uneri::onda
