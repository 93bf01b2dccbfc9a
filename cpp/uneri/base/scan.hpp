// Finds which of many small entries have a given bit. There is no branch, since it would be hard to predict.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#if defined(__SSE2__)  // every x86-64
#include <emmintrin.h>
#endif

namespace uneri {

template <std::size_t N>
using EntryBits = std::array<std::uint64_t, (N + 63) / 64>;

// Bit i % 64 of word i / 64 is 1 where entries[i] has the one bit of `mask`.
template <std::size_t N>
inline EntryBits<N> entries_with(const std::uint16_t* entries, std::uint16_t mask) noexcept {
    EntryBits<N> words{};
    std::size_t i = 0;
#if defined(__SSE2__)
    constexpr std::size_t kStep = 16;
    const __m128i wanted = _mm_set1_epi16(static_cast<short>(mask));
    const auto has = [&](std::size_t at) {
        const __m128i eight = _mm_loadu_si128(reinterpret_cast<const __m128i*>(entries + at));
        return _mm_cmpeq_epi16(_mm_and_si128(eight, wanted), wanted);
    };
    for (; i + kStep <= N; i += kStep) {
        const auto bits = static_cast<unsigned>(_mm_movemask_epi8(_mm_packs_epi16(has(i), has(i + kStep / 2))));
        words[i / 64] |= std::uint64_t{bits} << (i % 64);
    }
#endif
    for (; i < N; ++i) words[i / 64] |= std::uint64_t{(entries[i] & mask) != 0} << (i % 64);
    return words;
}

}  // namespace uneri
