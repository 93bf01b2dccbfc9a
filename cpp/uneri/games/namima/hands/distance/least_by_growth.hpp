// Operations on rows of lanes (part_tables.hpp). Here a lane holds its *room*: a fixed top minus the least number of
// lacking cards; 0 means out of reach.
#pragma once

#include <array>
#include <cstring>

#include "uneri/games/namima/cpu_dispatch.hpp"
#include "uneri/games/namima/hands/distance/part_tables.hpp"

namespace uneri::namima {
namespace {

// The shuffle that moves lanes; 0x80 marks a lane that is moved in from outside.
inline constexpr std::array<std::uint8_t, 3 * kLanes> kShuffle = [] {
    std::array<std::uint8_t, 3 * kLanes> out{};
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = static_cast<std::uint8_t>(i / kLanes == 1 ? i - kLanes : 0x80);
    return out;
}();
// By weight: the most lacking cards in each lane, -1 if the lane's rise alone weighs more.
inline constexpr int kHeaviest = 2 * kMostLacking + 1;
inline constexpr std::array<std::array<std::int8_t, kLanes>, kHeaviest + 1> kLimits = [] {
    std::array<std::array<std::int8_t, kLanes>, kHeaviest + 1> out{};
    for (int weight = 0; weight <= kHeaviest; ++weight) {
        for (int i = 0; i < kLanes; ++i) {
            const int twice = weight + i - kNoRise;
            out[static_cast<std::size_t>(weight)][static_cast<std::size_t>(i)] =
                static_cast<std::int8_t>(twice < 0 ? -1 : twice / 2);
        }
    }
    return out;
}();

#ifdef UNERI_AVX2
using Lanes = __m128i;

// Shuffles for lanes i and i + kLanes / 2, side by side: one moves lanes up by the rise, one repeats the lane.
struct Pairs {
    alignas(32) std::uint8_t up[kLanes / 2][2 * kLanes];
    alignas(32) std::uint8_t lane[kLanes / 2][2 * kLanes];
    __m256i moved(std::size_t i, const __m256i& lanes) const noexcept { return shuffled(lanes, up[i]); }
    __m256i spread(std::size_t i, const __m256i& lanes) const noexcept { return shuffled(lanes, lane[i]); }

private:
    static __m256i shuffled(const __m256i& lanes, const std::uint8_t* by) noexcept {
        return _mm256_shuffle_epi8(lanes, _mm256_load_si256(reinterpret_cast<const __m256i*>(by)));
    }
};
inline constexpr Pairs kPairs = [] {
    Pairs out{};
    for (int lane = 0; lane < kLanes; ++lane) {
        const int half = lane / (kLanes / 2) * kLanes;
        for (int i = 0; i < kLanes; ++i) {
            const int from = i - (lane - kNoRise);
            out.up[lane % (kLanes / 2)][half + i] = static_cast<std::uint8_t>(from >= 0 && from < kLanes ? from : 0x80);
            out.lane[lane % (kLanes / 2)][half + i] = static_cast<std::uint8_t>(lane);
        }
    }
    return out;
}();

template <class Byte>
inline Lanes load_lanes(const Byte* from) noexcept {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
}
inline Lanes all_of(int value) noexcept { return _mm_set1_epi8(static_cast<char>(value)); }
inline Lanes greater(const Lanes& a, const Lanes& b) noexcept { return _mm_max_epu8(a, b); }
// Moves lanes up: lane i of the result is lane i - by, -16 <= by <= 16.
inline Lanes up(const Lanes& a, int by) noexcept {
    return _mm_shuffle_epi8(a, load_lanes(kShuffle.data() + kLanes - by));
}
// Room minus cards, lane by lane; at least 0.
inline Lanes less(const Lanes& a, const Lanes& cards) noexcept { return _mm_subs_epu8(a, cards); }
inline Lanes reversed(const Lanes& a) noexcept {
    return _mm_shuffle_epi8(a, _mm_set_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
}
inline unsigned equal(const Lanes& a, const Lanes& b) noexcept {
    return static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(a, b)));
}
inline unsigned reached(const Lanes& a) noexcept { return ~equal(a, _mm_setzero_si128()) & 0xFFFF; }
// The lanes of numbers of cards that are within limits, as bits.
inline unsigned within(const Lanes& cards, const Lanes& limits) noexcept {
    return ~static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpgt_epi8(cards, limits))) & 0xFFFF;
}
// Clears the lanes that have more lacking cards than their limits.
inline Lanes limited(const Lanes& a, int top, const Lanes& limits) noexcept {
    const Lanes least = _mm_max_epi8(_mm_sub_epi8(all_of(top), limits), _mm_setzero_si128());
    return _mm_and_si128(a, _mm_cmpeq_epi8(_mm_max_epu8(a, least), a));
}
inline int least_of(const Lanes& a) noexcept {
    const Lanes pairs = _mm_min_epu8(a, _mm_srli_epi16(a, 8));
    return _mm_cvtsi128_si32(_mm_minpos_epu16(_mm_and_si128(pairs, _mm_set1_epi16(0xFF)))) & 0xFF;
}
inline int most_of(const Lanes& a) noexcept { return 0xFF - least_of(_mm_xor_si128(a, all_of(0xFF))); }
// The least weight of the lanes within reach: twice the lacking cards minus the rise.
inline int lightest_of(const Lanes& a, int top) noexcept {
    const Lanes lacking = _mm_sub_epi8(all_of(top), a);
    const Lanes falling = _mm_set_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    const Lanes weights = _mm_add_epi8(_mm_add_epi8(lacking, lacking), falling);
    return least_of(_mm_or_si128(weights, _mm_cmpeq_epi8(a, _mm_setzero_si128()))) - (kLanes - 1 - kNoRise);
}
inline void store_lanes(std::uint8_t* to, const Lanes& lanes) noexcept {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to), lanes);
}
// 0xFF in these lanes, 0 in others.
inline Lanes mask_of(unsigned lanes) noexcept {
    const Lanes bits = _mm_set_epi8(-128, 64, 32, 16, 8, 4, 2, 1, -128, 64, 32, 16, 8, 4, 2, 1);
    const Lanes all = _mm_shuffle_epi8(_mm_cvtsi32_si128(static_cast<int>(lanes)),
                                       _mm_set_epi8(1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0));
    return _mm_cmpeq_epi8(_mm_and_si128(all, bits), bits);
}
// The room left by two sets of cards together; of the second, only the lanes in `lanes` count. There is no branch,
// since the number of lanes is hard to predict.
inline Lanes joined(const Lanes& a, const Lanes& cards, unsigned lanes) noexcept {
    const __m256i each = _mm256_broadcastsi128_si256(a);
    const __m256i by = _mm256_broadcastsi128_si256(_mm_or_si128(cards, _mm_xor_si128(mask_of(lanes), all_of(0xFF))));
    __m256i out = _mm256_setzero_si256();
#pragma GCC unroll 8
    for (std::size_t i = 0; i < kLanes / 2; ++i)
        out = _mm256_max_epu8(out, _mm256_subs_epu8(kPairs.moved(i, each), kPairs.spread(i, by)));
    return _mm_max_epu8(_mm256_castsi256_si128(out), _mm256_extracti128_si256(out, 1));
}
// The lanes of the second set that reach the room `sum`, with some lane of the first, in one of the lanes `wanted`.
inline unsigned joining(const Lanes& a, const Lanes& cards, const Lanes& sum, unsigned wanted) noexcept {
    const __m256i each = _mm256_broadcastsi128_si256(a);
    const __m256i by = _mm256_broadcastsi128_si256(cards);
    const __m256i sums = _mm256_broadcastsi128_si256(_mm_or_si128(sum, _mm_xor_si128(mask_of(wanted), all_of(0xFF))));
    const auto found = [&](std::size_t i) {
        return _mm256_cmpeq_epi8(_mm256_subs_epu8(kPairs.moved(i, each), kPairs.spread(i, by)), sums);
    };
    const auto both = [&](std::size_t i) { return _mm256_packs_epi16(found(i), found(i + 1)); };
    const __m256i all = _mm256_packs_epi16(_mm256_packs_epi16(both(0), both(2)), _mm256_packs_epi16(both(4), both(6)));
    const __m256i none = _mm256_cmpeq_epi16(all, _mm256_setzero_si256());
    const auto bits = ~static_cast<unsigned>(_mm256_movemask_epi8(_mm256_packs_epi16(none, none)));
    return (bits & 0xFF) | (bits >> 8 & 0xFF00);
}
// Words to[i] |= from[i] | more, for those of `lanes` in which `a` and `b` are equal. All words of `from` must be
// readable. There is no branch here, either.
inline void merge_where_equal(const Lanes& a, const Lanes& b, unsigned lanes, std::uint64_t more,
                              const std::uint64_t* from, std::uint64_t* to) noexcept {
    Lanes where = _mm_and_si128(mask_of(lanes), _mm_cmpeq_epi8(a, b));
    const __m256i word = _mm256_set1_epi64x(static_cast<long long>(more));
#pragma GCC unroll 4
    for (int i = 0; i < kLanes; i += 4, where = _mm_srli_si128(where, 4)) {
        const auto* const source = reinterpret_cast<const __m256i*>(from + i);
        auto* const place = reinterpret_cast<__m256i*>(to + i);
        const __m256i added =
            _mm256_and_si256(_mm256_cvtepi8_epi64(where), _mm256_or_si256(word, _mm256_loadu_si256(source)));
        _mm256_storeu_si256(place, _mm256_or_si256(_mm256_loadu_si256(place), added));
    }
}
#else
struct Lanes {
    std::uint8_t at[kLanes];
};

template <class Make>
inline Lanes make_lanes(Make&& make) noexcept {
    Lanes out;
    for (int i = 0; i < kLanes; ++i) out.at[i] = static_cast<std::uint8_t>(make(i));
    return out;
}
template <class Byte>
inline Lanes load_lanes(const Byte* from) noexcept {
    Lanes out;
    std::memcpy(out.at, from, kLanes);
    return out;
}
inline Lanes all_of(int value) noexcept {
    return make_lanes([&](int) { return value; });
}
inline Lanes greater(const Lanes& a, const Lanes& b) noexcept {
    return make_lanes([&](int i) { return a.at[i] > b.at[i] ? a.at[i] : b.at[i]; });
}
inline Lanes up(const Lanes& a, int by) noexcept {
    return make_lanes([&](int i) { return i - by >= 0 && i - by < kLanes ? a.at[i - by] : 0; });
}
inline Lanes less(const Lanes& a, const Lanes& cards) noexcept {
    return make_lanes([&](int i) { return a.at[i] > cards.at[i] ? a.at[i] - cards.at[i] : 0; });
}
inline Lanes reversed(const Lanes& a) noexcept {
    return make_lanes([&](int i) { return a.at[kLanes - 1 - i]; });
}
inline unsigned equal(const Lanes& a, const Lanes& b) noexcept {
    unsigned out = 0;
    for (int i = 0; i < kLanes; ++i) out |= static_cast<unsigned>(a.at[i] == b.at[i]) << i;
    return out;
}
inline unsigned reached(const Lanes& a) noexcept { return ~equal(a, all_of(0)) & 0xFFFF; }
inline unsigned within(const Lanes& cards, const Lanes& limits) noexcept {
    unsigned out = 0;
    for (int i = 0; i < kLanes; ++i)
        out |= static_cast<unsigned>(cards.at[i] <= static_cast<std::int8_t>(limits.at[i])) << i;
    return out;
}
inline Lanes limited(const Lanes& a, int top, const Lanes& limits) noexcept {
    return make_lanes([&](int i) { return a.at[i] >= top - static_cast<std::int8_t>(limits.at[i]) ? a.at[i] : 0; });
}
inline int most_of(const Lanes& a) noexcept {
    int most = 0;
    for (const std::uint8_t lane : a.at) most = lane > most ? lane : most;
    return most;
}
inline int lightest_of(const Lanes& a, int top) noexcept {
    int least = kHeaviest;
    for (int i = 0; i < kLanes; ++i) {
        const int weight = 2 * (top - a.at[i]) - (i - kNoRise);
        least = a.at[i] != 0 && weight < least ? weight : least;
    }
    return least;
}
inline void store_lanes(std::uint8_t* to, const Lanes& lanes) noexcept { std::memcpy(to, lanes.at, kLanes); }
inline Lanes joined(const Lanes& a, const Lanes& cards, unsigned lanes) noexcept {
    Lanes out = all_of(0);
    for (; lanes != 0; lanes &= lanes - 1) {
        const int lane = low_bit(lanes);
        out = greater(out, less(up(a, lane - kNoRise), all_of(cards.at[lane])));
    }
    return out;
}
inline unsigned joining(const Lanes& a, const Lanes& cards, const Lanes& sum, unsigned wanted) noexcept {
    unsigned out = 0;
    for (int lane = 0; lane < kLanes; ++lane) {
        if ((equal(less(up(a, lane - kNoRise), all_of(cards.at[lane])), sum) & wanted) != 0) out |= 1u << lane;
    }
    return out;
}
inline void merge_where_equal(const Lanes& a, const Lanes& b, unsigned lanes, std::uint64_t more,
                              const std::uint64_t* from, std::uint64_t* to) noexcept {
    for (unsigned left = equal(a, b) & lanes; left != 0; left &= left - 1)
        to[low_bit(left)] |= from[low_bit(left)] | more;
}
#endif

// The bits of lanes in reverse order.
inline unsigned turned_bits(unsigned lanes) noexcept {
    lanes = (lanes & 0x5555) << 1 | (lanes >> 1 & 0x5555);
    lanes = (lanes & 0x3333) << 2 | (lanes >> 2 & 0x3333);
    lanes = (lanes & 0x0F0F) << 4 | (lanes >> 4 & 0x0F0F);
    return (lanes & 0xFF) << 8 | (lanes >> 8 & 0xFF);
}

inline Lanes only_level(int value) noexcept {
    std::uint8_t bytes[kLanes] = {};
    bytes[kNoRise] = static_cast<std::uint8_t>(value);
    return load_lanes(bytes);
}

}  // namespace
}  // namespace uneri::namima
