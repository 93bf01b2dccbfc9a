// Kinds of cards and multisets of them (rules, N-1.3 to N-1.6).
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <span>

#include "uneri/base/bits.hpp"
#include "uneri/base/byte_bits.hpp"

namespace uneri::namima {

// Limits for every rule set (N-2.2).
inline constexpr int kMaxColours = 6;
inline constexpr int kMaxRanks = 12;
inline constexpr int kMaxKinds = 48;
inline constexpr int kMaxCopies = 6;  // per kind: a count fits 3 bits
inline constexpr int kMaxMeldSize = 8;
inline constexpr int kMaxDeal = 16;
inline constexpr int kMaxSeats = 5;

// A multiset over up to 64 kinds, with at most 7 cards per kind. Bit k of plane i is bit i of the count of kind k.
// Sums, differences and comparisons take a few word operations, whatever the number of cards.
struct Cards {
    std::uint64_t b0 = 0, b1 = 0, b2 = 0;

    // One test for all planes: it is hard to predict which of them differ.
    constexpr bool operator==(const Cards& other) const noexcept {
        return ((b0 ^ other.b0) | (b1 ^ other.b1) | (b2 ^ other.b2)) == 0;
    }

    static constexpr Cards of(int kind) noexcept { return {std::uint64_t{1} << kind, 0, 0}; }
    static constexpr Cards from_counts(std::span<const std::uint8_t> counts) noexcept {
        Cards cards;
        std::size_t k = 0;
        for (; k + 8 <= counts.size(); k += 8) {
            const std::uint64_t eight = eight_bytes(counts.data() + k);
            cards.b0 |= low_bits(eight) << k;
            cards.b1 |= low_bits(eight >> 1) << k;
            cards.b2 |= low_bits(eight >> 2) << k;
        }
        for (std::size_t rest = counts.size() % 8; rest > 0; --rest, ++k) cards.set(static_cast<int>(k), counts[k]);
        return cards;
    }
    constexpr void set(int kind, unsigned count) noexcept {
        const std::uint64_t bit = std::uint64_t{1} << kind;
        b0 = (b0 & ~bit) | (std::uint64_t{count & 1} << kind);
        b1 = (b1 & ~bit) | (std::uint64_t{count >> 1 & 1} << kind);
        b2 = (b2 & ~bit) | (std::uint64_t{count >> 2 & 1} << kind);
    }

    constexpr int count(int kind) const noexcept {
        return static_cast<int>((b0 >> kind & 1) | (b1 >> kind & 1) << 1 | (b2 >> kind & 1) << 2);
    }
    constexpr int total() const noexcept { return std::popcount(b0) + 2 * std::popcount(b1) + 4 * std::popcount(b2); }
    constexpr bool empty() const noexcept { return (b0 | b1 | b2) == 0; }
    // The kinds with at least 1, 2, 3 cards, as bits.
    constexpr std::uint64_t some() const noexcept { return b0 | b1 | b2; }
    constexpr std::uint64_t twice() const noexcept { return b1 | b2; }
    constexpr std::uint64_t thrice() const noexcept { return (b0 & b1) | b2; }

    constexpr Cards& operator+=(const Cards& other) noexcept {
        const std::uint64_t carry0 = b0 & other.b0;
        b0 ^= other.b0;
        const std::uint64_t half = b1 ^ other.b1;
        const std::uint64_t carry1 = (b1 & other.b1) | (half & carry0);
        b1 = half ^ carry0;
        assert(((b2 & other.b2) | ((b2 ^ other.b2) & carry1)) == 0);
        b2 ^= other.b2 ^ carry1;
        return *this;
    }
    // `other` must lie within these cards.
    constexpr Cards& operator-=(const Cards& other) noexcept {
        assert(contains(other));
        const std::uint64_t borrow0 = ~b0 & other.b0;
        b0 ^= other.b0;
        const std::uint64_t half = b1 ^ other.b1;
        const std::uint64_t borrow1 = (~b1 & other.b1) | (~half & borrow0);
        b1 = half ^ borrow0;
        b2 ^= other.b2 ^ borrow1;
        return *this;
    }
    friend constexpr Cards operator+(Cards a, const Cards& b) noexcept { return a += b; }
    friend constexpr Cards operator-(Cards a, const Cards& b) noexcept { return a -= b; }

    // The kinds with fewer cards here than in `other`, as bits.
    constexpr std::uint64_t short_of(const Cards& other) const noexcept {
        const std::uint64_t borrow0 = ~b0 & other.b0;
        const std::uint64_t borrow1 = (~b1 & other.b1) | (~(b1 ^ other.b1) & borrow0);
        return (~b2 & other.b2) | (~(b2 ^ other.b2) & borrow1);
    }
    constexpr bool contains(const Cards& other) const noexcept { return short_of(other) == 0; }

    // The intersection: per kind the lower of the two counts.
    [[gnu::always_inline]] friend constexpr Cards operator&(const Cards& a, const Cards& b) noexcept {
        const std::uint64_t from_a = a.short_of(b);
        return {(a.b0 & from_a) | (b.b0 & ~from_a), (a.b1 & from_a) | (b.b1 & ~from_a),
                (a.b2 & from_a) | (b.b2 & ~from_a)};
    }
    // The cards of the given kinds (bits).
    constexpr Cards only(std::uint64_t kinds) const noexcept { return {b0 & kinds, b1 & kinds, b2 & kinds}; }

    constexpr void add(int kind) noexcept { *this += of(kind); }
    constexpr void remove(int kind) noexcept { *this -= of(kind); }

    // The kind of card number u, in the order of kinds; u < total().
    constexpr int at(unsigned u) const noexcept {
        if (total() < 128) return select_count(b0, b1, b2, u);
        auto left = static_cast<int>(u);
        std::uint64_t kinds = some();
        while ((left -= count(std::countr_zero(kinds))) >= 0) kinds &= kinds - 1;
        return std::countr_zero(kinds);
    }

    // Calls visit(kind, count) for every kind with cards, ascending.
    template <class Visit>
    constexpr void each(Visit&& visit) const {
        for_each_bit(some(), [&](int kind) { visit(kind, count(kind)); });
    }
};

}  // namespace uneri::namima
