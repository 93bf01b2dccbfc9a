// Wave cards: kinds, multisets of kinds, penalty dots.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include "uneri/base/types.hpp"

namespace uneri::onda {

inline constexpr int kMaxSeats = 5;
inline constexpr int kNumbers = 15;          // O-1.2
inline constexpr int kKinds = 2 * kNumbers;  // O-1.2: kind = 15 * suit + number - 1
inline constexpr int kCards = 2 * kKinds;    // O-1.1
inline constexpr std::uint32_t kSuitMask = (1u << kNumbers) - 1;

constexpr int suit_of(int kind) noexcept { return kind / kNumbers; }
constexpr int number_of(int kind) noexcept { return kind % kNumbers + 1; }

// O-1.3
// A multiset of kinds with at most two cards of each (O-1.1). Bit k of `one` means at least one card, bit k of `two`
// both. Each suit is a run of 15 adjacent bits, so shifts find runs of cards.
struct Cards {
    std::uint32_t one = 0;
    std::uint32_t two = 0;

    constexpr bool operator==(const Cards&) const = default;
    constexpr bool empty() const noexcept { return one == 0; }
    constexpr int total() const noexcept { return std::popcount(one) + std::popcount(two); }
    constexpr int count(int kind) const noexcept { return static_cast<int>((one >> kind & 1) + (two >> kind & 1)); }
    constexpr bool contains(Cards other) const noexcept { return (other.one & ~one) == 0 && (other.two & ~two) == 0; }
    constexpr std::uint32_t suit(int s) const noexcept { return one >> (kNumbers * s) & kSuitMask; }
    constexpr std::uint32_t suit_twice(int s) const noexcept { return two >> (kNumbers * s) & kSuitMask; }

    constexpr void add(int kind) noexcept {
        const std::uint32_t bit = 1u << kind;
        two |= one & bit;
        one |= bit;
    }
    constexpr void remove(int kind) noexcept {  // the card must be there
        const std::uint32_t bit = 1u << kind;
        one = (one & ~bit) | (two & bit);
        two &= ~bit;
    }
    constexpr void add(Cards other) noexcept {  // no count may exceed two
        two |= other.two | (one & other.one);
        one |= other.one;
    }
    constexpr void remove(Cards other) noexcept {  // all of them must be there
        one = (one & ~other.one) | (two & other.one & ~other.two);
        two &= ~other.one;
    }
    constexpr Cards with(int kind) const noexcept {
        Cards cards = *this;
        cards.add(kind);
        return cards;
    }
};

// The cards of a count per kind, which is at most two.
constexpr Cards cards_of(std::span<const std::uint8_t, kKinds> counts) noexcept {
    Cards cards;
    std::uint32_t bit = 1;
    for (const std::uint8_t count : counts) {
        cards.one |= count != 0 ? bit : 0;
        cards.two |= count > 1 ? bit : 0;
        bit <<= 1;
    }
    return cards;
}

// The cards that nobody has yet. Each kind has a bit in the lower half for one card and a bit in the upper half for
// both. So the card at a cumulative count is the bit of that number.
class Deck {
public:
    static constexpr std::uint64_t kFull = (std::uint64_t{1} << kCards) - 1;

    constexpr Deck() noexcept = default;
    constexpr explicit Deck(std::uint64_t bits) noexcept : bits_(bits) {}
    constexpr bool operator==(const Deck&) const = default;
    constexpr int count(int kind) const noexcept { return std::popcount(bits_ >> (2 * kind) & 3u); }
    constexpr int total() const noexcept { return std::popcount(bits_); }
    constexpr std::uint64_t bits() const noexcept { return bits_; }
    constexpr void remove(int kind) noexcept {  // the card must be there; clears the upper bit first
        const std::uint64_t pair = bits_ >> (2 * kind) & 3u;
        bits_ ^= (pair == 3u ? std::uint64_t{2} : std::uint64_t{1}) << (2 * kind);
    }
    constexpr void add(int kind) noexcept {  // at most one may be there; sets the lower bit first
        const std::uint64_t pair = bits_ >> (2 * kind) & 3u;
        bits_ |= (pair == 0 ? std::uint64_t{1} : std::uint64_t{2}) << (2 * kind);
    }
    constexpr void set(int kind, int count) noexcept {
        bits_ &= ~(std::uint64_t{3} << (2 * kind));
        bits_ |= ((std::uint64_t{1} << count) - 1) << (2 * kind);
    }

private:
    std::uint64_t bits_ = 0;
};

// The face-down cards, spent jokers or known cards of a seat: at most two kinds, ascending, then kNoKind.
inline constexpr std::uint8_t kNoKind = 0xFF;
struct KindPair {
    std::uint8_t low = kNoKind;
    std::uint8_t high = kNoKind;

    constexpr bool operator==(const KindPair&) const = default;
    constexpr int size() const noexcept { return (low != kNoKind) + (high != kNoKind); }
    constexpr int operator[](int i) const noexcept { return i == 0 ? low : high; }
    constexpr void insert(int kind) noexcept {
        const auto k = static_cast<std::uint8_t>(kind);
        if (k < low) {
            high = low;
            low = k;
        } else {
            high = k;
        }
    }
    constexpr int take(int slot) noexcept {  // slot < size()
        const int kind = (*this)[slot];
        if (slot == 0) low = high;
        high = kNoKind;
        return kind;
    }
    constexpr bool has(int kind) const noexcept { return low == kind || high == kind; }
};

// Penalty dots by number - 1 (O-1.4).
inline constexpr std::array<std::uint8_t, kNumbers> kPenalty = {3, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3};

// The kinds with at least `dots` penalty dots each, as bits.
constexpr std::uint32_t kinds_with_dots(int dots) noexcept {
    std::uint32_t kinds = 0;
    for (int k = 0; k < kKinds; ++k) {
        if (kPenalty[at(number_of(k) - 1)] >= dots) kinds |= 1u << k;
    }
    return kinds;
}
inline constexpr std::uint32_t kTwoDots = kinds_with_dots(2);
inline constexpr std::uint32_t kThreeDots = kinds_with_dots(3);
static_assert(kinds_with_dots(1) == (1u << kKinds) - 1 && kinds_with_dots(4) == 0);

// The penalty dots of all cards together (O-1.4).
constexpr int dots(Cards cards) noexcept {
    return cards.total() + std::popcount(cards.one & kTwoDots) + std::popcount(cards.two & kTwoDots) +
           std::popcount(cards.one & kThreeDots) + std::popcount(cards.two & kThreeDots);
}

}  // namespace uneri::onda
