// Draws an action in proportion to exp(logit / temperature) from a list of legal ones.
//
// Only sums, products and quotients of doubles decide, in the order of the list, so the same logits and the same number
// give the same action on every platform.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "uneri/base/elementary.hpp"
#include "uneri/base/exponentials.hpp"
#include "uneri/base/types.hpp"

namespace uneri {

struct Drawn {
    Action action = -1;
    float log_prob = 0;
};

// The action where none can be drawn: a logit is NaN or plus infinity, or all are minus infinity.
inline constexpr Action kNoDraw = -2;

// A multiple of 2^-53 in [0, 1).
constexpr double unit_of(std::uint64_t number) noexcept { return static_cast<double>(number >> 11) * 0x1p-53; }

// What a draw works with: two numbers for each legal action.
class DrawRoom {
public:
    // The calling thread's, for lists up to this size.
    static DrawRoom& of_thread(std::size_t actions) {
        thread_local DrawRoom room;
        const std::size_t size = padded(actions);
        if (room.shifted_.size() < size) {
            room.shifted_.resize(size);
            room.sums_.resize(size);
        }
        return room;
    }
    static constexpr std::size_t padded(std::size_t size) noexcept {
        return (size + kExponentials - 1) / kExponentials * kExponentials;
    }
    double* shifted() noexcept { return shifted_.data(); }
    double* sums() noexcept { return sums_.data(); }

private:
    std::vector<double> shifted_;
    std::vector<double> sums_;
};

// The first action for which the sum of weights, its own included, exceeds `unit` times the sum of all. `unit` is in
// [0, 1). `logits` has a number for every action of the game; minus infinity is never drawn. At temperature 0 it is the
// first of the largest logits.
inline Drawn draw_by_logits(std::span<const Action> legal, const float* logits, double temperature, double unit,
                            DrawRoom& room) noexcept {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const std::size_t size = legal.size();
    double* shifted = room.shifted();
    double* sums = room.sums();
    double top = -kInfinity;
    bool sound = true;
    for (std::size_t j = 0; j < size; ++j) {
        const double logit = logits[legal[j]];
        sound = sound && logit < kInfinity;  // NaN is not
        top = logit > top ? logit : top;
        shifted[j] = logit;
    }
    if (!sound || top == -kInfinity) return {kNoDraw, 0};
    if (temperature == 0)
        return {legal[static_cast<std::size_t>(std::find(shifted, shifted + size, top) - shifted)], 0};
    const std::size_t padded = DrawRoom::padded(size);
    std::fill(shifted + size, shifted + padded, -kInfinity);
    for (std::size_t j = 0; j < padded; ++j) shifted[j] = (shifted[j] - top) / temperature;
    exponentials(shifted, sums, padded);
    double sum = 0;
    for (std::size_t j = 0; j < size; ++j) {
        sum += sums[j];
        sums[j] = sum;
    }
    const auto drawn = static_cast<std::size_t>(std::upper_bound(sums, sums + size, unit * sum) - sums);
    return {legal[drawn], static_cast<float>(shifted[drawn] - log_of_real(sum))};
}

}  // namespace uneri
