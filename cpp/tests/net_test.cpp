// Tests the parts of networks that Python cannot see: sums against plain arithmetic, rounding against floats, gradients
// against differences.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "check.hpp"
#include "uneri/base/rng.hpp"
#include "uneri/engine/net/float_network.hpp"
#include "uneri/engine/net/network.hpp"

namespace {

using namespace uneri;

FeatureRow random_row(SplitMix64& rng, int features) {
    FeatureRow row;
    row.clear();
    FeatureWriter writer(row);
    for (int i = 0; i < 40; ++i) writer.put_within(static_cast<int>(rng.below(static_cast<std::uint64_t>(features))));
    for (int i = 0; i < 10; ++i) {
        writer.scale_within(static_cast<int>(rng.below(static_cast<std::uint64_t>(features))),
                            static_cast<int>(rng.below(400)) - 200);
    }
    writer.add_to_value(static_cast<int>(rng.below(4000)) - 2000);
    return row;
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
    for (int k = 0; k < row.num_ones; ++k) add(row.ones[static_cast<std::size_t>(k)], 1);
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
            for (int i = 0; i < 200; ++i) {
                const FeatureRow row = random_row(rng, 300);
                CHECK(rounded.value(row) == plain_value(rounded, row));
            }
        }
    }
}

TEST(rounding_is_near) {
    FloatNetwork net = random_network(200, 3);
    const Network rounded = net.rounded(false);
    SplitMix64 rng(2);
    Samples samples;
    for (int i = 0; i < 100; ++i) samples.add(random_row(rng, 200));
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
        samples.add(random_row(rng, 60)).target = static_cast<float>(i) / 8;
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

TEST(files_come_back) {
    for (const bool small : {false, true}) {
        Network net = random_network(90, 7).rounded(small);
        net.label = {"game", "{}", 12345, "{\"seed\":1}"};
        net.margin = 77;
        ByteWriter out;
        net.save(out);
        const Result<Network> again = Network::load(out.bytes());
        CHECK(static_cast<bool>(again));
        if (!again) continue;
        CHECK(again->first == net.first && again->second == net.second && again->third == net.third);
        CHECK(again->label.record == net.label.record && again->label.digest == 12345 && again->margin == 77);
        ByteWriter twice;
        again->save(twice);
        CHECK(std::equal(twice.bytes().begin(), twice.bytes().end(), out.bytes().begin(), out.bytes().end()));
        for (std::size_t size = 0; size < out.bytes().size(); size += 61)
            CHECK(!Network::load(out.bytes().first(size)));
    }
}

TEST(adam_goes_downhill) {
    FloatNetwork net = random_network(60, 8);
    Adam adam(net.size());
    std::vector<float> average = net.weights;
    std::vector<std::vector<float>> parts(2, std::vector<float>(net.size()));
    SplitMix64 rng(9);
    Samples samples;
    std::vector<std::uint32_t> chosen;
    for (std::uint32_t i = 0; i < 64; ++i) {
        samples.add(random_row(rng, 60)).target = i % 2 == 0 ? 0.9F : 0.1F;
        chosen.push_back(i);
    }
    const auto loss = [&] {
        std::vector<float> unused(net.size());
        return net.add_gradient(samples, chosen, unused.data());
    };
    const double before = loss();
    for (int step = 0; step < 200; ++step) {
        net.add_gradient(samples, std::span<const std::uint32_t>(chosen).first(32), parts[0].data());
        net.add_gradient(samples, std::span<const std::uint32_t>(chosen).subspan(32), parts[1].data());
        adam.step(net.weights, parts, 1e-3F, 1.0F / 64, average, 0.01F);
    }
    CHECK(loss() < 0.7 * before);
}

}  // namespace
