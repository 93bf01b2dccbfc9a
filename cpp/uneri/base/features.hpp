// The input of a small network as a game writes it: the few numbers that are not 0, each with its place.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "uneri/base/bits.hpp"
#include "uneri/base/spec.hpp"

namespace uneri {

// The blocks of a layout: those without a scale of their own have numbers of 0 and 1.
inline std::vector<Segment> blocks_of_levels(std::vector<Segment> blocks) {
    for (Segment& block : blocks) {
        if (block.step == Segment{}.step) block.step = 1.0F;
    }
    return blocks;
}

// Levels are small integers, most of them 1, so that the sums of a network are exact and the same everywhere. Those of
// 1 are bits, so that rows are soon written and compared; a place that is written twice stands in `again`, too, and
// then counts twice.
struct FeatureRow {
    static constexpr int kMostFeatures = 8192;
    static constexpr int kMostAgain = 64;
    static constexpr int kMostScaled = 128;
    static constexpr int kMostLevel = 127;

    int num_words = 0;
    int num_again = 0;
    int num_scaled = 0;
    std::int32_t skip = 0;  // added to the network's value, in its units
    std::array<std::uint64_t, kMostFeatures / 64> bits;
    std::array<std::uint16_t, kMostAgain> again;
    std::array<std::uint16_t, kMostScaled> scaled;
    std::array<std::int8_t, kMostScaled> level;

    void clear(int features) noexcept {
        num_words = (features + 63) / 64;
        num_again = num_scaled = skip = 0;
        std::fill_n(bits.begin(), num_words, std::uint64_t{0});
    }
};

// The places of levels of 1 in the order in which they were written: learning adds floats in this order.
struct FeatureOrder {
    static constexpr int kMostOnes = 384;

    int num_ones = 0;
    std::array<std::uint16_t, kMostOnes> ones;
};

// Writes blocks one after the other, in the order of a layout. `row` has been cleared for as many features.
class FeatureWriter {
public:
    explicit FeatureWriter(FeatureRow& row, FeatureOrder* order = nullptr) noexcept : row_(row), order_(order) {
        if (order_ != nullptr) order_->num_ones = 0;
    }

    // A block of `size` of which `index` is 1; outside of it none is.
    void one_hot(int index, int size) noexcept {
        if (index >= 0 && index < size) put_new(at_ + index);
        at_ += size;
    }
    // The same, what is outside counts as the nearest end.
    void one_hot_clamped(int index, int size) noexcept {
        one_hot(index < 0 ? 0 : index < size ? index : size - 1, size);
    }
    // A block of `size` places of which those of the set bits are 1.
    void bits(std::uint64_t set, int size) noexcept {
        const auto word = static_cast<std::size_t>(at_ / 64);
        const int within = at_ % 64;
        assert(size == 64 || set >> size == 0);
        if (set != 0) {
            row_.bits[word] |= set << within;
            if (within + size > 64) row_.bits[word + 1] |= set >> 1 >> (63 - within);
            if (order_ != nullptr) for_each_bit(set, [&](int bit) { note(at_ + bit); });
        }
        at_ += size;
    }
    void flag(bool on) noexcept {
        if (on) put_new(at_);
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
    void note(int index) noexcept {
        assert(order_->num_ones < FeatureOrder::kMostOnes);
        if (order_->num_ones < FeatureOrder::kMostOnes)
            order_->ones[static_cast<std::size_t>(order_->num_ones++)] = static_cast<std::uint16_t>(index);
    }
    // Of a place that no other call writes.
    void put_new(int index) noexcept {
        assert(index / 64 < row_.num_words);
        row_.bits[static_cast<std::size_t>(index / 64)] |= std::uint64_t{1} << index % 64;
        if (order_ != nullptr) note(index);
    }
    void put(int index) noexcept {
        if ((row_.bits[static_cast<std::size_t>(index / 64)] >> index % 64 & 1) == 0) return put_new(index);
        assert(row_.num_again < FeatureRow::kMostAgain);
        if (row_.num_again < FeatureRow::kMostAgain)
            row_.again[static_cast<std::size_t>(row_.num_again++)] = static_cast<std::uint16_t>(index);
        if (order_ != nullptr) note(index);
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
    FeatureOrder* order_;
    int at_ = 0;
};

}  // namespace uneri
