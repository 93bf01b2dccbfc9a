// A small network of integers: sparse input, 64 and 32 units, one value. Weights have 16 bits and sums 32 bits, so the
// output is the same bit by bit on every machine, with every compiler and any number of threads. No sum can overflow
// for any row: reading a file checks the bounds that ensure this.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "uneri/base/bytes.hpp"
#include "uneri/base/features.hpp"
#include "uneri/base/result.hpp"

namespace uneri {

// The game that a network belongs to, and how the network was made.
struct NetworkLabel {
    std::string game;
    std::string options;       // those that the network depends on, as JSON
    std::uint64_t digest = 0;  // of the features' layout
    std::string record;        // of the training, as JSON
};

// The first layer's sums for the row that was valued last.
struct FirstSums {
    static constexpr int kFirst = 64;

    bool is_set = false;
    FeatureRow row;
    alignas(64) std::array<std::int32_t, kFirst> sums;
};

class Network {
public:
    static constexpr int kFirst = FirstSums::kFirst;  // units of the first layer
    static constexpr int kSecond = 32;                // ... of the second
    // A value of kUnit is one logit; values lie within +-kMostValue.
    static constexpr std::int32_t kUnit = 4096;
    static constexpr std::int32_t kMostValue = 16 * kUnit;

    static constexpr int kMostFeatures = FeatureRow::kMostFeatures;
    static constexpr int kMostFirstWeight = 2047;  // so that 16 of them fit a 16-bit sum
    static constexpr int kGrainBits = 4;           // if all first weights are multiples of 16, they are saved as bytes
    static constexpr int kMostShift = 14;
    static constexpr int kActivationBits = 9;        // a unit's 1.0 is 512,
    static constexpr int kMostActivation = 1 << 14;  // and 32.0 is its largest value
    static constexpr std::int32_t kMostBias = 1 << 24;

    NetworkLabel label;
    std::int32_t margin = 0;  // by which an action must beat the greedy player's; 0: ignores that player
    std::int32_t features = 0;
    std::int32_t first_shift = 0;  // fractional bits of the first weights; of the second; of the third
    std::int32_t second_shift = 0;
    std::int32_t third_shift = 0;
    std::vector<std::int16_t> first;  // a row of kFirst for each feature
    std::array<std::int32_t, kFirst> first_bias{};
    alignas(64) std::array<std::int16_t, kSecond * kFirst> second{};  // see second_at
    std::array<std::int32_t, kSecond> second_bias{};
    std::array<std::int16_t, kSecond> third{};
    std::int32_t third_bias = 0;

    // The index of the weight from unit `from` of the first layer to unit `to` of the second. Two neighbours of the
    // first layer are adjacent, so that one instruction multiplies both.
    static constexpr std::size_t second_at(std::size_t from, std::size_t to) noexcept {
        return (from / 2) * 2 * kSecond + 2 * to + from % 2;
    }

    // The value of a row of this network's features.
    std::int32_t value(const FeatureRow& row) const noexcept;
    // The same. Rows that come one after the other mostly have much in common, so the sums of the last one are changed
    // where the next differs.
    std::int32_t value(const FeatureRow& row, FirstSums& last) const noexcept;

    // The first fault of the numbers, if any.
    std::optional<Error> check() const;

    void save(ByteWriter& out) const;
    static Result<Network> load(std::span<const std::uint8_t> bytes);
};

// The probability that a value stands for, in units of 2^-16; and the value of a mean probability.
std::int32_t share_of_value(std::int32_t value) noexcept;
std::int32_t value_of_share(std::int64_t share) noexcept;

inline constexpr std::string_view kNetworkMagic = "UNERINET";
inline constexpr std::uint8_t kNetworkVersion = 1;

}  // namespace uneri
