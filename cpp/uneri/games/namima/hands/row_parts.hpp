// Looks up the parts of a row of counts in the tables, eight parts at once.
#pragma once

#include "uneri/games/namima/hands/meld_search.hpp"
#include "uneri/games/namima/hands/row_counts.hpp"

namespace uneri::namima {
namespace {

#ifdef UNERI_AVX2

// Calls visit(two) for every pair of parts. Each word of `two` has two indices into dense_complete.
template <int pairs, class Visit>
inline void each_pair(__m256i index, Visit&& visit) noexcept {
    visit(static_cast<std::uint64_t>(_mm256_extract_epi64(index, 0)));
    if constexpr (pairs > 1) visit(static_cast<std::uint64_t>(_mm256_extract_epi64(index, 1)));
    if constexpr (pairs > 2) visit(static_cast<std::uint64_t>(_mm256_extract_epi64(index, 2)));
    if constexpr (pairs > 3) visit(static_cast<std::uint64_t>(_mm256_extract_epi64(index, 3)));
}

// The crossing melds that the kinds in the hand do not rule out.
inline Tables::Places possible(const Tables& tables, __m256i low, __m256i high) noexcept {
    const auto there = [&](int least) {
        const __m256i below = _mm256_set1_epi8(static_cast<char>(least - 1));
        return std::uint64_t{bits_of(_mm256_cmpgt_epi8(high, below))} << 32 | bits_of(_mm256_cmpgt_epi8(low, below));
    };
    __m128i places = _mm_set1_epi8(-1);
    const auto narrow = [&](const auto& by, std::uint64_t kinds) {
        for (int p = 0; p < tables.parts.count(); ++p, kinds >>= kPartKinds)
            places = _mm_and_si128(places, load16(by[static_cast<std::size_t>(p)][kinds & 15].data()));
    };
    narrow(tables.by_some, there(1));
    if (tables.twice_matters) narrow(tables.by_twice, there(2));
    return {static_cast<std::uint64_t>(_mm_cvtsi128_si64(places)),
            static_cast<std::uint64_t>(_mm_extract_epi64(places, 1))};
}

// Do the parities of Tables::even allow the row to be complete?
inline bool balanced(const Tables& tables, const std::uint8_t* row) noexcept {
    std::uint64_t odd = 0;
    for (int w = 0; w < tables.windows; ++w) {
        const std::uint8_t at = tables.window_at[static_cast<std::size_t>(w)];
        const __m128i low_bits = _mm_slli_epi16(load16(row + at), 7);
        odd |= static_cast<std::uint64_t>(static_cast<std::uint32_t>(_mm_movemask_epi8(low_bits))) << at;
    }
    std::uint64_t bad = 0;
    for (const std::uint64_t set : tables.even) bad |= static_cast<std::uint64_t>(count_bits(odd & set));
    return (bad & 1) == 0;
}

// `broken`: the parts that local melds do not use up. `waits`: bit 4p + i of the kinds with which, given one card more,
// they use up part p. Parts beyond the last one count as used up.
struct Verdict {
    std::uint64_t waits;
    unsigned broken;
};

inline __m256i entries_at(const std::uint32_t* table, __m256i index) noexcept {
    return _mm256_i32gather_epi32(reinterpret_cast<const int*>(table), index, 4);
}
inline __m256i dense_entries(const Tables& tables, __m256i index) noexcept {
    return entries_at(tables.dense_mendable.data(), index);
}
inline unsigned highest_bits(__m256i words) noexcept {
    return static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(words)));
}

inline Verdict verdict_of(__m256i entries) noexcept {
    const __m256i more = _mm256_and_si256(_mm256_srli_epi32(entries, 17), _mm256_set1_epi32(15));
    const __m256i placed = _mm256_sllv_epi32(more, _mm256_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28));
    __m128i waits = _mm_or_si128(_mm256_castsi256_si128(placed), _mm256_extracti128_si256(placed, 1));
    waits = _mm_or_si128(waits, _mm_unpackhi_epi64(waits, waits));
    waits = _mm_or_si128(waits, _mm_shuffle_epi32(waits, 1));
    return {static_cast<std::uint32_t>(_mm_cvtsi128_si32(waits)), highest_bits(_mm256_slli_epi32(entries, 15)) ^ 0xFF};
}
inline Verdict verdict_of(__m256i low, __m256i high) noexcept {
    Verdict verdict = verdict_of(low);
    const Verdict more = verdict_of(high);
    return {verdict.waits | more.waits << 32, verdict.broken | more.broken << 8};
}

// The kinds that complete a hand with this verdict.
inline std::uint64_t waits_of(const Verdict& verdict) noexcept {
    const std::uint64_t one = (verdict.broken & (verdict.broken - 1)) == 0 ? verdict.waits : 0;
    const int first = kPartKinds * low_bit(verdict.broken | 1u << 31);
    return verdict.broken == 0 ? verdict.waits : one & (std::uint64_t{15} << (first & 63));
}

// The kinds whose byte is 0xFF (else it is 0), as a word per part.
inline __m256i part_words(__m256i bytes) noexcept {
    const __m256i bits = _mm256_and_si256(bytes, _mm256_set1_epi32(0x08040201));
    return _mm256_madd_epi16(_mm256_maddubs_epi16(bits, _mm256_set1_epi8(1)), _mm256_set1_epi16(1));
}

// The entries whose lower half has the bit for these kinds.
inline unsigned asked(__m256i entries, __m256i kinds) noexcept {
    return highest_bits(_mm256_slli_epi32(_mm256_srlv_epi32(entries, kinds), 31));
}

struct Shape {
    bool one_window;
    bool separable;
    bool even;
    bool hubs;       // crossing melds have the form of Hubs
    bool lines;      // crossing melds have the form of Lines
    int high_pairs;  // pairs of parts beyond the first eight parts
};

// Calls use.template operator()<shape>() with the shape of the tables.
template <class Use>
inline void by_shape(const Tables& tables, Use&& use) noexcept {
    const int parts = tables.parts.count();
    if (tables.separable()) {
        if (!tables.one_window) return use.template operator()<Shape{false, true, false, false, false, 4}>();
        if (parts <= 8) return use.template operator()<Shape{true, true, false, false, false, 0}>();
        if (parts <= 10) return use.template operator()<Shape{true, true, false, false, false, 1}>();
        return use.template operator()<Shape{true, true, false, false, false, 4}>();
    }
    if (!tables.even.empty()) return use.template operator()<Shape{false, false, true, false, false, 4}>();
    if (tables.one_window && parts <= 10) {
        if (tables.hubs->hold()) return use.template operator()<Shape{true, false, false, true, false, 1}>();
        if (tables.lines->hold()) return use.template operator()<Shape{true, false, false, false, true, 1}>();
    }
    return use.template operator()<Shape{false, false, false, false, false, 4}>();
}

template <Shape shape>
inline __m256i counts_of(const Tables& tables, const std::uint8_t* row, int half) noexcept {
    return shape.one_window ? own_counts(tables, row, half) : counts_by_part(tables, row, half);
}

// The verdict for a hand without crossing melds.
template <Shape shape>
inline Verdict verdict_of_row(const Tables& tables, __m256i low, __m256i high) noexcept {
    if constexpr (shape.high_pairs == 0) return verdict_of(dense_entries(tables, dense_index(tables, low, 0)));
    return verdict_of(dense_entries(tables, dense_index(tables, low, 0)),
                      dense_entries(tables, dense_index(tables, high, 1)));
}

#endif

}  // namespace
}  // namespace uneri::namima
