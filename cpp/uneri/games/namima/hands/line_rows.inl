// Part of the bodies of complete.cpp and waits.cpp, see isa.hpp: is a row complete where crossing melds lie in lines?

#include "uneri/games/namima/hands/row_parts.inl"

#ifdef UNERI_FAST_BODY

// Eight bytes by line, twice: minus the number of its kinds of which there are as many as `least`.
inline __m128i minus_kinds(__m256i low, __m256i high, int least) noexcept {
    const __m256i below = _mm256_set1_epi8(static_cast<char>(least - 1));
    const __m256i four = _mm256_add_epi8(_mm256_cmpgt_epi8(low, below), _mm256_cmpgt_epi8(high, below));
    const __m128i two = _mm_add_epi8(_mm256_castsi256_si128(four), _mm256_extracti128_si256(four, 1));
    return _mm_add_epi8(two, _mm_unpackhi_epi64(two, two));
}
inline __m128i as_many_as(int number, __m128i minus) noexcept {
    return _mm_cmpgt_epi8(_mm_set1_epi8(static_cast<char>(1 - number)), minus);
}
inline unsigned lines_in(__m128i bytes) noexcept { return static_cast<unsigned>(_mm_movemask_epi8(bytes)) & 0xFF; }

// A hand as its parts' entries in Lines::spare.
struct Spare {
    __m256i low;
    __m256i high;

    // The parts that can spare just one card each of these kinds.
    unsigned just(unsigned kinds) const noexcept {
        const __m128i shift = _mm_cvtsi32_si128(static_cast<int>(15 - kinds));
        return highest_bits(_mm256_sll_epi32(low, shift)) | highest_bits(_mm256_sll_epi32(high, shift)) << 8;
    }
};

// Can no meld of a line or one use up the parts, of which `broken` need it and `sparing` can take part?
inline bool one_meld(const Lines& lines, unsigned broken, unsigned sparing) noexcept {
    const unsigned sizes = (2u << count_bits(sparing)) - (1u << count_bits(broken));
    return (broken == 0) | (((broken & ~sparing) == 0) & ((lines.sizes & sizes) != 0));
}

// Can up to one meld of each of `number` lines? spares[s]: of the parts, those that can spare just the lines in s.
inline bool some_melds(const Lines& lines, unsigned parts, const std::uint16_t* spares, int number) noexcept {
    if (number == 1) return one_meld(lines, parts & ~std::uint32_t{spares[0]}, parts & spares[1]);
    const int half = 1 << (number - 1);
    unsigned without = 0;  // a meld of the last line
    unsigned with = 0;
    for (int s = 0; s < half; ++s) {
        without |= spares[s];
        with |= spares[half + s];
    }
    const unsigned must = parts & ~without;
    const unsigned may = parts & with & without;
    if ((must & ~with) != 0) return false;
    for (unsigned more = may;; more = (more - 1) & may) {
        const unsigned meld = must | more;
        if (meld == 0 || (lines.sizes >> count_bits(meld) & 1) != 0) {
            std::uint16_t rest[8];
            for (int s = 0; s < half; ++s)
                rest[s] = static_cast<std::uint16_t>((spares[s] & ~meld) | (spares[half + s] & meld));
            if (some_melds(lines, parts, rest, number - 1)) return true;
        }
        if (more == 0) return false;
    }
}

// Where one meld a group, or such melds of the same parts, are not enough.
[[gnu::noinline]] bool complete_melds(const Tables& tables, __m256i low, __m256i high, const Spare& spare,
                                      MeldIds exposed) noexcept {
    const Lines& lines = *tables.lines;
    const Search search{tables, exposed};
    const unsigned laid = search.may_lay();
    const __m128i kinds = minus_kinds(low, high, 1);
    const unsigned full = lines_in(as_many_as(lines.least, kinds));
    const unsigned twice = lines_in(as_many_as(2 * lines.least, _mm_add_epi8(kinds, minus_kinds(low, high, 2))));
    unsigned broken = ~spare.just(0) & 0xFFFF;
    for (unsigned parity = 0; parity < 2; ++parity) {
        const unsigned parts = 0x5555u << parity;
        const unsigned places = full >> (4 * parity) & 15;
        bool good = (broken & parts) == 0;
        if (!good && places != 0) {
            std::uint16_t spares[16];
            const int number = count_bits(places);
            for (unsigned s = 0; s < 1u << number; ++s)
                spares[s] = static_cast<std::uint16_t>(spare.just(_pdep_u32(s, places)));
            good = some_melds(lines, parts, spares, number);
        }
        if (good) {
            broken &= ~parts;
        } else if ((laid & parts) == 0 && (twice >> (4 * parity) & 15) == 0) {
            return false;
        }
    }
    if (broken == 0) return true;
    return search.template mend<true>(planes(low, high), broken, search.all_free(), possible(tables, low, high));
}

template <Shape shape>
inline bool complete_lines(const Tables& tables, __m256i low, __m256i high, MeldIds exposed) noexcept {
    const Lines& lines = *tables.lines;
    const __m128i index = _mm256_castsi256_si128(dense_index(tables, high, 1));
    const __m128i high_four = _mm_i32gather_epi32(reinterpret_cast<const int*>(lines.spare.data()), index, 4);
    const Spare spare{entries_at(lines.spare.data(), dense_index(tables, low, 0)),
                      _mm256_inserti128_si256(_mm256_set1_epi32(0x1'FFFF), high_four, 0)};
    const __m128i full = as_many_as(lines.least, minus_kinds(low, high, 1));
    const __m256i of_full = _mm256_broadcastq_epi64(full);
    const auto usable = [&](__m256i counts) {
        return part_words(_mm256_and_si256(_mm256_cmpgt_epi8(counts, _mm256_setzero_si256()), of_full));
    };
    __m256i low_kinds = usable(low);
    __m256i high_kinds = usable(high);
    if constexpr (shape.open) {
        const std::uint64_t laid = laid_kinds(tables, exposed);
        low_kinds = _mm256_or_si256(low_kinds, part_words(laid));
        high_kinds = _mm256_or_si256(high_kinds, part_words(laid >> 32));
    }
    if ((asked(spare.low, low_kinds) & asked(spare.high, high_kinds)) != 0xFF) return false;
    const unsigned broken = ~spare.just(0);
    // One meld; where there are several full lines, one of each, all of the same parts.
    const auto mended = [&](unsigned parity) -> unsigned {
        const unsigned parts = 0x5555u << parity;
        return one_meld(lines, broken & parts, spare.just(lines_in(full) >> (4 * parity) & 15) & parts);
    };
    return (mended(0) & mended(1)) != 0 || complete_melds(tables, low, high, spare, exposed);
}

#endif
