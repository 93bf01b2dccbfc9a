// Rows of numbers as planes of bits, and back: eight columns a byte, the first one lowest. And numbers of 16 bits.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)  // every x86-64
#include <emmintrin.h>
#endif

namespace uneri {

// What eight numbers are.
struct EightNumbers {
    std::uint8_t some;   // not 0
    std::uint8_t less;   // neither 0 nor 1
    std::uint8_t other;  // none of 0, 1/2, 1; -0 is one, too: its sign would be lost
};

inline EightNumbers look_at(const float* numbers) noexcept {
#if defined(__SSE2__)
    const auto equal = [&](std::uint32_t bits) {
        const __m128i value = _mm_set1_epi32(static_cast<int>(bits));
        const __m128i low = _mm_cmpeq_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(numbers)), value);
        const __m128i high = _mm_cmpeq_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(numbers + 4)), value);
        return static_cast<unsigned>(
            _mm_movemask_epi8(_mm_packs_epi16(_mm_packs_epi32(low, high), _mm_setzero_si128())));
    };
#else
    const auto equal = [&](std::uint32_t bits) {
        unsigned found = 0;
        for (unsigned k = 0; k < 8; ++k) found |= unsigned{std::bit_cast<std::uint32_t>(numbers[k]) == bits} << k;
        return found;
    };
#endif
    const unsigned none = equal(0), one = equal(std::bit_cast<std::uint32_t>(1.0F)),
                   half = equal(std::bit_cast<std::uint32_t>(0.5F));
    return {static_cast<std::uint8_t>(~none), static_cast<std::uint8_t>(~(none | one)),
            static_cast<std::uint8_t>(~(none | one | half))};
}

// Writes the two planes of a row, `some` and then `less`, of (size + 7) / 8 bytes each; `others` collects the columns
// with a number that they can't hold.
inline void pack_row(const float* row, std::size_t size, std::uint8_t* planes, std::uint8_t* others) noexcept {
    const std::size_t across = (size + 7) / 8, whole = size / 8;
    const auto keep = [&](std::size_t byte, const EightNumbers& found) {
        planes[byte] = found.some;
        planes[across + byte] = found.less;
        others[byte] |= found.other;
    };
    for (std::size_t byte = 0; byte < whole; ++byte) keep(byte, look_at(row + 8 * byte));
    if (whole < across) {
        std::array<float, 8> last{};
        std::memcpy(last.data(), row + 8 * whole, (size - 8 * whole) * sizeof(float));
        keep(whole, look_at(last.data()));
    }
}

namespace bit_rows_detail {
// The bits of each byte as eight numbers.
inline constexpr auto kSpread = [] {
    std::array<std::array<float, 8>, 256> table{};
    for (std::size_t byte = 0; byte < 256; ++byte) {
        for (std::size_t k = 0; k < 8; ++k) table[byte][k] = static_cast<float>(byte >> k & 1);
    }
    return table;
}();
}  // namespace bit_rows_detail

// The numbers of a row whose planes these are.
inline void unpack_row(const std::uint8_t* planes, std::size_t size, float* row) noexcept {
    using bit_rows_detail::kSpread;
    const std::size_t across = (size + 7) / 8, whole = size / 8;
    const auto eight = [&](std::size_t byte, float* there) {
        const auto &some = kSpread[planes[byte]], &less = kSpread[planes[across + byte]];
        for (std::size_t k = 0; k < 8; ++k) there[k] = some[k] - 0.5F * less[k];
    };
    for (std::size_t byte = 0; byte < whole; ++byte) {
        if (planes[byte] == 0) {  // most are
            std::memset(row + 8 * byte, 0, 8 * sizeof(float));
        } else {
            eight(byte, row + 8 * byte);
        }
    }
    if (whole < across) {
        std::array<float, 8> last{};
        eight(whole, last.data());
        std::memcpy(row + 8 * whole, last.data(), (size - 8 * whole) * sizeof(float));
    }
}

// A number as IEEE binary16; `exact` is false if it has none.
inline std::uint16_t half_of(float number, bool& exact) noexcept {
    const auto bits = std::bit_cast<std::uint32_t>(number);
    const auto sign = static_cast<std::uint16_t>(bits >> 16 & 0x8000);
    const std::uint32_t exponent = bits >> 23 & 0xFF, fraction = bits & 0x7FFFFF;
    if (exponent == 0xFF) {  // infinite; NaN equals nothing
        exact = exact && fraction == 0;
        return static_cast<std::uint16_t>(sign | 0x7C00);
    }
    if (exponent >= 113 && exponent <= 142) {
        exact = exact && (fraction & 0x1FFF) == 0;
        return static_cast<std::uint16_t>(sign | (exponent - 112) << 10 | fraction >> 13);
    }
    if (exponent > 142) {
        exact = false;
        return sign;
    }
    const float scaled = (sign != 0 ? -number : number) * 16'777'216.0F;  // subnormal: in units of 2^-24, below 1024
    const auto units = static_cast<std::uint16_t>(scaled);
    exact = exact && static_cast<float>(units) == scaled;
    return static_cast<std::uint16_t>(sign | units);
}

inline float number_of_half(std::uint16_t half) noexcept {
    const std::uint32_t sign = static_cast<std::uint32_t>(half & 0x8000) << 16;
    const std::uint32_t exponent = half >> 10 & 0x1F, fraction = half & 0x3FF;
    if (exponent == 0) {
        const float size = static_cast<float>(fraction) * (1.0F / 16'777'216.0F);
        return sign != 0 ? -size : size;
    }
    const std::uint32_t wide = exponent == 0x1F ? 0xFF : exponent + 112;
    return std::bit_cast<float>(sign | wide << 23 | fraction << 13);
}

// Eight bytes of bits as a word, fewer at the end.
inline std::uint64_t word_of_bits(const std::uint8_t* bits, std::size_t left) noexcept {
    std::uint64_t word = 0;
    if (std::endian::native == std::endian::little && left >= 8) {
        std::memcpy(&word, bits, 8);
    } else {
        for (std::size_t k = 0; k < 8 && k < left; ++k) word |= std::uint64_t{bits[k]} << (8 * k);
    }
    return word;
}

// How many bits of a row are set.
inline std::size_t count_bits_of(const std::uint8_t* bits, std::size_t bytes) noexcept {
    std::size_t count = 0;
    for (std::size_t at = 0; at < bytes; at += 8) {
        for (std::uint64_t word = word_of_bits(bits + at, bytes - at); word != 0; word &= word - 1) ++count;
    }
    return count;
}

// Writes which bits of a row are set, ascending. Returns the end of what it wrote.
template <class Id>
Id* list_bits(const std::uint8_t* bits, std::size_t bytes, Id* out) noexcept {
    for (std::size_t at = 0; at < bytes; at += 8) {
        for (std::uint64_t word = word_of_bits(bits + at, bytes - at); word != 0; word &= word - 1)
            *out++ = static_cast<Id>(8 * at + static_cast<std::size_t>(std::countr_zero(word)));
    }
    return out;
}

}  // namespace uneri
