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

#if defined(__GNUC__)
// Eight numbers side by side.
typedef float Floats __attribute__((vector_size(32), aligned(4), may_alias));
typedef std::int32_t Words __attribute__((vector_size(32), may_alias));

// Casts where they are used: clang forgets the alignment of the type in a function that returns a reference to it.
inline void store_floats(float* at, const Floats& numbers) noexcept { *reinterpret_cast<Floats*>(at) = numbers; }
// `number` times weights in two parts, as ShareParts has them.
inline void store_products(float* at, const Floats& number, const float* high, const float* low) noexcept {
    *reinterpret_cast<Floats*>(at) =
        number * *reinterpret_cast<const Floats*>(high) + number * *reinterpret_cast<const Floats*>(low);
}

// The low 32 bits of `bits`, eight times. A group of eight bits is read from it with kLaneBits; the next group after a
// shift by eight. That is cheaper than to bring each group from a common register.
inline void set_lanes(Words& lanes, std::uint64_t bits) noexcept { lanes = static_cast<std::int32_t>(bits) - Words{}; }
inline constexpr Words kLaneBits = {1, 2, 4, 8, 16, 32, 64, 128};
#endif

}  // namespace detail

// The quotients count / whole for count < size, in a segment of that scale.
template <int size>
class Shares {
    static_assert(size <= 256);

public:
    constexpr Shares() noexcept = default;
    constexpr explicit Shares(int whole) noexcept {
        const detail::ShareParts share(whole);
        for (std::size_t i = 0; i < high_.size(); ++i) {
            const float byte = 1.0F / static_cast<float>(1 << (8 * (i % 4)));
            high_[i] = share.high * byte;
            low_[i] = share.low * byte;
        }
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
        // Masks in place of shifts, which plain x86-64 does one by one.
        constexpr detail::Words kBytes = {0xFF, 0xFF00, 0xFF0000, 0x7F000000, 0xFF, 0xFF00, 0xFF0000, 0x7F000000};
        const detail::Floats number = __builtin_convertvector(words & kBytes, detail::Floats);
        detail::store_products(block, number, high_.data(), low_.data());
#else
        for (int i = 0; i < 8; ++i) block[i] = floats_[counts >> (8 * i) & 0xFF];
#endif
    }
    void write(std::uint8_t* block, std::uint64_t counts) const noexcept { detail::store_bytes(block, counts); }

private:
    // The two parts of the share, divided by the worth of the byte that write() reads in its place. Both are exact.
    std::array<float, 8> high_{};
    std::array<float, 8> low_{};
    std::array<float, size> floats_{};
};

// Writes a block of flags from bits. Whole groups of eight are written: up to seven numbers after the block become 0,
// so write the next blocks later.
inline void write_flags(float* block, std::uint64_t bits, int size) noexcept {
#if defined(__GNUC__)
    for (; size > 0; size -= 32, bits >>= 32) {
        detail::Words here;
        detail::set_lanes(here, bits);
        for (int left = size < 32 ? size : 32; left > 0; left -= 8, block += 8, here >>= 8) {
            const detail::Words set =
                ((here & detail::kLaneBits) == detail::kLaneBits) & std::bit_cast<std::int32_t>(1.0F);
            detail::store_floats(block, reinterpret_cast<const detail::Floats&>(set));
        }
    }
#else
    for (int i = 0; i < 8 * detail::in_groups(size); ++i) block[i] = static_cast<float>(bits >> i & 1);
#endif
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
            const float lane = 1.0F / static_cast<float>(1 << (kind % 8));
            high_[kind] = share.high * lane;
            low_[kind] = share.low * lane;
            bytes_[kind] = byte_of(1.0F / static_cast<float>(whole[kind]), scale);
        }
    }
    // The two parts of the shares, divided by 2 to the power of kind % 8: write_counts() has the number of cards times
    // that power. Both are exact.
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
    const float* high = weights.high();
    const float* low = weights.low();
#if defined(__GNUC__)
    for (; size > 0; size -= 32, ones >>= 32, twos >>= 32, fours >>= 32) {
        detail::Words one;
        detail::Words two;
        detail::Words four;
        detail::set_lanes(one, ones);
        detail::set_lanes(two, twos);
        detail::set_lanes(four, fours);
        for (int left = size < 32 ? size : 32; left > 0; left -= 8, block += 8, high += 8, low += 8) {
            using detail::kLaneBits;
            const detail::Words count = (one & kLaneBits) + 2 * (two & kLaneBits) + 4 * (four & kLaneBits);
            const detail::Floats number = __builtin_convertvector(count, detail::Floats);
            detail::store_products(block, number, high, low);
            one >>= 8;
            two >>= 8;
            four >>= 8;
        }
    }
#else
    for (int i = 0; i < 8 * detail::in_groups(size); ++i) {
        const std::uint64_t count = (ones >> i & 1) + 2 * (twos >> i & 1) + 4 * (fours >> i & 1);
        const auto number = static_cast<float>(count << (i % 8));
        block[i] = number * high[i] + number * low[i];
    }
#endif
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
