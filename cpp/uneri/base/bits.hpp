// Sets of small numbers in the bits of a word.
#pragma once

#include <bit>
#include <cstdint>

namespace uneri {

// Position of the u-th (0-based, from the low end) set bit; u < popcount(word).
// Halves the word by counts: five steps, no table and no instruction beyond the x86-64 baseline.
constexpr int select_bit(std::uint64_t word, unsigned u) noexcept {
    int at = 0;
    for (int half = 32; half >= 8; half /= 2) {
        const std::uint64_t low = word & ((std::uint64_t{1} << half) - 1);
        const auto count = static_cast<unsigned>(std::popcount(low));
        if (u >= count) {
            u -= count;
            word >>= half;
            at += half;
        } else {
            word = low;
        }
    }
    for (; u > 0; --u) word &= word - 1;
    return at + std::countr_zero(word);
}

// Calls visit(position) for every set bit, ascending.
template <class Word, class Visit>
constexpr void for_each_bit(Word word, Visit&& visit) {
    while (word != 0) {
        visit(std::countr_zero(word));
        word &= word - 1;
    }
}

}  // namespace uneri
