// Tests the parts of networks that Python cannot see: sums against plain arithmetic, rounding against floats, gradients
// against differences.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "check.hpp"
#include "uneri/base/rng.hpp"
#include "uneri/engine/net/float_network.hpp"
#include "uneri/engine/net/net_loops.hpp"
#include "uneri/engine/net/network.hpp"

namespace {

using namespace uneri;

FeatureRow random_row(SplitMix64& rng, int features, FeatureOrder* order = nullptr) {
    FeatureRow row;
    row.clear(features);
    FeatureWriter writer(row, order);
    for (int i = 0; i < 40; ++i) writer.put_within(static_cast<int>(rng.below(static_cast<std::uint64_t>(features))));
    for (int i = 0; i < 10; ++i) {
        writer.scale_within(static_cast<int>(rng.below(static_cast<std::uint64_t>(features))),
                            static_cast<int>(rng.below(400)) - 200);
    }
    writer.add_to_value(static_cast<int>(rng.below(4000)) - 2000);
    return row;
}

Samples::Item& add_random(Samples& samples, SplitMix64& rng, int features) {
    FeatureOrder order;
    const FeatureRow row = random_row(rng, features, &order);
    return samples.add(row, order);
}

FloatNetwork random_network(int features, std::uint64_t seed) {
    return FloatNetwork(std::vector<float>(static_cast<std::size_t>(features), 1.0F / 16), seed);
}

// The value by definition, in 64 bits.
std::int64_t plain_value(const Network& net, const FeatureRow& row) {
    std::vector<std::int64_t> sums(net.first_bias.begin(), net.first_bias.end());
    const auto add = [&](int feature, int level) {
        for (std::size_t j = 0; j < sums.size(); ++j)
            sums[j] += std::int64_t{level} * net.first[static_cast<std::size_t>(feature) * sums.size() + j];
    };
    for (int i = 0; i < net.features; ++i)
        add(i, static_cast<int>(row.bits[static_cast<std::size_t>(i / 64)] >> i % 64 & 1));
    for (int k = 0; k < row.num_again; ++k) add(row.again[static_cast<std::size_t>(k)], 1);
    for (int k = 0; k < row.num_scaled; ++k)
        add(row.scaled[static_cast<std::size_t>(k)], row.level[static_cast<std::size_t>(k)]);
    const std::int64_t most = Network::kMostActivation - 1;
    std::int64_t z = net.third_bias;
    for (std::size_t unit = 0; unit < Network::kSecond; ++unit) {
        std::int64_t sum = net.second_bias[unit];
        for (std::size_t j = 0; j < sums.size(); ++j) {
            const std::int64_t active =
                std::clamp(sums[j] >> (net.first_shift - Network::kActivationBits), std::int64_t{0}, most);
            sum += active * net.second[Network::second_at(j, unit)];
        }
        z += std::clamp(sum >> net.second_shift, std::int64_t{0}, most) * net.third[unit];
    }
    z >>= net.third_shift + Network::kActivationBits - 12;
    return std::clamp<std::int64_t>(z + row.skip, -Network::kMostValue, Network::kMostValue);
}

TEST(a_network_is_its_definition) {
    SplitMix64 rng(1);
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        FloatNetwork net = random_network(300, seed);
        for (float& w : net.weights) w *= static_cast<float>(1 + seed * seed * 5);  // up to the bounds
        for (const bool small : {false, true}) {
            const Network rounded = net.rounded(small);
            CHECK(!rounded.check());
            FirstSums last;
            for (int i = 0; i < 200; ++i) {
                const FeatureRow row = random_row(rng, 300);
                CHECK(rounded.value(row) == plain_value(rounded, row));
                CHECK(rounded.value(row, last) == plain_value(rounded, row));
                CHECK(net_loops_for_all().value(rounded, row, nullptr) == plain_value(rounded, row));
            }
        }
    }
}

// The rows of play: each differs from the one before in a few places.
TEST(sums_change_with_the_row) {
    SplitMix64 rng(11);
    const int features = 300;
    const Network net = random_network(features, 12).rounded(true);
    FirstSums last;
    FirstSums last_for_all;
    std::vector<int> ones;
    std::vector<std::pair<int, int>> levels;
    const auto place = [&] { return static_cast<int>(rng.below(features)); };
    for (int i = 0; i < 2000; ++i) {
        for (int k = 0; k < 4; ++k) {
            if (rng.below(2) == 0 && ones.size() > 10) {
                ones.erase(ones.begin() + static_cast<std::ptrdiff_t>(rng.below(ones.size())));
            } else if (ones.size() < 60) {
                ones.push_back(place());
            }
            if (rng.below(2) == 0 && levels.size() > 4) {
                levels.erase(levels.begin() + static_cast<std::ptrdiff_t>(rng.below(levels.size())));
            } else if (levels.size() < 30) {
                levels.emplace_back(place(), static_cast<int>(rng.below(9)) - 4);
            }
        }
        if (i % 2 == 0) std::sort(levels.begin(), levels.end());
        FeatureRow row;
        row.clear(features);
        FeatureWriter writer(row);
        for (const int one : ones) writer.put_within(one);
        for (const auto& [at, level] : levels) writer.scale_within(at, level);
        CHECK(net.value(row, last) == plain_value(net, row));
        CHECK(net_loops_for_all().value(net, row, &last_for_all) == plain_value(net, row));
    }
}

// Blocks lie where they would if each place were written by itself.
TEST(blocks_of_bits_lie_side_by_side) {
    SplitMix64 rng(13);
    for (int i = 0; i < 2000; ++i) {
        FeatureRow row;
        row.clear(512);
        FeatureOrder order;
        FeatureWriter writer(row, &order);
        std::vector<int> expected;
        while (writer.at() < 400) {
            const int size = 1 + static_cast<int>(rng.below(64));
            const std::uint64_t set = rng.next() & rng.next() & (~std::uint64_t{0} >> (64 - size));
            for (int bit = 0; bit < size; ++bit) {
                if ((set >> bit & 1) != 0) expected.push_back(writer.at() + bit);
            }
            writer.bits(set, size);
        }
        std::vector<int> found;
        for (int at = 0; at < 512; ++at) {
            if ((row.bits[static_cast<std::size_t>(at / 64)] >> at % 64 & 1) != 0) found.push_back(at);
        }
        CHECK(found == expected);
        CHECK(std::equal(order.ones.begin(), order.ones.begin() + order.num_ones, expected.begin(), expected.end()));
    }
}

TEST(rounding_is_near) {
    FloatNetwork net = random_network(200, 3);
    const Network rounded = net.rounded(false);
    SplitMix64 rng(2);
    Samples samples;
    for (int i = 0; i < 100; ++i) add_random(samples, rng, 200);
    rng = SplitMix64(2);
    for (std::uint32_t i = 0; i < 100; ++i) {
        const FeatureRow row = random_row(rng, 200);
        // The gradient of the last bias is the output of the float network minus the target, which is 0.
        std::vector<float> gradient(net.size());
        net.add_gradient(samples, std::span<const std::uint32_t>(&i, 1), gradient.data());
        const double share = static_cast<double>(share_of_value(rounded.value(row))) / 65536;
        CHECK(std::abs(share - static_cast<double>(gradient[net.third_bias()])) < 0.01);
    }
}

TEST(gradients_are_differences) {
    FloatNetwork net = random_network(60, 4);
    SplitMix64 rng(5);
    Samples samples;
    std::vector<std::uint32_t> chosen;
    for (std::uint32_t i = 0; i < 8; ++i) {
        add_random(samples, rng, 60).target = static_cast<float>(i) / 8;
        chosen.push_back(i);
    }
    std::vector<float> gradient(net.size());
    net.add_gradient(samples, chosen, gradient.data());
    std::vector<float> unused(net.size());
    int compared = 0;
    for (int i = 0; i < 400; ++i) {
        const auto at = static_cast<std::size_t>(rng.below(net.size()));
        const float before = net.weights[at];
        constexpr float kStep = 1e-3F;
        net.weights[at] = before + kStep;
        const double above = net.add_gradient(samples, chosen, unused.data());
        net.weights[at] = before - kStep;
        const double below = net.add_gradient(samples, chosen, unused.data());
        net.weights[at] = before;
        const double slope = (above - below) / (2 * static_cast<double>(kStep));
        // A unit may switch on or off between the two points.
        if (std::abs(slope - static_cast<double>(gradient[at])) < 0.02 + 0.05 * std::abs(slope)) ++compared;
    }
    CHECK(compared > 380);
}

TEST(shares_and_values_are_inverse) {
    CHECK(share_of_value(0) == 32768);
    for (std::int32_t value = -7 * Network::kUnit; value <= 7 * Network::kUnit; value += 97) {
        CHECK(std::abs(share_of_value(value) + share_of_value(-value) - 65536) <= 1);
        CHECK(std::abs(value_of_share(share_of_value(value)) - value) <= 300);
        const double e = std::exp(-static_cast<double>(value) / Network::kUnit);
        CHECK(std::abs(share_of_value(value) - 65536 / (1 + e)) < 3);
    }
    CHECK(share_of_value(1 << 30) >= 65535 && share_of_value(-(1 << 30)) <= 1);
}

}  // namespace
