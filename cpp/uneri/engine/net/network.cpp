#include "uneri/engine/net/network.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>

#if defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>
#endif

#include "uneri/base/cpu.hpp"
#include "uneri/base/global_lazy.hpp"
#include "uneri/base/hash.hpp"
#include "uneri/base/elementary.hpp"

namespace uneri {
namespace {

constexpr std::size_t kFirst = Network::kFirst;
constexpr std::size_t kSecond = Network::kSecond;
constexpr int kGroup = 16;  // rows of first weights that a 16-bit sum can hold
static_assert(kGroup * Network::kMostFirstWeight <= 32767);
// The largest sum fits 32 bits: all entries of a row at their highest levels, and the bias.
static_assert(std::int64_t{Network::kMostFirstWeight} *
                      (FeatureRow::kMostOnes + FeatureRow::kMostScaled * FeatureRow::kMostLevel) +
                  Network::kMostBias <
              std::int64_t{1} << 31);

#if defined(__GNUC__)
// The same sums with partial sums in registers, on every processor; compilers do not find this by themselves.
using Part = std::int16_t __attribute__((vector_size(32)));
constexpr std::size_t kPart = 16;

using Sums = std::int32_t __attribute__((vector_size(64)));

__attribute__((always_inline)) inline void add_part(const Part& part, std::int32_t level, std::int32_t* sums) noexcept {
    Sums sum;
    std::memcpy(&sum, sums, sizeof sum);
    sum += __builtin_convertvector(part, Sums) * level;
    std::memcpy(sums, &sum, sizeof sum);
}
inline void add_ones(const std::int16_t* __restrict weights, const std::uint16_t* __restrict ones, int count,
                     std::int32_t* __restrict sums) noexcept {
    for (int k = 0; k < count; k += kGroup) {
        const int end = std::min(count, k + kGroup);
        Part part[kFirst / kPart];
        for (Part& sum : part) sum = Part{};
        for (int i = k; i < end; ++i) {
            const std::int16_t* row = weights + std::size_t{ones[i]} * kFirst;
            for (std::size_t p = 0; p < kFirst / kPart; ++p) {
                Part more;
                std::memcpy(&more, row + p * kPart, sizeof more);
                part[p] += more;
            }
        }
        for (std::size_t p = 0; p < kFirst / kPart; ++p) {
            add_part(part[p], 1, sums + p * kPart);
        }
    }
}
inline void add_scaled(const std::int16_t* row, std::int32_t level, std::int32_t* sums) noexcept {
    for (std::size_t p = 0; p < kFirst / kPart; ++p) {
        Part part;
        std::memcpy(&part, row + p * kPart, sizeof part);
        add_part(part, level, sums + p * kPart);
    }
}
#else
inline void add_ones(const std::int16_t* weights, const std::uint16_t* ones, int count, std::int32_t* sums) noexcept {
    for (int k = 0; k < count; ++k) {
        const std::int16_t* row = weights + std::size_t{ones[k]} * kFirst;
        for (std::size_t j = 0; j < kFirst; ++j) sums[j] += row[j];
    }
}
inline void add_scaled(const std::int16_t* row, std::int32_t level, std::int32_t* sums) noexcept {
    for (std::size_t j = 0; j < kFirst; ++j) sums[j] += level * row[j];
}
#endif

// Adds the active units of the first layer to the sums of the second.
#if defined(__SSE2__) || defined(_M_X64)
inline void add_active(const std::int16_t* weights, const std::int16_t* active, std::int32_t* sums) noexcept {
    constexpr std::size_t kVectors = kSecond / 4;
    __m128i sum[kVectors];
    for (std::size_t v = 0; v < kVectors; ++v) sum[v] = _mm_load_si128(reinterpret_cast<const __m128i*>(sums) + v);
    for (std::size_t pair = 0; pair < kFirst / 2; ++pair, weights += 2 * kSecond) {
        std::int32_t both = 0;
        std::memcpy(&both, active + 2 * pair, sizeof both);
        if (both == 0) continue;
        const __m128i x = _mm_set1_epi32(both);
        const auto* row = reinterpret_cast<const __m128i*>(weights);
        for (std::size_t v = 0; v < kVectors; ++v)
            sum[v] = _mm_add_epi32(sum[v], _mm_madd_epi16(x, _mm_load_si128(row + v)));
    }
    for (std::size_t v = 0; v < kVectors; ++v) _mm_store_si128(reinterpret_cast<__m128i*>(sums) + v, sum[v]);
}
#else
inline void add_active(const std::int16_t* weights, const std::int16_t* active, std::int32_t* sums) noexcept {
    for (std::size_t from = 0; from < kFirst; from += 2, weights += 2 * kSecond) {
        const std::int32_t x = active[from];
        const std::int32_t y = active[from + 1];
        if ((x | y) == 0) continue;
        for (std::size_t to = 0; to < kSecond; ++to) sums[to] += x * weights[2 * to] + y * weights[2 * to + 1];
    }
}
#endif

inline std::int32_t clamped(std::int32_t x) noexcept {
    constexpr std::int32_t kMost = Network::kMostActivation - 1;
    return x < 0 ? 0 : x > kMost ? kMost : x;
}

}  // namespace

UNERI_HOT_CLONES std::int32_t Network::evaluate(const Network& net, const FeatureRow& row) noexcept {
    alignas(64) std::int32_t sums[kFirst];
    alignas(64) std::int16_t active[kFirst];
    alignas(64) std::int32_t next[kSecond];
    for (std::size_t j = 0; j < kFirst; ++j) sums[j] = net.first_bias[j];
    for (std::size_t j = 0; j < kSecond; ++j) next[j] = net.second_bias[j];
    add_ones(net.first.data(), row.ones.data(), row.num_ones, sums);
    for (int k = 0; k < row.num_scaled; ++k) {
        const auto at = static_cast<std::size_t>(k);
        add_scaled(net.first.data() + std::size_t{row.scaled[at]} * kFirst, row.level[at], sums);
    }
    const int shift = net.first_shift - kActivationBits;
    for (std::size_t j = 0; j < kFirst; ++j) active[j] = static_cast<std::int16_t>(clamped(sums[j] >> shift));
    add_active(net.second.data(), active, next);
    std::int32_t z = net.third_bias;
    for (std::size_t unit = 0; unit < kSecond; ++unit) z += clamped(next[unit] >> net.second_shift) * net.third[unit];
    constexpr int kPoint = 12;  // kUnit
    static_assert(kUnit == 1 << kPoint);
    const int down = net.third_shift + kActivationBits - kPoint;
    return std::clamp((z >> down) + row.skip, -kMostValue, kMostValue);
}

std::int32_t Network::value(const FeatureRow& row) const noexcept { return evaluate(*this, row); }

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
        return bad("a file of networks begins with " + std::string(kNetworkMagic) + ", and this one doesn't");
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
