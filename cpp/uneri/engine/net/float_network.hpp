// The same network in floats, for learning: gradients, Adam, and rounding to integers. It takes sums in a fixed order
// and avoids the system's logarithms and exponentials, so learning gives the same result everywhere, too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "uneri/engine/net/network.hpp"

namespace uneri {

// Rows to learn from, in one block.
struct Samples {
    struct Item {
        std::uint32_t ones = 0;  // where the numbers of its ones begin
        std::uint32_t scaled = 0;
        std::uint16_t num_ones = 0;
        std::uint16_t num_scaled = 0;
        std::int32_t skip = 0;
        std::int32_t seat = 0;
        float share = 0;   // output of the network
        float target = 0;  // desired output
    };
    std::vector<Item> items;
    std::vector<std::uint16_t> ones;
    std::vector<std::uint16_t> scaled;
    std::vector<std::int8_t> levels;

    void clear() noexcept;
    Item& add(const FeatureRow& row, const FeatureOrder& order);
};

class FloatNetwork {
public:
    static constexpr std::size_t kFirst = Network::kFirst;
    static constexpr std::size_t kSecond = Network::kSecond;

    FloatNetwork() = default;
    // `scales`: for each feature, the input that a level of 1 stands for.
    FloatNetwork(std::vector<float> scales, std::uint64_t seed);

    std::size_t features() const noexcept { return scales_.size(); }
    std::size_t size() const noexcept { return weights.size(); }
    // first [features][kFirst], its bias, second [kFirst][kSecond], its bias, third [kSecond], its bias
    std::size_t first_bias() const noexcept { return features() * kFirst; }
    std::size_t second() const noexcept { return first_bias() + kFirst; }
    std::size_t second_bias() const noexcept { return second() + kFirst * kSecond; }
    std::size_t third() const noexcept { return second_bias() + kSecond; }
    std::size_t third_bias() const noexcept { return third() + kSecond; }

    // Adds the gradient of the cross entropy of some samples to `gradient`; returns the sum of the cross entropies.
    double add_gradient(const Samples& samples, std::span<const std::uint32_t> chosen, float* gradient) const noexcept;

    // Takes the weights of a network with the same features.
    void set(const Network& net) noexcept;

    // The integers nearest to the weights. `small`: first weights of one byte.
    Network rounded(bool small) const;

    std::vector<float> weights;

private:
    std::vector<float> scales_;
};

// The optimiser, and the running mean of the weights.
struct Adam {
    std::vector<float> mean;     // of gradients
    std::vector<float> squares;  // of gradients
    double mean_power = 1;       // 0.9 and 0.999 to the number of steps
    double square_power = 1;

    explicit Adam(std::size_t size = 0) : mean(size), squares(size) {}

    // Takes one step by the sum of the gradients in `parts`, and clears them. `average` moves towards the weights by
    // the share `follow`.
    void step(std::vector<float>& weights, std::vector<std::vector<float>>& parts, float rate, float scale,
              std::vector<float>& average, float follow) noexcept;
};

double uniform(std::uint64_t number) noexcept;  // in (0, 1)
double share_of_logit(double logit) noexcept;

}  // namespace uneri
