// Part of the bodies of complete.cpp and waits.cpp, see isa.hpp: is a row complete where crossing melds join parts to
// hubs?

#include "uneri/games/namima/hands/line_rows.inl"

#ifdef UNERI_FAST_BODY

// What two parts may take together, both given as sets of sets of kinds in all 16 words: word s is what they take if
// the first takes the set s.
inline __m256i taken_by_two(__m256i first, __m256i second) noexcept {
    alignas(32) static constexpr std::uint16_t kApart[16] = {0xFFFF, 0x5555, 0x3333, 0x1111, 0x0F0F, 0x0505,
                                                             0x0303, 0x0101, 0x00FF, 0x0055, 0x0033, 0x0011,
                                                             0x000F, 0x0005, 0x0003, 0x0001};
    alignas(32) static constexpr std::uint16_t kJust[16] = {1u << 0,  1u << 1,  1u << 2,  1u << 3, 1u << 4,  1u << 5,
                                                            1u << 6,  1u << 7,  1u << 8,  1u << 9, 1u << 10, 1u << 11,
                                                            1u << 12, 1u << 13, 1u << 14, 1u << 15};
    const __m256i just = _mm256_load_si256(reinterpret_cast<const __m256i*>(kJust));
    const __m256i apart = _mm256_load_si256(reinterpret_cast<const __m256i*>(kApart));
    // Times 2^s where the first takes s, else times 0.
    return _mm256_mullo_epi16(_mm256_and_si256(first, just), _mm256_and_si256(second, apart));
}
inline __m256i any_word(__m256i words) noexcept {
    words = _mm256_or_si256(words, _mm256_permute2x128_si256(words, words, 1));
    words = _mm256_or_si256(words, _mm256_shuffle_epi32(words, 0b01'00'11'10));
    words = _mm256_or_si256(words, _mm256_shuffle_epi32(words, 0b10'11'00'01));
    return _mm256_or_si256(words, _mm256_or_si256(_mm256_slli_epi32(words, 16), _mm256_srli_epi32(words, 16)));
}

// By all that parts may take of the hubs, also several cards of a kind, and by lay-offs.
[[gnu::noinline]] bool complete_joined(const Tables& tables, __m256i low, __m256i high, MeldIds exposed) noexcept {
    alignas(32) std::uint32_t at[kMaxParts];
    _mm256_store_si256(reinterpret_cast<__m256i*>(at), dense_index(tables, low, 0));
    _mm256_store_si256(reinterpret_cast<__m256i*>(at) + 1, dense_index(tables, high, 1));
    unsigned broken = 0;
    for (int p = 0; p < tables.parts.count(); ++p) broken |= (~unsigned{tables.dense_ok[at[p]]} & Tables::kOk) << p;
    const Search search{tables, exposed};
    const unsigned laid = search.may_lay();
    for (const Hubs::Group& group : tables.hubs->groups()) {
        const unsigned parts = group.leaves | 1u << group.hub;
        if ((broken & parts) == 0) continue;
        if (tables.hubs->complete(group, broken, tables.dense_start.data(), at)) {
            broken &= ~parts;
        } else if ((laid & parts) == 0) {
            return false;
        }
    }
    if (broken == 0) return true;
    if (laid == 0) return false;
    return search.template mend<true>(planes(low, high), broken, search.all_free(), possible(tables, low, high));
}

template <Shape shape>
inline bool complete_hubs(const Tables& tables, __m256i low, __m256i high, MeldIds exposed) noexcept {
    const Hubs& hubs = *tables.hubs;
    const std::uint32_t* const starts = hubs.singles_start.data();
    const __m256i leaves = entries_at(hubs.singles.data(), dense_index(tables, low, 0, starts));
    const __m256i some = _mm256_cmpgt_epi8(high, _mm256_setzero_si256());
    const __m256i held = _mm256_broadcastq_epi64(_mm256_castsi256_si128(part_words(some)));
    unsigned mendable = asked(leaves, held);
    if constexpr (shape.open) mendable |= Search{tables, exposed}.may_lay() & 0xFF;
    if (mendable != 0xFF) return false;
    alignas(32) std::uint16_t takes[16];
    _mm256_store_si256(reinterpret_cast<__m256i*>(takes), leaves);
    const auto hub_index =
        static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm256_castsi256_si128(dense_index(tables, high, 1, starts))));
    const auto joined = [&](unsigned parity, std::uint32_t hub) {
        const auto of = [&](unsigned leaf) {
            return _mm256_set1_epi16(static_cast<short>(takes[2 * (2 * leaf + parity) + 1]));
        };
        const __m256i first = any_word(taken_by_two(of(0), of(1)));
        const __m256i last = any_word(taken_by_two(of(2), of(3)));
        const __m256i given = _mm256_set1_epi16(static_cast<short>(hubs.singles[hub] >> 16));
        return _mm256_testz_si256(taken_by_two(first, last), given);  // 1: not
    };
    // Both, without a branch in between.
    const int not_joined =
        joined(0, static_cast<std::uint32_t>(hub_index)) | joined(1, static_cast<std::uint32_t>(hub_index >> 32));
    if (not_joined == 0) return true;
    // Single cards tell all unless a hub has two of a kind.
    const bool twice = _mm256_testz_si256(_mm256_cmpgt_epi8(high, _mm256_set1_epi8(1)), _mm256_set1_epi8(-1)) == 0;
    return (twice || shape.open) && complete_joined(tables, low, high, exposed);
}

#endif
