// Part of the bodies of complete.cpp and waits.cpp, see isa.hpp: the entries of the parts of rows.

#include "uneri/games/namima/hands/meld_search.inl"
#include "uneri/games/namima/hands/row_counts.inl"

#ifdef UNERI_FAST_BODY

// visit(two) for every pair of parts, two places in dense_ok a word.
template <int pairs, class Visit>
inline void each_pair(__m256i index, Visit&& visit) noexcept {
    visit(static_cast<std::uint64_t>(_mm256_extract_epi64(index, 0)));
    if constexpr (pairs > 1) visit(static_cast<std::uint64_t>(_mm256_extract_epi64(index, 1)));
    if constexpr (pairs > 2) visit(static_cast<std::uint64_t>(_mm256_extract_epi64(index, 2)));
    if constexpr (pairs > 3) visit(static_cast<std::uint64_t>(_mm256_extract_epi64(index, 3)));
}

// The crossing melds that the kinds there do not rule out.
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

// May the row be complete by Tables::even?
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

// Bit p of the parts that local melds do not use up, and bit 4p + i of the kinds that, with one card more, let them use
// up part p. Parts beyond the last one are used up.
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

// The kinds that complete a hand whose parts are as they are.
inline std::uint64_t waits_of(const Verdict& verdict) noexcept {
    const std::uint64_t one = (verdict.broken & (verdict.broken - 1)) == 0 ? verdict.waits : 0;
    const int first = kPartKinds * low_bit(verdict.broken | 1u << 31);
    return verdict.broken == 0 ? verdict.waits : one & (std::uint64_t{15} << (first & 63));
}

// The kinds that lay-offs may take. Up to four melds without a branch on their number.
inline std::uint64_t laid_kinds(const Tables& tables, MeldIds exposed) noexcept {
    if (exposed.empty()) return 0;
    const std::size_t last = exposed.size() - 1;
    const auto of = [&](std::size_t e) { return tables.lay_kinds[exposed[e < last ? e : last]]; };
    std::uint64_t kinds = of(0) | of(1) | of(2) | of(3);
    for (std::size_t e = 4; e <= last; ++e) kinds |= of(e);
    return kinds;
}

// Kinds of eight parts as words, one a part.
inline __m256i part_words(std::uint64_t kinds) noexcept {
    const __m256i all = _mm256_set1_epi32(static_cast<int>(kinds));
    return _mm256_and_si256(_mm256_srlv_epi32(all, _mm256_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28)),
                            _mm256_set1_epi32(15));
}
// Those whose byte is not 0 but 0xFF.
inline __m256i part_words(__m256i bytes) noexcept {
    const __m256i bits = _mm256_and_si256(bytes, _mm256_set1_epi32(0x08040201));
    return _mm256_madd_epi16(_mm256_maddubs_epi16(bits, _mm256_set1_epi8(1)), _mm256_set1_epi16(1));
}

// Which of the words say yes to these kinds, in their lower half?
inline unsigned asked(__m256i entries, __m256i kinds) noexcept {
    return highest_bits(_mm256_slli_epi32(_mm256_srlv_epi32(entries, kinds), 31));
}

// Bit p of the parts that local melds cannot use up without some cards of these kinds.
inline unsigned beyond_mending(__m256i low, __m256i high, std::uint64_t kinds) noexcept {
    return (asked(low, part_words(kinds)) | asked(high, part_words(kinds >> 32)) << 8) ^ 0xFFFF;
}

// Nothing need be laid off: an entry with lay-offs holds that without.
inline void add(Verdict& verdict, unsigned p, unsigned entry) noexcept {
    verdict.broken &= ~((entry & Tables::kOk) << p);
    verdict.waits |= std::uint64_t{entry >> 1} << (kPartKinds * p);
}

// Lets cards be laid off on exposed melds; where several lie in one part, lay-offs are tried one by one. By itself, to
// leave the registers to the loop over rows that mostly goes without.
[[gnu::noinline]] Verdict lay_off(const Tables& tables, const std::uint8_t* row, MeldIds exposed, __m256i low_index,
                                  __m256i high_index, Verdict verdict) noexcept {
    alignas(32) std::uint32_t at[kMaxParts];
    _mm256_store_si256(reinterpret_cast<__m256i*>(at), low_index);
    _mm256_store_si256(reinterpret_cast<__m256i*>(at) + 1, high_index);
    unsigned laid = 0;
    unsigned several = 0;
    for (const std::uint16_t id : exposed) {
        const unsigned p = tables.part_of[id];
        several |= laid & 1u << p;
        laid |= 1u << p;
        add(verdict, p, tables.laid_ok[tables.laid_start[id] + at[p]]);
    }
    if (several == 0) return verdict;
    const Search search{tables, exposed};
    const Cards hand = load_row(tables, row);
    for (; several != 0; several &= several - 1) {
        const int p = low_bit(several);
        add(verdict, static_cast<unsigned>(p), search.laid_entry(hand, p, 0, -1));
    }
    return verdict;
}

struct Shape {
    bool one_window;
    bool separable;
    bool even;
    bool hubs;
    bool alternate;  // up to ten parts in two groups, of even and of odd parts, of the sort of Lines or of Hubs
    bool open;       // there are exposed melds
    int high_pairs;  // pairs of parts beyond the first eight parts
};

// Calls use.template operator()<shape>() with that of the tables.
template <bool open, class Use>
inline void by_shape(const Tables& tables, Use&& use) noexcept {
    const int parts = tables.parts.count();
    if (tables.separable()) {
        if (!tables.one_window) return use.template operator()<Shape{false, true, false, false, false, open, 4}>();
        if (parts <= 8) return use.template operator()<Shape{true, true, false, false, false, open, 0}>();
        if (parts <= 10) return use.template operator()<Shape{true, true, false, false, false, open, 1}>();
        return use.template operator()<Shape{true, true, false, false, false, open, 4}>();
    }
    if (!tables.even.empty()) return use.template operator()<Shape{false, false, true, false, false, open, 4}>();
    const bool hubs = !tables.hubs->groups().empty();
    if (hubs) {
        if (tables.hubs->alternate() && tables.one_window && parts <= 10)
            return use.template operator()<Shape{true, false, false, true, true, open, 1}>();
        return use.template operator()<Shape{false, false, false, true, false, open, 4}>();
    }
    if (tables.lines->hold() && tables.one_window && parts <= 10)
        return use.template operator()<Shape{true, false, false, false, true, open, 1}>();
    return use.template operator()<Shape{false, false, false, false, false, open, 4}>();
}

template <Shape shape>
inline __m256i counts_of(const Tables& tables, const std::uint8_t* row, int half) noexcept {
    return shape.one_window ? own_counts(tables, row, half) : woven_counts(tables, row, half);
}

// The verdict of a hand where no meld crosses; if surely more than `most` parts are broken, only that there are so
// many.
template <Shape shape>
inline Verdict verdict_of_row(const Tables& tables, const std::uint8_t* row, __m256i low, __m256i high, MeldIds exposed,
                              int most) noexcept {
    const __m256i low_index = dense_index(tables, low, 0);
    const __m256i high_index = shape.high_pairs > 0 ? dense_index(tables, high, 1) : _mm256_setzero_si256();
    const __m256i low_entries = dense_entries(tables, low_index);
    const __m256i high_entries = shape.high_pairs > 0 ? dense_entries(tables, high_index) : _mm256_set1_epi32(0x1'FFFF);
    if constexpr (shape.open) {
        const unsigned beyond = beyond_mending(low_entries, high_entries, laid_kinds(tables, exposed));
        if (count_bits(beyond) > most) return {0, beyond};
        return lay_off(tables, row, exposed, low_index, high_index, verdict_of(low_entries, high_entries));
    }
    return verdict_of(low_entries, high_entries);
}

#endif
