// Converts rows of counts to part order (parts.hpp), and computes the indices of their parts in dense tables.
#pragma once

#include <algorithm>
#include <bit>
#include <cstring>

#include "uneri/games/namima/cpu_dispatch.hpp"
#include "uneri/games/namima/hands/tables.hpp"

namespace uneri::namima {
namespace {

#ifdef UNERI_AVX2

inline __m128i load16(const void* at) noexcept { return _mm_loadu_si128(static_cast<const __m128i*>(at)); }

// Half of the counts in part order: 32 counts from bit 32 * half on.
inline __m256i counts_by_part(const Tables& tables, const std::uint8_t* row, int half) noexcept {
    __m256i counts = _mm256_setzero_si256();
    for (int w = 0; w < tables.windows; ++w) {
        const auto i = static_cast<std::size_t>(w);
        const __m256i window = _mm256_broadcastsi128_si256(load16(row + tables.window_at[i]));
        const auto* to = reinterpret_cast<const __m256i*>(tables.shuffle[i].data()) + half;
        counts = _mm256_or_si256(counts, _mm256_shuffle_epi8(window, _mm256_load_si256(to)));
    }
    return counts;
}
inline __m256i own_counts(const Tables& tables, const std::uint8_t* row, int half) noexcept {
    const auto at = static_cast<std::size_t>(2 * half);
    const __m256i windows = _mm256_inserti128_si256(_mm256_castsi128_si256(load16(row + tables.own_window_at[at])),
                                                    load16(row + tables.own_window_at[at + 1]), 1);
    const auto* to = reinterpret_cast<const __m256i*>(tables.own_shuffle.data()) + half;
    return _mm256_shuffle_epi8(windows, _mm256_load_si256(to));
}

inline std::uint32_t bits_of(__m256i bytes) noexcept { return static_cast<std::uint32_t>(_mm256_movemask_epi8(bytes)); }

inline Cards planes(__m256i low, __m256i high) noexcept {
    const auto plane = [&](int shift) {
        return std::uint64_t{bits_of(_mm256_slli_epi16(high, shift))} << 32 | bits_of(_mm256_slli_epi16(low, shift));
    };
    return {plane(7), plane(6), plane(5)};
}

inline Cards load_row(const Tables& tables, const std::uint8_t* row) noexcept {
    std::uint8_t padded[16] = {};
    if (tables.parts.kinds() < 16) {
        std::memcpy(padded, row, static_cast<std::size_t>(tables.parts.kinds()));
        row = padded;
    }
    return planes(counts_by_part(tables, row, 0), counts_by_part(tables, row, 1));
}

// The indices of eight parts in a table of their counts, such as dense_complete.
inline __m256i dense_index(const Tables& tables, __m256i counts, int half, const std::uint32_t* starts) noexcept {
    const auto* caps = reinterpret_cast<const __m256i*>(tables.caps.data()) + half;
    const auto* bytes = reinterpret_cast<const __m256i*>(tables.byte_weight.data()) + half;
    const auto* words = reinterpret_cast<const __m256i*>(tables.word_weight.data()) + half;
    const auto* start = reinterpret_cast<const __m256i*>(starts) + half;
    counts = _mm256_min_epu8(counts, _mm256_load_si256(caps));
    const __m256i pairs = _mm256_maddubs_epi16(counts, _mm256_load_si256(bytes));
    return _mm256_add_epi32(_mm256_madd_epi16(pairs, _mm256_load_si256(words)), _mm256_load_si256(start));
}
// The same for dense_complete itself.
inline __m256i dense_index(const Tables& tables, __m256i counts, int half) noexcept {
    return dense_index(tables, counts, half, tables.dense_start.data());
}

#else

inline Cards load_row(const Tables& tables, const std::uint8_t* row) noexcept {
    return tables.parts.to_part_order(Cards::from_counts({row, static_cast<std::size_t>(tables.parts.kinds())}));
}

#endif

}  // namespace
}  // namespace uneri::namima
