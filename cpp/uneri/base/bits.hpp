// Sets of small numbers in the bits of a word, or of two.
#pragma once

#include <bit>
#include <cstdint>

namespace uneri {

// The functions of <bit> for words, as plain functions. Kernels built for several instruction sets must instantiate
// no templates of the standard library: the linker could share these with code for older processors.
constexpr int count_bits(std::uint64_t word) noexcept { return std::popcount(word); }
// For a word that is not 0; this saves a test.
constexpr int low_bit(std::uint64_t word) noexcept {
#if defined(__GNUC__)
    if (word == 0) __builtin_unreachable();
#endif
    return std::countr_zero(word);
}
constexpr int high_bit(std::uint64_t word) noexcept {
#if defined(__GNUC__)
    if (word == 0) __builtin_unreachable();
#endif
    return static_cast<int>(std::bit_width(word)) - 1;
}

// The bits of two words. C++ has no integer of 128 bits; compilers that have one don't have it on every target.
struct TwoWords {
    std::uint64_t low = 0;
    std::uint64_t high = 0;

    static constexpr TwoWords bit(unsigned position) noexcept { return TwoWords{1, 0} << position; }

    constexpr bool operator==(const TwoWords&) const noexcept = default;
    constexpr bool empty() const noexcept { return (low | high) == 0; }
    friend constexpr TwoWords operator&(TwoWords a, TwoWords b) noexcept { return {a.low & b.low, a.high & b.high}; }
    friend constexpr TwoWords operator|(TwoWords a, TwoWords b) noexcept { return {a.low | b.low, a.high | b.high}; }
    constexpr TwoWords& operator|=(TwoWords other) noexcept { return *this = *this | other; }
    // Shifts by 0 to 127.
    friend constexpr TwoWords operator<<(TwoWords a, unsigned by) noexcept {
        const unsigned within = by & 63;
        const std::uint64_t shifted = a.low << within;
        const std::uint64_t carried = a.low >> 1 >> (63 - within);
        return by < 64 ? TwoWords{shifted, a.high << within | carried} : TwoWords{0, shifted};
    }
};

// The position at cumulative count u: the lowest position for which the counts up to it exceed u. A bit of `ones`
// counts once, one of `twos` twice, one of `fours` four times. The position must exist and all counts must sum to below
// 128. There is no branch, since u is mostly random: the counts of all bytes, then of all bits of one byte, are added
// up side by side in one word.
constexpr int select_count(std::uint64_t ones, std::uint64_t twos, std::uint64_t fours, unsigned u) noexcept {
    constexpr std::uint64_t kOnes = 0x0101'0101'0101'0101u;
    constexpr std::uint64_t kHigh = 0x8080'8080'8080'8080u;
    const auto counts = [](std::uint64_t word) {
        word -= word >> 1 & 0x5555'5555'5555'5555u;
        word = (word & 0x3333'3333'3333'3333u) + (word >> 2 & 0x3333'3333'3333'3333u);
        return (word + (word >> 4)) & 0x0F0F'0F0F'0F0F'0F0Fu;
    };
    const auto spread = [](std::uint64_t byte) {  // bit i as the number of byte i
        const std::uint64_t bits = (byte & 0xFF) * kOnes & 0x8040'2010'0804'0201u;
        return (bits + 0x7F7F'7F7F'7F7F'7F7Fu) >> 7 & kOnes;
    };
    // How many of eight running totals are not above `rank`.
    const auto passed = [](std::uint64_t totals, std::uint64_t rank) {
        return static_cast<int>(((((rank * kOnes | kHigh) - totals) & kHigh) >> 7) * kOnes >> 56);
    };
    const std::uint64_t totals = (counts(ones) + 2 * counts(twos) + 4 * counts(fours)) * kOnes;
    const int at = 8 * passed(totals, u);
    const std::uint64_t rank = u - (totals << 8 >> at & 0xFF);
    return at + passed((spread(ones >> at) + 2 * spread(twos >> at) + 4 * spread(fours >> at)) * kOnes, rank);
}
constexpr int select_count(std::uint64_t ones, std::uint64_t twos, unsigned u) noexcept {
    return select_count(ones, twos, 0, u);
}

// Position of the u-th (0-based, from the low end) set bit; u < popcount(word).
constexpr int select_bit(std::uint64_t word, unsigned u) noexcept { return select_count(word, 0, u); }

// Calls visit(position) for every set bit, ascending.
template <class Word, class Visit>
constexpr void for_each_bit(Word word, Visit&& visit) {
    while (word != 0) {
        visit(std::countr_zero(word));
        word &= word - 1;
    }
}

}  // namespace uneri
