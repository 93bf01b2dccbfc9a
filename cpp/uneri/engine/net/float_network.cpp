#include "uneri/engine/net/float_network.hpp"

#include <algorithm>
#include <cmath>

#include "uneri/base/elementary.hpp"
#include "uneri/base/rng.hpp"
#include "uneri/engine/net/net_loops.hpp"

namespace uneri {

double uniform(std::uint64_t number) noexcept { return (static_cast<double>(number >> 11) + 0.5) * 0x1p-53; }

double share_of_logit(double logit) noexcept {
    const double e = exp_of_real(logit < 0 ? logit : -logit);
    return logit < 0 ? e / (1 + e) : 1 / (1 + e);
}

void Samples::clear() noexcept {
    items.clear();
    ones.clear();
    scaled.clear();
    levels.clear();
}

Samples::Item& Samples::add(const FeatureRow& row, const FeatureOrder& order) {
    Item item;
    item.ones = static_cast<std::uint32_t>(ones.size());
    item.scaled = static_cast<std::uint32_t>(scaled.size());
    item.num_ones = static_cast<std::uint16_t>(order.num_ones);
    item.num_scaled = static_cast<std::uint16_t>(row.num_scaled);
    item.skip = row.skip;
    ones.insert(ones.end(), order.ones.begin(), order.ones.begin() + order.num_ones);
    scaled.insert(scaled.end(), row.scaled.begin(), row.scaled.begin() + row.num_scaled);
    levels.insert(levels.end(), row.level.begin(), row.level.begin() + row.num_scaled);
    items.push_back(item);
    return items.back();
}

FloatNetwork::FloatNetwork(std::vector<float> scales, std::uint64_t seed) : scales_(std::move(scales)) {
    weights.assign(third_bias() + 1, 0.0F);
    SplitMix64 rng(seed);
    const auto normal = [&](double width) {  // nearly
        double sum = -6;
        for (int i = 0; i < 12; ++i) sum += uniform(rng.next());
        return static_cast<float>(width * sum);
    };
    for (std::size_t i = 0; i < first_bias(); ++i) weights[i] = normal(0.15);
    for (std::size_t i = second(); i < second_bias(); ++i) weights[i] = normal(0.176776695);  // sqrt(2 / kFirst)
    for (std::size_t i = third(); i < third_bias(); ++i) weights[i] = normal(0.05);
}

double FloatNetwork::add_gradient(const Samples& samples, std::span<const std::uint32_t> chosen,
                                  float* gradient) const noexcept {
    return net_loops().add_gradients(*this, scales_.data(), samples, chosen, gradient);
}

void Adam::step(std::vector<float>& weights, std::vector<std::vector<float>>& parts, float rate, float scale,
                std::vector<float>& average, float follow) noexcept {
    float* __restrict sum = parts[0].data();
    for (std::size_t part = 1; part < parts.size(); ++part) {
        float* __restrict more = parts[part].data();
        for (std::size_t i = 0; i < weights.size(); ++i) {
            sum[i] += more[i];
            more[i] = 0;
        }
    }
    mean_power *= 0.9;
    square_power *= 0.999;
    const auto step = static_cast<float>(rate * std::sqrt(1 - square_power) / (1 - mean_power));
    net_loops().adam_step(weights.data(), mean.data(), squares.data(), sum, average.data(), weights.size(), step, scale,
                          follow);
}

namespace {

// The most fractional bits, up to `most`, that keep `largest` below `limit`.
int shift_for(double largest, double limit, int most) noexcept {
    int shift = most;
    while (shift > 0 && largest * static_cast<double>(1 << shift) > limit) --shift;
    return shift;
}
std::int32_t nearest(double x) noexcept {
    return static_cast<std::int32_t>(x < 0 ? -std::floor(0.5 - x) : std::floor(x + 0.5));
}

}  // namespace

void FloatNetwork::set(const Network& net) noexcept {
    constexpr float kOne = 1 << Network::kActivationBits;
    const auto first_unit = static_cast<float>(1 << net.first_shift);
    const auto second_unit = static_cast<float>(1 << net.second_shift);
    const auto third_unit = static_cast<float>(1 << net.third_shift);
    for (std::size_t f = 0; f < features(); ++f) {
        for (std::size_t j = 0; j < kFirst; ++j)
            weights[f * kFirst + j] = static_cast<float>(net.first[f * kFirst + j]) / first_unit / scales_[f];
    }
    for (std::size_t j = 0; j < kFirst; ++j) {
        weights[first_bias() + j] = static_cast<float>(net.first_bias[j]) / first_unit;
        for (std::size_t unit = 0; unit < kSecond; ++unit)
            weights[second() + j * kSecond + unit] =
                static_cast<float>(net.second[Network::second_at(j, unit)]) / second_unit;
    }
    for (std::size_t unit = 0; unit < kSecond; ++unit) {
        weights[second_bias() + unit] = static_cast<float>(net.second_bias[unit]) / kOne / second_unit;
        weights[third() + unit] = static_cast<float>(net.third[unit]) / third_unit;
    }
    weights[third_bias()] = static_cast<float>(net.third_bias) / kOne / third_unit;
}

Network FloatNetwork::rounded(bool small) const {
    Network net;
    net.features = static_cast<std::int32_t>(features());
    constexpr int kMostFirst = Network::kMostFirstWeight;
    const std::int32_t grain = small ? 1 << Network::kGrainBits : 1;  // so that a byte holds a weight, in grains
    const std::int32_t most_first = kMostFirst / grain;
    double largest = 0;
    for (std::size_t f = 0; f < features(); ++f) {
        for (std::size_t j = 0; j < kFirst; ++j)
            largest = std::max(largest, std::abs(static_cast<double>(weights[f * kFirst + j]) * scales_[f]));
    }
    net.first_shift = std::max(shift_for(largest, kMostFirst, Network::kMostShift), Network::kActivationBits);
    const double first_unit = 1 << net.first_shift;
    net.first.resize(features() * kFirst);
    for (std::size_t f = 0; f < features(); ++f) {
        for (std::size_t j = 0; j < kFirst; ++j) {
            const std::int32_t w =
                nearest(static_cast<double>(weights[f * kFirst + j]) * scales_[f] * first_unit / grain);
            net.first[f * kFirst + j] = static_cast<std::int16_t>(grain * std::clamp(w, -most_first, most_first));
        }
    }
    for (std::size_t j = 0; j < kFirst; ++j) {
        const double bias = std::clamp(static_cast<double>(weights[first_bias() + j]), -512.0, 512.0);
        net.first_bias[j] = nearest(bias * first_unit);
    }
    // The largest sums of the second and third layer must stay below 2^31.
    constexpr double kLimit = 0x7FFF0000;
    constexpr double kOne = 1 << Network::kActivationBits;
    double most_sum = 0;
    double most_weight = 0;
    double last = std::abs(static_cast<double>(weights[third_bias()])) * kOne;
    double most_third = 0;
    for (std::size_t unit = 0; unit < kSecond; ++unit) {
        double sum = std::abs(static_cast<double>(weights[second_bias() + unit])) * kOne + Network::kMostActivation;
        for (std::size_t j = 0; j < kFirst; ++j) {
            const double w = std::abs(static_cast<double>(weights[second() + j * kSecond + unit]));
            sum += w * Network::kMostActivation;
            most_weight = std::max(most_weight, w);
        }
        most_sum = std::max(most_sum, sum);
        const double w = std::abs(static_cast<double>(weights[third() + unit]));
        last += w * Network::kMostActivation;
        most_third = std::max(most_third, w);
    }
    // Rounding may add half a unit to every weight.
    constexpr double kSlack = kFirst * Network::kMostActivation;
    net.second_shift = std::min(shift_for(most_sum, kLimit - kSlack, Network::kMostShift),
                                shift_for(most_weight, 32767, Network::kMostShift));
    net.third_shift = std::min(shift_for(last, kLimit - kSlack, Network::kMostShift),
                               shift_for(most_third, 32767, Network::kMostShift));
    for (std::size_t unit = 0; unit < kSecond; ++unit) {
        for (std::size_t j = 0; j < kFirst; ++j) {
            net.second[Network::second_at(j, unit)] =
                static_cast<std::int16_t>(nearest(static_cast<double>(weights[second() + j * kSecond + unit]) *
                                                  static_cast<double>(1 << net.second_shift)));
        }
        net.second_bias[unit] = nearest(static_cast<double>(weights[second_bias() + unit]) * kOne *
                                        static_cast<double>(1 << net.second_shift));
        net.third[unit] = static_cast<std::int16_t>(
            nearest(static_cast<double>(weights[third() + unit]) * static_cast<double>(1 << net.third_shift)));
    }
    net.third_bias =
        nearest(static_cast<double>(weights[third_bias()]) * kOne * static_cast<double>(1 << net.third_shift));
    return net;
}

}  // namespace uneri
