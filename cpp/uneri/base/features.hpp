// The input of a small network as a game writes it: the few numbers that are not 0, each with its place.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "uneri/base/bits.hpp"

namespace uneri {

// Levels are small integers, most of them 1, so that the sums of a network are exact and the same everywhere. Those of
// 1 stand in `ones`; a place may stand there twice, and then counts twice.
struct FeatureRow {
    static constexpr int kMostOnes = 384;
    static constexpr int kMostScaled = 128;
    static constexpr int kMostLevel = 127;

    int num_ones = 0;
    int num_scaled = 0;
    std::int32_t skip = 0;  // added to the network's value, in its units
    std::array<std::uint16_t, kMostOnes> ones;
    std::array<std::uint16_t, kMostScaled> scaled;
    std::array<std::int8_t, kMostScaled> level;

    void clear() noexcept { num_ones = num_scaled = skip = 0; }
};

// Writes blocks one after the other, in the order of a layout. `row` has been cleared.
class FeatureWriter {
public:
    explicit FeatureWriter(FeatureRow& row, int at = 0) noexcept : row_(row), at_(at) {}

    // A block of `size` of which `index` is 1; outside of it none is.
    void one_hot(int index, int size) noexcept {
        if (index >= 0 && index < size) put(at_ + index);
        at_ += size;
    }
    // The same, what is outside counts as the nearest end.
    void one_hot_clamped(int index, int size) noexcept {
        one_hot(index < 0 ? 0 : index < size ? index : size - 1, size);
    }
    // A block of `size` places of which those of the set bits are 1.
    void bits(std::uint64_t set, int size) noexcept {
        for (; set != 0; set &= set - 1) put(at_ + low_bit(set));
        at_ += size;
    }
    void flag(bool on) noexcept {
        if (on) put(at_);
        ++at_;
    }
    // One place with a level, cut at +-kMostLevel.
    void level(int value) noexcept { scale(0, value), ++at_; }
    // 1 more, or `value`, at a place of the block that begins here; the block ends with skip().
    void put_within(int index) noexcept { put(at_ + index); }
    void scale_within(int index, int value) noexcept { scale(index, value); }
    void skip(int size) noexcept { at_ += size; }
    void add_to_value(int units) noexcept { row_.skip += units; }

    int at() const noexcept { return at_; }

private:
    void put(int index) noexcept {
        assert(row_.num_ones < FeatureRow::kMostOnes);
        if (row_.num_ones < FeatureRow::kMostOnes)
            row_.ones[static_cast<std::size_t>(row_.num_ones++)] = static_cast<std::uint16_t>(index);
    }
    void scale(int index, int value) noexcept {
        if (value == 0) return;
        if (value == 1) return put(at_ + index);
        assert(row_.num_scaled < FeatureRow::kMostScaled);
        if (row_.num_scaled >= FeatureRow::kMostScaled) return;
        const int most = FeatureRow::kMostLevel;
        const auto n = static_cast<std::size_t>(row_.num_scaled++);
        row_.scaled[n] = static_cast<std::uint16_t>(at_ + index);
        row_.level[n] = static_cast<std::int8_t>(value > most ? most : value < -most ? -most : value);
    }

    FeatureRow& row_;
    int at_;
};

}  // namespace uneri
