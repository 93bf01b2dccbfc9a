// Completeness of a row of counts, for rule sets with crossing melds.
#pragma once

#include "uneri/games/namima/hands/row_parts.hpp"

namespace uneri::namima {
namespace {

#ifdef UNERI_AVX2

// Can crossing melds among `places` mend the broken parts?
inline bool mend_row(const Tables& tables, __m256i low, __m256i high, unsigned broken,
                     const Tables::Places& places) noexcept {
    return Search{tables, {}}.template mend<true>(planes(low, high), broken, 0, places);
}

// --- crossing melds that lie in lines (Lines in tables.hpp) ---

// Eight bytes by line, stored twice: minus the number of kinds of the line with at least `least` cards.
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

// The entries of a hand's parts in Lines::spare.
struct Spare {
    __m256i low;
    __m256i high;

    // The parts that can give up exactly one card of each of these kinds.
    unsigned just(unsigned kinds) const noexcept {
        const __m128i shift = _mm_cvtsi32_si128(static_cast<int>(15 - kinds));
        return highest_bits(_mm256_sll_epi32(low, shift)) | highest_bits(_mm256_sll_epi32(high, shift)) << 8;
    }
};

// Can no meld of a line, or one, use up the parts? Those in `broken` need it; those in `sparing` can take part.
inline bool one_meld(const Lines& lines, unsigned broken, unsigned sparing) noexcept {
    const unsigned sizes = (2u << count_bits(sparing)) - (1u << count_bits(broken));
    return (broken == 0) | (((broken & ~sparing) == 0) & ((lines.sizes & sizes) != 0));
}

// The same with up to one meld per line. spares[s]: the parts that can give up exactly one card per line in s.
inline bool some_melds(const Lines& lines, unsigned parts, const std::uint16_t* spares, int number) noexcept {
    if (number == 1) return one_meld(lines, parts & ~std::uint32_t{spares[0]}, parts & spares[1]);
    const int half = 1 << (number - 1);
    unsigned without = 0;  // of these, those without a meld of the last line
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

// For hands that need more than one meld per group, or several melds that do not take the same parts.
[[gnu::noinline]] bool complete_melds(const Tables& tables, __m256i low, __m256i high, const Spare& spare) noexcept {
    const Lines& lines = *tables.lines;
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
        } else if ((twice >> (4 * parity) & 15) == 0) {
            return false;
        }
    }
    if (broken == 0) return true;
    return mend_row(tables, low, high, broken, possible(tables, low, high));
}

template <Shape shape>
inline bool complete_lines(const Tables& tables, __m256i low, __m256i high) noexcept {
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
    if ((asked(spare.low, usable(low)) & asked(spare.high, usable(high))) != 0xFF) return false;
    const unsigned broken = ~spare.just(0);
    // Tries one meld. If there are several full lines, tries one meld of each, all with the same parts.
    const auto mended = [&](unsigned parity) -> unsigned {
        const unsigned parts = 0x5555u << parity;
        return one_meld(lines, broken & parts, spare.just(lines_in(full) >> (4 * parity) & 15) & parts);
    };
    return (mended(0) & mended(1)) != 0 || complete_melds(tables, low, high, spare);
}

// --- crossing melds that join parts to hubs ---

// The cards that two parts may take together. Arguments are sets of sets of kinds, repeated in all 16 words; word s of
// the result is for the case that the first part takes the set s.
inline __m256i taken_by_two(__m256i first, __m256i second) noexcept {
    alignas(32) static constexpr std::uint16_t kApart[16] = {0xFFFF, 0x5555, 0x3333, 0x1111, 0x0F0F, 0x0505,
                                                             0x0303, 0x0101, 0x00FF, 0x0055, 0x0033, 0x0011,
                                                             0x000F, 0x0005, 0x0003, 0x0001};
    alignas(32) static constexpr std::uint16_t kJust[16] = {1u << 0,  1u << 1,  1u << 2,  1u << 3, 1u << 4,  1u << 5,
                                                            1u << 6,  1u << 7,  1u << 8,  1u << 9, 1u << 10, 1u << 11,
                                                            1u << 12, 1u << 13, 1u << 14, 1u << 15};
    const __m256i just = _mm256_load_si256(reinterpret_cast<const __m256i*>(kJust));
    const __m256i apart = _mm256_load_si256(reinterpret_cast<const __m256i*>(kApart));
    // Multiplies by 2^s if the first part can take s, else by 0.
    return _mm256_mullo_epi16(_mm256_and_si256(first, just), _mm256_and_si256(second, apart));
}
inline __m256i any_word(__m256i words) noexcept {
    words = _mm256_or_si256(words, _mm256_permute2x128_si256(words, words, 1));
    words = _mm256_or_si256(words, _mm256_shuffle_epi32(words, 0b01'00'11'10));
    words = _mm256_or_si256(words, _mm256_shuffle_epi32(words, 0b10'11'00'01));
    return _mm256_or_si256(words, _mm256_or_si256(_mm256_slli_epi32(words, 16), _mm256_srli_epi32(words, 16)));
}

template <Shape shape>
inline bool complete_tried(const Tables& tables, __m256i low, __m256i high) noexcept;

template <Shape shape>
inline bool complete_hubs(const Tables& tables, __m256i low, __m256i high) noexcept {
    const Hubs& hubs = *tables.hubs;
    const std::uint32_t* const starts = hubs.singles_start.data();
    const __m256i leaves = entries_at(hubs.singles.data(), dense_index(tables, low, 0, starts));
    const __m256i some = _mm256_cmpgt_epi8(high, _mm256_setzero_si256());
    const __m256i held = _mm256_broadcastq_epi64(_mm256_castsi256_si128(part_words(some)));
    if (asked(leaves, held) != 0xFF) return false;
    alignas(32) std::uint16_t takes[16];
    _mm256_store_si256(reinterpret_cast<__m256i*>(takes), leaves);
    const auto hub_index =
        static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm256_castsi256_si128(dense_index(tables, high, 1, starts))));
    const auto fails = [&](unsigned parity, std::uint32_t hub) {
        const auto of = [&](unsigned leaf) {
            return _mm256_set1_epi16(static_cast<short>(takes[2 * (2 * leaf + parity) + 1]));
        };
        const __m256i first = any_word(taken_by_two(of(0), of(1)));
        const __m256i last = any_word(taken_by_two(of(2), of(3)));
        const __m256i given = _mm256_set1_epi16(static_cast<short>(hubs.singles[hub] >> 16));
        return _mm256_testz_si256(taken_by_two(first, last), given);  // testz is 1 if there is no match
    };
    const int failing =
        fails(0, static_cast<std::uint32_t>(hub_index)) | fails(1, static_cast<std::uint32_t>(hub_index >> 32)) << 1;
    if (failing == 0) return true;
    // Single cards decide a whole group unless its hub has two cards of a kind.
    const unsigned two = bits_of(_mm256_cmpgt_epi8(high, _mm256_set1_epi8(1)));
    const int twice = ((two & 0x0F) != 0 ? 1 : 0) | ((two & 0xF0) != 0 ? 2 : 0);
    return (failing & ~twice) == 0 && complete_tried<shape>(tables, low, high);
}

// --- any crossing melds ---

// Tries crossing melds one by one.
template <Shape shape>
inline bool complete_tried(const Tables& tables, __m256i low, __m256i high) noexcept {
    const std::uint8_t* entries = tables.dense_complete.data();
    unsigned broken = 0;
    int part = 0;
    const auto look_up = [&](std::uint64_t two) {
        const unsigned first = entries[two & 0xFFFF'FFFF];
        const unsigned second = entries[two >> 32];
        broken |= (~first & Tables::kComplete) << part | (~second & Tables::kComplete) << (part + 1);
        part += 2;
    };
    const __m256i low_index = dense_index(tables, low, 0);
    const __m256i high_index = dense_index(tables, high, 1);
    each_pair<4>(low_index, look_up);
    each_pair<shape.high_pairs>(high_index, look_up);
    if (broken == 0) return true;
    alignas(32) std::uint32_t at[kMaxParts];
    _mm256_store_si256(reinterpret_cast<__m256i*>(at), low_index);
    _mm256_store_si256(reinterpret_cast<__m256i*>(at) + 1, high_index);
    const Tables::Places places = possible(tables, low, high);
    for (unsigned left = broken; left != 0; left &= left - 1) {
        const Tables::Places& here = tables.touching_places[static_cast<std::size_t>(low_bit(left))];
        if (((places[0] & here[0]) | (places[1] & here[1])) == 0) return false;
    }
    std::uint64_t usable = 0;  // the kinds that crossing melds may use
    for (std::size_t word = 0; word < 2; ++word) {
        for (std::uint64_t left = places[word]; left != 0; left &= left - 1)
            usable |= tables.crossing[64 * word + static_cast<std::size_t>(low_bit(left))].cards.some();
    }
    for (unsigned left = broken; left != 0; left &= left - 1) {
        const int p = low_bit(left);
        const unsigned kinds = usable >> (kPartKinds * p) & 15;
        if ((tables.dense_mendable[at[p]] >> kinds & 1) == 0) return false;
    }
    return mend_row(tables, low, high, broken, places);
}

// `low` and `high` hold the counts in part order.
template <Shape shape>
inline bool complete_crossing(const Tables& tables, __m256i low, __m256i high) noexcept {
    if constexpr (shape.hubs) {
        return complete_hubs<shape>(tables, low, high);
    } else if constexpr (shape.lines) {
        return complete_lines<shape>(tables, low, high);
    } else {
        return complete_tried<shape>(tables, low, high);
    }
}

#endif

}  // namespace
}  // namespace uneri::namima
