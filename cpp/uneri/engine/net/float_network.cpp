#include "uneri/engine/net/float_network.hpp"

#include <algorithm>
#include <cmath>

#include "uneri/base/cpu.hpp"
#include "uneri/base/rng.hpp"
#include "uneri/base/elementary.hpp"

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

Samples::Item& Samples::add(const FeatureRow& row) {
    Item item;
    item.ones = static_cast<std::uint32_t>(ones.size());
    item.scaled = static_cast<std::uint32_t>(scaled.size());
    item.num_ones = static_cast<std::uint16_t>(row.num_ones);
    item.num_scaled = static_cast<std::uint16_t>(row.num_scaled);
    item.skip = row.skip;
    ones.insert(ones.end(), row.ones.begin(), row.ones.begin() + row.num_ones);
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
    return add_gradients(*this, samples, chosen, gradient);
}

UNERI_HOT_CLONES double FloatNetwork::add_gradients(const FloatNetwork& net, const Samples& samples,
                                                    std::span<const std::uint32_t> chosen, float* gradient) noexcept {
    const float* const w1 = net.weights.data();
    const float* const b1 = w1 + net.first_bias();
    const float* const w2 = w1 + net.second();
    const float* const b2 = w1 + net.second_bias();
    const float* const w3 = w1 + net.third();
    double loss = 0;
    for (const std::uint32_t chosen_one : chosen) {
        const Samples::Item& item = samples.items[chosen_one];
        alignas(64) float a1[kFirst];
        alignas(64) float a2[kSecond];
        alignas(64) float d1[kFirst];
        alignas(64) float d2[kSecond];
        const std::uint16_t* const ones = samples.ones.data() + item.ones;
        const std::uint16_t* const scaled = samples.scaled.data() + item.scaled;
        const std::int8_t* const levels = samples.levels.data() + item.scaled;
        for (std::size_t j = 0; j < kFirst; ++j) a1[j] = b1[j];
        for (std::size_t k = 0; k < item.num_ones; ++k) {
            const float x = net.scales_[ones[k]];
            const float* __restrict row = w1 + std::size_t{ones[k]} * kFirst;
            for (std::size_t j = 0; j < kFirst; ++j) a1[j] += x * row[j];
        }
        for (std::size_t k = 0; k < item.num_scaled; ++k) {
            const float x = static_cast<float>(levels[k]) * net.scales_[scaled[k]];
            const float* __restrict row = w1 + std::size_t{scaled[k]} * kFirst;
            for (std::size_t j = 0; j < kFirst; ++j) a1[j] += x * row[j];
        }
        for (std::size_t j = 0; j < kFirst; ++j) a1[j] = a1[j] > 0 ? a1[j] : 0;
        for (std::size_t j = 0; j < kSecond; ++j) a2[j] = b2[j];
        for (std::size_t i = 0; i < kFirst; ++i) {
            if (a1[i] == 0) continue;
            const float x = a1[i];
            const float* __restrict row = w2 + i * kSecond;
            for (std::size_t j = 0; j < kSecond; ++j) a2[j] += x * row[j];
        }
        double z = w3[kSecond] + static_cast<double>(item.skip) / Network::kUnit;  // the bias comes after them
        for (std::size_t j = 0; j < kSecond; ++j) {
            a2[j] = a2[j] > 0 ? a2[j] : 0;
            z += a2[j] * w3[j];
        }
        const double y = share_of_logit(z);
        const auto d = static_cast<float>(y - item.target);
        loss -= item.target * log_of_real(y + 1e-7) + (1 - item.target) * log_of_real(1 - y + 1e-7);
        float* const g3 = gradient + net.third();
        float* const gb2 = gradient + net.second_bias();
        for (std::size_t j = 0; j < kSecond; ++j) {
            d2[j] = a2[j] > 0 ? d * w3[j] : 0;
            g3[j] += d * a2[j];
            gb2[j] += d2[j];
        }
        g3[kSecond] += d;
        float* const gb1 = gradient + net.first_bias();
        for (std::size_t i = 0; i < kFirst; ++i) {
            d1[i] = 0;
            if (a1[i] == 0) continue;
            const float* __restrict row = w2 + i * kSecond;
            float* __restrict g2 = gradient + net.second() + i * kSecond;
            alignas(64) float lanes[8] = {};  // eight sums side by side, so that compilers vectorise them
            for (std::size_t j = 0; j < kSecond; j += 8) {
                for (std::size_t k = 0; k < 8; ++k) {
                    lanes[k] += d2[j + k] * row[j + k];
                    g2[j + k] += a1[i] * d2[j + k];
                }
            }
            d1[i] = ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6])) + ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]));
        }
        for (std::size_t j = 0; j < kFirst; ++j) gb1[j] += d1[j];
        for (std::size_t k = 0; k < item.num_ones; ++k) {
            const float x = net.scales_[ones[k]];
            float* __restrict to = gradient + std::size_t{ones[k]} * kFirst;
            for (std::size_t j = 0; j < kFirst; ++j) to[j] += x * d1[j];
        }
        for (std::size_t k = 0; k < item.num_scaled; ++k) {
            const float x = static_cast<float>(levels[k]) * net.scales_[scaled[k]];
            float* __restrict to = gradient + std::size_t{scaled[k]} * kFirst;
            for (std::size_t j = 0; j < kFirst; ++j) to[j] += x * d1[j];
        }
    }
    return loss;
}

namespace {

UNERI_HOT_CLONES void adam_step(float* __restrict weights, float* __restrict mean, float* __restrict squares,
                                float* __restrict gradient, float* __restrict average, std::size_t size, float rate,
                                float scale, float follow) noexcept {
    for (std::size_t i = 0; i < size; ++i) {
        const float x = gradient[i] * scale;
        mean[i] = 0.9F * mean[i] + 0.1F * x;
        squares[i] = 0.999F * squares[i] + 0.001F * x * x;
        weights[i] -= rate * mean[i] / (std::sqrt(squares[i]) + 1e-8F);
        average[i] += follow * (weights[i] - average[i]);
        gradient[i] = 0;
    }
}

}  // namespace

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
    adam_step(weights.data(), mean.data(), squares.data(), sum, average.data(), weights.size(), step, scale, follow);
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
