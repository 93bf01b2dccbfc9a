// Writes observations: rows of floats, or of the bytes that stand for them. Encoders are templates over the type of
// number. There is no branch on the data and no division, since batches write a row after every step.
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "uneri/base/spec.hpp"

namespace uneri {

template <class T>
concept TensorNumber = std::same_as<T, float> || std::same_as<T, std::uint8_t>;

// The byte of a number in a segment: (x - low) / step, rounded, clamped to 0..255.
constexpr std::uint8_t byte_of(float x, Scale scale) noexcept {
    const auto level = static_cast<std::int32_t>((x - scale.low) * (1.0F / scale.step) + 0.5F);
    return static_cast<std::uint8_t>(level < 0 ? 0 : level > 255 ? 255 : level);
}

// The number as it stands in a row.
template <TensorNumber T>
constexpr T number_of(float x, Scale scale = {}) noexcept {
    if constexpr (std::same_as<T, float>) {
        return x;
    } else {
        return byte_of(x, scale);
    }
}
template <TensorNumber T>
inline constexpr T kFlag = number_of<T>(1.0F);  // a flag that is set

// static_cast<float>(x) / whole, without a division. The rounding is the same: no such quotient lies in the middle
// between two floats, or so near to it that the error of a double matters.
template <int whole>
constexpr float quotient(int x) noexcept {
    return static_cast<float>(double{static_cast<float>(x)} * (1.0 / whole));
}

// The scale of counts that are written as shares of `whole`: the byte is the count.
constexpr Scale share_scale(int whole) noexcept { return {0.0F, 1.0F / static_cast<float>(whole)}; }

// count / whole in a segment of that scale.
template <TensorNumber T, int whole>
constexpr T share_of(int count) noexcept {
    if constexpr (std::same_as<T, float>) {
        return quotient<whole>(count);
    } else {
        return static_cast<T>(count < 0 ? 0 : count > 255 ? 255 : count);
    }
}

// Writes the blocks of an observation one after the other into a row that starts as all zeros.
template <TensorNumber T>
class TensorWriter {
public:
    explicit TensorWriter(std::span<T> out) noexcept : at_(out.data()) {}

    // The start of the next block of `size` numbers.
    T* block(int size) noexcept {
        T* start = at_;
        at_ += size;
        return start;
    }
    void put(T number) noexcept { *block(1) = number; }
    void scalar(float x, Scale scale = {}) noexcept { put(number_of<T>(x, scale)); }
    void flag(bool on) noexcept { put(on ? kFlag<T> : T{0}); }
    // One-hot of `index` among `size`; all zeros for an index outside.
    void one_hot(int index, int size) noexcept {
        T* start = block(size);
        if (index >= 0 && index < size) start[index] = kFlag<T>;
    }

private:
    T* at_;
};

namespace detail {

constexpr int in_groups(int size) noexcept { return (size + 7) / 8; }

// Eight bits as eight bytes of a word, 255 for each bit that is set.
inline constexpr std::array<std::uint64_t, 256> kSpread = [] {
    std::array<std::uint64_t, 256> spread{};
    for (unsigned bits = 0; bits < 256; ++bits) {
        for (unsigned i = 0; i < 8; ++i) {
            if ((bits >> i & 1) != 0) spread[bits] |= std::uint64_t{0xFF} << (8 * i);
        }
    }
    return spread;
}();
// Words as bytes in memory, the lowest first.
inline void store_bytes(std::uint8_t* at, std::uint64_t word) noexcept {
    if constexpr (std::endian::native == std::endian::little) {
        std::memcpy(at, &word, sizeof word);
    } else {
        for (int i = 0; i < 8; ++i) at[i] = static_cast<std::uint8_t>(word >> (8 * i));
    }
}
template <std::size_t size>
std::uint64_t load_bytes(const std::uint8_t* at) noexcept {
    static_assert(size <= 8);
    // Compilers join the loads of four or eight bytes. A copy of another size would go through the stack and stall.
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < size; ++i) word |= std::uint64_t{at[i]} << (8 * i);
    return word;
}

// 1 / whole in two parts. Products of the first with small counts are exact. So products with both, added up, round as
// the quotient does: no quotient is so near to the middle between two floats that the rest matters.
struct ShareParts {
    float high = 0.0F;
    float low = 0.0F;

    constexpr ShareParts() noexcept = default;
    constexpr explicit ShareParts(int whole) noexcept {
        const double share = 1.0 / whole;
        high = std::bit_cast<float>(std::bit_cast<std::uint32_t>(static_cast<float>(share)) & ~0x7Fu);
        low = static_cast<float>(share - double{high});
    }
};

constexpr std::uint64_t spread(std::uint64_t bits, int group) noexcept { return kSpread[bits >> (8 * group) & 0xFF]; }

// Eight floats side by side: `value` for each bit that is set, else 0.
#if defined(__GNUC__)
typedef float Floats __attribute__((vector_size(32), aligned(4), may_alias));
typedef std::int32_t Words __attribute__((vector_size(32), may_alias));

inline void set_flags(Floats& out, std::uint64_t bits, int group, float value) noexcept {
    constexpr Words kBits = {1, 2, 4, 8, 16, 32, 64, 128};
    const auto here = static_cast<std::int32_t>(bits >> (8 * group) & 0xFF);
    const Words set = ((kBits & here) != 0) & std::bit_cast<std::int32_t>(value);
    out = reinterpret_cast<const Floats&>(set);
}
// By copies of bytes: clang forgets the alignment of the type where a function returns a reference to it.
inline void load_floats(Floats& out, const float* at) noexcept { std::memcpy(&out, at, sizeof out); }
inline void store_floats(float* at, const Floats& numbers) noexcept { std::memcpy(at, &numbers, sizeof numbers); }
#endif

}  // namespace detail

// The quotients count / whole for count < size, in a segment of that scale.
template <int size>
class Shares {
    static_assert(size <= 256);

public:
    constexpr Shares() noexcept = default;
    constexpr explicit Shares(int whole) noexcept : parts_(whole) {
        for (std::size_t i = 0; i < floats_.size(); ++i) floats_[i] = static_cast<float>(i) / static_cast<float>(whole);
    }
    // 0 <= count < size
    template <TensorNumber T>
    constexpr T of(int count) const noexcept {
        if constexpr (std::same_as<T, float>) {
            return floats_[static_cast<std::size_t>(count)];
        } else {
            return static_cast<T>(count);
        }
    }
    // Eight of them, of counts below 128 in the bytes of a word, the lowest first.
    void write(float* block, std::uint64_t counts) const noexcept {
#if defined(__GNUC__)
        const auto low = static_cast<std::int32_t>(counts & 0xFFFF'FFFF);
        const auto high = static_cast<std::int32_t>(counts >> 32);
        const detail::Words words = {low, low, low, low, high, high, high, high};
        // Masks and powers of two in place of shifts, which plain x86-64 does one by one.
        constexpr detail::Words kBytes = {0xFF, 0xFF00, 0xFF0000, 0x7F000000, 0xFF, 0xFF00, 0xFF0000, 0x7F000000};
        constexpr detail::Floats kUnits = {1.0F, 0x1p-8F, 0x1p-16F, 0x1p-24F, 1.0F, 0x1p-8F, 0x1p-16F, 0x1p-24F};
        const detail::Floats number = __builtin_convertvector(words & kBytes, detail::Floats) * kUnits;
        const detail::Floats shares = number * parts_.high + number * parts_.low;
        detail::store_floats(block, shares);
#else
        for (int i = 0; i < 8; ++i) block[i] = floats_[counts >> (8 * i) & 0xFF];
#endif
    }
    void write(std::uint8_t* block, std::uint64_t counts) const noexcept { detail::store_bytes(block, counts); }

private:
    detail::ShareParts parts_;
    std::array<float, size> floats_{};
};

// Writes a block of flags from bits. Whole groups of eight are written: up to seven numbers after the block become 0,
// so write the next blocks later.
inline void write_flags(float* block, std::uint64_t bits, int size) noexcept {
    for (int group = 0; group < detail::in_groups(size); ++group, block += 8) {
#if defined(__GNUC__)
        detail::Floats flags;
        detail::set_flags(flags, bits, group, 1.0F);
        detail::store_floats(block, flags);
#else
        for (int i = 0; i < 8; ++i) block[i] = static_cast<float>(bits >> (8 * group + i) & 1);
#endif
    }
}
inline void write_flags(std::uint8_t* block, std::uint64_t bits, int size) noexcept {
    static_assert(kFlag<std::uint8_t> == 255);
    for (int group = 0; group < detail::in_groups(size); ++group) {
        detail::store_bytes(block + 8 * group, detail::spread(bits, group));
    }
}

// What cards of each kind add to the kind's number in a block of counts: the number of cards, divided by `whole`.
template <int kinds>
class CardWeights {
public:
    constexpr CardWeights() noexcept = default;
    // 1 <= whole <= 7 for each kind that there is. Such shares must be multiples of the scale's step.
    constexpr CardWeights(std::span<const std::uint8_t> whole, Scale scale) noexcept {
        for (std::size_t kind = 0; kind < whole.size(); ++kind) {
            if (whole[kind] == 0) continue;
            const detail::ShareParts share(whole[kind]);
            high_[kind] = share.high;
            low_[kind] = share.low;
            bytes_[kind] = byte_of(1.0F / static_cast<float>(whole[kind]), scale);
        }
    }
    // The two parts of the shares.
    constexpr const float* high() const noexcept { return high_.data(); }
    constexpr const float* low() const noexcept { return low_.data(); }
    constexpr const std::uint8_t* bytes() const noexcept { return bytes_.data(); }

private:
    static constexpr std::size_t kRoom = 8 * detail::in_groups(kinds);
    std::array<float, kRoom> high_{};
    std::array<float, kRoom> low_{};
    std::array<std::uint8_t, kRoom> bytes_{};
};

// Writes a block of counts from bit planes worth 1, 2 and 4: the weight of a kind times its number of cards. As above,
// up to seven numbers after the block become 0; planes have no bits there.
template <int kinds>
inline void write_counts(float* block, std::uint64_t ones, std::uint64_t twos, std::uint64_t fours, int size,
                         const CardWeights<kinds>& weights) noexcept {
    for (int group = 0; group < detail::in_groups(size); ++group, block += 8) {
#if defined(__GNUC__)
        detail::Floats one;
        detail::Floats two;
        detail::Floats four;
        detail::set_flags(one, ones, group, 1.0F);
        detail::set_flags(two, twos, group, 2.0F);
        detail::set_flags(four, fours, group, 4.0F);
        const detail::Floats count = one + two + four;
        detail::Floats high;
        detail::Floats low;
        detail::load_floats(high, weights.high() + 8 * group);
        detail::load_floats(low, weights.low() + 8 * group);
        const detail::Floats sum = count * high + count * low;
        detail::store_floats(block, sum);
#else
        for (int i = 0, bit = 8 * group; i < 8; ++i, ++bit) {
            const auto count = static_cast<float>((ones >> bit & 1) + 2 * (twos >> bit & 1) + 4 * (fours >> bit & 1));
            block[i] = count * weights.high()[bit] + count * weights.low()[bit];
        }
#endif
    }
}
template <int kinds>
inline void write_counts(std::uint8_t* block, std::uint64_t ones, std::uint64_t twos, std::uint64_t fours, int size,
                         const CardWeights<kinds>& weights) noexcept {
    const std::uint8_t* weight = weights.bytes();
    for (int at = 0; at < detail::in_groups(size); ++at) {
        const std::uint64_t each = detail::load_bytes<8>(weight + 8 * at);
        // Sums of bytes in one word: none exceeds 255, since all cards of a kind make 1.
        const std::uint64_t sum = (detail::spread(ones, at) & each) + 2 * (detail::spread(twos, at) & each) +
                                  4 * (detail::spread(fours, at) & each);
        detail::store_bytes(block + 8 * at, sum);
    }
}

}  // namespace uneri
