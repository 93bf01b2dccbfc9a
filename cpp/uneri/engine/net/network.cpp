#include "uneri/engine/net/network.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>

#include "uneri/base/elementary.hpp"
#include "uneri/base/global_lazy.hpp"
#include "uneri/base/hash.hpp"
#include "uneri/engine/net/net_loops.hpp"

namespace uneri {

std::int32_t Network::value(const FeatureRow& row) const noexcept { return net_loops().value(*this, row, nullptr); }
std::int32_t Network::value(const FeatureRow& row, FirstSums& last) const noexcept {
    return net_loops().value(*this, row, &last);
}

std::optional<Error> Network::check() const {
    const auto refuse = [](std::string_view what, std::int64_t value, std::int64_t low, std::int64_t high) {
        return Error{std::string(what) + " is " + std::to_string(value) + "; allowed: " + std::to_string(low) + " to " +
                     std::to_string(high)};
    };
    if (features < 1 || features > kMostFeatures) return refuse("the number of features", features, 1, kMostFeatures);
    if (first_shift < kActivationBits || first_shift > kMostShift)
        return refuse("the first shift", first_shift, kActivationBits, kMostShift);
    if (second_shift < 0 || second_shift > kMostShift) return refuse("the second shift", second_shift, 0, kMostShift);
    if (third_shift < 3 || third_shift > kMostShift) return refuse("the third shift", third_shift, 3, kMostShift);
    if (margin < 0 || margin > kMostValue) return refuse("the margin", margin, 0, kMostValue);
    for (const std::int16_t weight : first) {
        if (std::abs(weight) > kMostFirstWeight)
            return refuse("a weight of the first layer", weight, -kMostFirstWeight, kMostFirstWeight);
    }
    for (const std::int32_t bias : first_bias) {
        if (bias < -kMostBias || bias > kMostBias)
            return refuse("a bias of the first layer", bias, -kMostBias, kMostBias);
    }
    constexpr std::int64_t kMostSum = (std::int64_t{1} << 31) - 1;
    std::int64_t most = std::abs(std::int64_t{third_bias});
    for (std::size_t unit = 0; unit < kSecond; ++unit) {
        std::int64_t sum = std::abs(std::int64_t{second_bias[unit]});
        for (std::size_t j = 0; j < kFirst; ++j)
            sum += std::int64_t{kMostActivation} * std::abs(std::int64_t{second[second_at(j, unit)]});
        if (sum > kMostSum) return refuse("the largest sum of the second layer", sum, 0, kMostSum);
        most += std::int64_t{kMostActivation} * std::abs(std::int64_t{third[unit]});
    }
    if (most > kMostSum) return refuse("the largest sum of the third layer", most, 0, kMostSum);
    return std::nullopt;
}

// magic, version, bytes per first weight; label; numbers; weights; checksum of all these.
void Network::save(ByteWriter& out) const {
    ByteWriter body;
    for (const char c : kNetworkMagic) body.u8(static_cast<std::uint8_t>(c));
    body.u8(kNetworkVersion);
    const bool is_small =
        std::all_of(first.begin(), first.end(), [](std::int16_t w) { return w % (1 << kGrainBits) == 0; });
    body.u8(is_small ? 1 : 2);
    body.text(label.game);
    body.text(label.options);
    body.u64(label.digest);
    body.text(label.record);
    body.i32(features);
    body.u16(kFirst);
    body.u16(kSecond);
    for (const std::int32_t number : {margin, first_shift, second_shift, third_shift, third_bias}) body.i32(number);
    for (const std::int32_t bias : first_bias) body.i32(bias);
    for (const std::int32_t bias : second_bias) body.i32(bias);
    for (const std::int16_t weight : third) body.u16(static_cast<std::uint16_t>(weight));
    for (const std::int16_t weight : second) body.u16(static_cast<std::uint16_t>(weight));
    for (const std::int16_t weight : first) {
        if (is_small) {
            body.i8(static_cast<std::int8_t>(weight / (1 << kGrainBits)));
        } else {
            body.u16(static_cast<std::uint16_t>(weight));
        }
    }
    Fnv1a checksum;
    checksum.add(body.bytes());
    for (const std::uint8_t byte : body.bytes()) out.u8(byte);
    out.u64(checksum.value());
}

Result<Network> Network::load(std::span<const std::uint8_t> bytes) {
    const auto bad = [](const std::string& what) { return Error{"no network: " + what}; };
    constexpr std::size_t kTail = 8;
    const std::size_t head = kNetworkMagic.size();
    if (bytes.size() < head + kTail ||
        !std::equal(kNetworkMagic.begin(), kNetworkMagic.end(), bytes.begin(),
                    [](char c, std::uint8_t b) { return static_cast<std::uint8_t>(c) == b; })) {
        return bad("it does not begin with " + std::string(kNetworkMagic));
    }
    const std::uint8_t version = bytes[head];
    if (version != kNetworkVersion) {
        return bad("its version is " + std::to_string(version) + "; allowed: " + std::to_string(kNetworkVersion));
    }
    Fnv1a checksum;
    checksum.add(bytes.first(bytes.size() - kTail));
    if (ByteReader(bytes.last(kTail)).u64() != checksum.value())
        return bad("the checksum is wrong, so the file is damaged or cut short");
    ByteReader in(bytes.subspan(head + 1, bytes.size() - head - 1 - kTail));
    const std::uint8_t width = in.u8();
    if (width != 1 && width != 2) return bad("its weights have " + std::to_string(width) + " bytes; allowed: 1, 2");
    Network net;
    net.label.game = in.text();
    net.label.options = in.text();
    net.label.digest = in.u64();
    net.label.record = in.text();
    net.features = in.i32();
    const int first_units = in.u16();
    const int second_units = in.u16();
    if (in.good() && (first_units != kFirst || second_units != kSecond)) {
        return bad("its layers have " + std::to_string(first_units) + " and " + std::to_string(second_units) +
                   " units; allowed: " + std::to_string(kFirst) + " and " + std::to_string(kSecond));
    }
    if (in.good() && (net.features < 1 || net.features > kMostFeatures)) {
        return bad("its features are " + std::to_string(net.features) + "; allowed: 1 to " +
                   std::to_string(kMostFeatures));
    }
    const std::size_t weights = static_cast<std::size_t>(net.features) * kFirst;
    const std::size_t expected = 5 * 4 + (kFirst + kSecond) * 4 + (kSecond + kSecond * kFirst) * 2 + weights * width;
    if (!in.good() || in.left() != expected) {
        return bad("it has " + std::to_string(in.left()) + " bytes of weights; " + std::to_string(net.features) +
                   " features have " + std::to_string(expected));
    }
    for (std::int32_t* number : {&net.margin, &net.first_shift, &net.second_shift, &net.third_shift, &net.third_bias})
        *number = in.i32();
    for (std::int32_t& bias : net.first_bias) bias = in.i32();
    for (std::int32_t& bias : net.second_bias) bias = in.i32();
    for (std::int16_t& weight : net.third) weight = static_cast<std::int16_t>(in.u16());
    for (std::int16_t& weight : net.second) weight = static_cast<std::int16_t>(in.u16());
    net.first.resize(weights);
    for (std::int16_t& weight : net.first)
        weight =
            width == 1 ? static_cast<std::int16_t>(in.i8() * (1 << kGrainBits)) : static_cast<std::int16_t>(in.u16());
    if (const std::optional<Error> wrong = net.check()) return bad(wrong->message);
    return net;
}

namespace {

// Shares at steps of 1/64 of a logit from -16 to 16.
constexpr int kSteps = 64;
constexpr std::int32_t kWhole = 1 << 16;
constexpr std::int32_t kStep = Network::kUnit / kSteps;
struct Shares {
    std::array<std::int32_t, 2 * 16 * kSteps + 1> at{};
    Shares() noexcept {
        const int half = 16 * kSteps;
        for (int i = 0; i <= half; ++i) {
            const double e = exp_of_real(-static_cast<double>(i) / kSteps);
            const auto share = static_cast<std::int32_t>(kWhole / (1 + e) + 0.5);
            at[static_cast<std::size_t>(half + i)] = share;
            at[static_cast<std::size_t>(half - i)] = kWhole - share;
        }
    }
};
constinit GlobalLazy<Shares> kShares;
const Shares& shares() noexcept {
    return kShares.get([] { return Shares(); });
}

}  // namespace

std::int32_t share_of_value(std::int32_t value) noexcept {
    const std::int32_t from = std::clamp(value, -Network::kMostValue, Network::kMostValue) + Network::kMostValue;
    const auto step = static_cast<std::size_t>(from / kStep);
    const std::int32_t rest = from % kStep;
    const auto& at = shares().at;
    return rest == 0 ? at[step] : at[step] + (at[step + 1] - at[step]) * rest / kStep;
}

std::int32_t value_of_share(std::int64_t share) noexcept {
    const auto& at = shares().at;
    const auto found = std::lower_bound(at.begin(), at.end(), share);
    if (found == at.begin()) return -Network::kMostValue;
    if (found == at.end()) return Network::kMostValue;
    const auto step = static_cast<std::int32_t>(found - at.begin());
    const std::int32_t low = *(found - 1);
    const std::int32_t width = *found - low;
    return (step - 1) * kStep + static_cast<std::int32_t>((share - low) * kStep / width) - Network::kMostValue;
}

}  // namespace uneri
