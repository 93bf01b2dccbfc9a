#include "uneri/engine/net/net_loops.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#if defined(__AVX2__)
#include <immintrin.h>
#elif defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>
#endif

#include "uneri/base/bits.hpp"
#include "uneri/base/cpu.hpp"
#include "uneri/base/elementary.hpp"

namespace uneri {
namespace {

constexpr std::size_t kFirst = Network::kFirst;
constexpr std::size_t kSecond = Network::kSecond;
constexpr int kGroup = 16;  // rows of first weights that a 16-bit sum can hold
static_assert(kGroup * Network::kMostFirstWeight <= 32767);
// The largest sum fits 32 bits: all entries of a row at their highest levels, and the bias. While a sum is changed from
// one row to another it holds entries of both.
static_assert(2 * std::int64_t{Network::kMostFirstWeight} *
                      (FeatureRow::kMostFeatures + FeatureRow::kMostAgain +
                       FeatureRow::kMostScaled * FeatureRow::kMostLevel) +
                  Network::kMostBias <
              std::int64_t{1} << 31);

// The places of bits of many words.
class Places {
public:
    Places() noexcept {}  // NOLINT: places stay uninitialised on purpose
    // Four at a time without asking how many there are, as that is hard to predict.
    void add(std::uint64_t word, int first) noexcept {
        if (word == 0) return;
        std::uint16_t* out = at_.data() + size_;
        size_ += count_bits(word);
        do {
            for (int i = 0; i < 4; ++i) {
                *out++ = static_cast<std::uint16_t>(first + std::countr_zero(word));
                word &= word - 1;
            }
        } while (word != 0);
    }
    const std::uint16_t* data() const noexcept { return at_.data(); }
    int size() const noexcept { return size_; }

private:
    int size_ = 0;
    std::array<std::uint16_t, FeatureRow::kMostFeatures + 4> at_;  // not cleared
};

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
// Adds the rows of `come` to the sums and takes off those of `gone`.
inline void change_rows(const std::int16_t* __restrict weights, const Places& come, const Places& gone,
                        std::int32_t* __restrict sums) noexcept {
    for (int k = 0; k < come.size() || k < gone.size(); k += kGroup / 2) {
        Part part[kFirst / kPart];
        for (Part& sum : part) sum = Part{};
        for (int i = k; i < std::min(come.size(), k + kGroup / 2); ++i) {
            const std::int16_t* row = weights + std::size_t{come.data()[i]} * kFirst;
            for (std::size_t p = 0; p < kFirst / kPart; ++p) {
                Part more;
                std::memcpy(&more, row + p * kPart, sizeof more);
                part[p] += more;
            }
        }
        for (int i = k; i < std::min(gone.size(), k + kGroup / 2); ++i) {
            const std::int16_t* row = weights + std::size_t{gone.data()[i]} * kFirst;
            for (std::size_t p = 0; p < kFirst / kPart; ++p) {
                Part less;
                std::memcpy(&less, row + p * kPart, sizeof less);
                part[p] -= less;
            }
        }
        for (std::size_t p = 0; p < kFirst / kPart; ++p) add_part(part[p], 1, sums + p * kPart);
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
inline void change_rows(const std::int16_t* weights, const Places& come, const Places& gone,
                        std::int32_t* sums) noexcept {
    const auto add = [&](std::size_t place, std::int32_t sign) {
        for (std::size_t j = 0; j < kFirst; ++j) sums[j] += sign * weights[place * kFirst + j];
    };
    for (int k = 0; k < come.size(); ++k) add(come.data()[k], 1);
    for (int k = 0; k < gone.size(); ++k) add(gone.data()[k], -1);
}
inline void add_scaled(const std::int16_t* row, std::int32_t level, std::int32_t* sums) noexcept {
    for (std::size_t j = 0; j < kFirst; ++j) sums[j] += level * row[j];
}
#endif

void add_again(const Network& net, const FeatureRow& row, std::int32_t level, std::int32_t* sums) noexcept {
    for (int k = 0; k < row.num_again; ++k)
        add_scaled(net.first.data() + std::size_t{row.again[static_cast<std::size_t>(k)]} * kFirst, level, sums);
}

void sum_row(const Network& net, const FeatureRow& row, std::int32_t* sums) noexcept {
    std::copy_n(net.first_bias.begin(), kFirst, sums);
    Places ones;
    for (int w = 0; w < row.num_words; ++w) ones.add(row.bits[static_cast<std::size_t>(w)], 64 * w);
    change_rows(net.first.data(), ones, Places(), sums);
    add_again(net, row, 1, sums);
    for (int k = 0; k < row.num_scaled; ++k) {
        const auto at = static_cast<std::size_t>(k);
        add_scaled(net.first.data() + std::size_t{row.scaled[at]} * kFirst, row.level[at], sums);
    }
}

// Makes the sums of `from` those of `to`.
void change_sums(const Network& net, const FeatureRow& from, const FeatureRow& to, std::int32_t* sums) noexcept {
    Places gone;
    Places come;
    for (int w = 0; w < to.num_words; ++w) {
        const std::uint64_t before = from.bits[static_cast<std::size_t>(w)];
        const std::uint64_t after = to.bits[static_cast<std::size_t>(w)];
        gone.add(before & ~after, 64 * w);
        come.add(after & ~before, 64 * w);
    }
    change_rows(net.first.data(), come, gone, sums);
    add_again(net, from, -1, sums);
    add_again(net, to, 1, sums);
    // Both mostly ascend, so nearly all equal entries meet. Those that don't come and go.
    const auto add = [&](int place, int level) {
        add_scaled(net.first.data() + static_cast<std::size_t>(place) * kFirst, level, sums);
    };
    int i = 0;
    int k = 0;
    while (i < from.num_scaled || k < to.num_scaled) {
        const auto a = static_cast<std::size_t>(i);
        const auto b = static_cast<std::size_t>(k);
        const int before = i < from.num_scaled ? from.scaled[a] : FeatureRow::kMostFeatures;
        const int after = k < to.num_scaled ? to.scaled[b] : FeatureRow::kMostFeatures;
        if (before == after) {
            if (from.level[a] != to.level[b]) add(before, to.level[b] - from.level[a]);
            ++i, ++k;
        } else if (before < after) {
            add(before, -from.level[a]);
            ++i;
        } else {
            add(after, to.level[b]);
            ++k;
        }
    }
}

void keep(const FeatureRow& row, FeatureRow& out) noexcept {
    out.num_words = row.num_words;
    out.num_again = row.num_again;
    out.num_scaled = row.num_scaled;
    std::copy_n(row.bits.begin(), row.num_words, out.bits.begin());
    std::copy_n(row.again.begin(), row.num_again, out.again.begin());
    std::copy_n(row.scaled.begin(), row.num_scaled, out.scaled.begin());
    std::copy_n(row.level.begin(), row.num_scaled, out.level.begin());
}

// Adds the active units of the first layer to the sums of the second.
#if defined(__AVX2__)
inline void add_active(const std::int16_t* weights, const std::int16_t* active, std::int32_t* sums) noexcept {
    constexpr std::size_t kVectors = kSecond / 8;
    __m256i sum[kVectors];
    for (std::size_t v = 0; v < kVectors; ++v) sum[v] = _mm256_load_si256(reinterpret_cast<const __m256i*>(sums) + v);
    unsigned pairs = 0;  // those of which one is active, as bits
    for (std::size_t v = 0; v < kFirst / 16; ++v) {
        const __m256i both = _mm256_load_si256(reinterpret_cast<const __m256i*>(active) + v);
        const __m256i none = _mm256_cmpeq_epi32(both, _mm256_setzero_si256());
        pairs |= (~static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(none))) & 0xFF) << 8 * v;
    }
    static_assert(kFirst / 2 == 32);
    for (; pairs != 0; pairs &= pairs - 1) {
        const auto pair = static_cast<std::size_t>(low_bit(pairs));
        std::int32_t both = 0;
        std::memcpy(&both, active + 2 * pair, sizeof both);
        const __m256i x = _mm256_set1_epi32(both);
        const auto* row = reinterpret_cast<const __m256i*>(weights + pair * 2 * kSecond);
        for (std::size_t v = 0; v < kVectors; ++v)
            sum[v] = _mm256_add_epi32(sum[v], _mm256_madd_epi16(x, _mm256_load_si256(row + v)));
    }
    for (std::size_t v = 0; v < kVectors; ++v) _mm256_store_si256(reinterpret_cast<__m256i*>(sums) + v, sum[v]);
}
#elif defined(__SSE2__) || defined(_M_X64)
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

std::int32_t value(const Network& net, const FeatureRow& row, FirstSums* last) noexcept {
    alignas(64) std::int32_t own[kFirst];
    alignas(64) std::int16_t active[kFirst];
    alignas(64) std::int32_t next[kSecond];
    std::int32_t* const sums = last == nullptr ? own : last->sums.data();
    if (last == nullptr || !last->is_set) {
        sum_row(net, row, sums);
    } else {
        change_sums(net, last->row, row, sums);
    }
    if (last != nullptr) {
        keep(row, last->row);
        last->is_set = true;
    }
    std::copy_n(net.second_bias.begin(), kSecond, next);
    const int shift = net.first_shift - Network::kActivationBits;
    for (std::size_t j = 0; j < kFirst; ++j) active[j] = static_cast<std::int16_t>(clamped(sums[j] >> shift));
    add_active(net.second.data(), active, next);
    std::int32_t z = net.third_bias;
    for (std::size_t unit = 0; unit < kSecond; ++unit) z += clamped(next[unit] >> net.second_shift) * net.third[unit];
    constexpr int kPoint = 12;  // Network::kUnit
    static_assert(Network::kUnit == 1 << kPoint);
    const int down = net.third_shift + Network::kActivationBits - kPoint;
    return std::clamp((z >> down) + row.skip, -Network::kMostValue, Network::kMostValue);
}

double add_gradients(const FloatNetwork& net, const float* scales, const Samples& samples,
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
            const float x = scales[ones[k]];
            const float* __restrict row = w1 + std::size_t{ones[k]} * kFirst;
            for (std::size_t j = 0; j < kFirst; ++j) a1[j] += x * row[j];
        }
        for (std::size_t k = 0; k < item.num_scaled; ++k) {
            const float x = static_cast<float>(levels[k]) * scales[scaled[k]];
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
            const float x = scales[ones[k]];
            float* __restrict to = gradient + std::size_t{ones[k]} * kFirst;
            for (std::size_t j = 0; j < kFirst; ++j) to[j] += x * d1[j];
        }
        for (std::size_t k = 0; k < item.num_scaled; ++k) {
            const float x = static_cast<float>(levels[k]) * scales[scaled[k]];
            float* __restrict to = gradient + std::size_t{scaled[k]} * kFirst;
            for (std::size_t j = 0; j < kFirst; ++j) to[j] += x * d1[j];
        }
    }
    return loss;
}

void adam_step(float* __restrict weights, float* __restrict mean, float* __restrict squares, float* __restrict gradient,
               float* __restrict average, std::size_t size, float rate, float scale, float follow) noexcept {
    for (std::size_t i = 0; i < size; ++i) {
        const float x = gradient[i] * scale;
        mean[i] = 0.9F * mean[i] + 0.1F * x;
        squares[i] = 0.999F * squares[i] + 0.001F * x * x;
        weights[i] -= rate * mean[i] / (std::sqrt(squares[i]) + 1e-8F);
        average[i] += follow * (weights[i] - average[i]);
        gradient[i] = 0;
    }
}

constexpr NetLoops kTable{&value, &add_gradients, &adam_step};

}  // namespace

const NetLoops& net_loops_x86_64_v3() noexcept;
#ifdef UNERI_V3_BUILD
const NetLoops& net_loops_x86_64_v3() noexcept { return kTable; }
#else
const NetLoops& net_loops_for_all() noexcept { return kTable; }
const NetLoops& net_loops() noexcept {
#ifdef UNERI_HAS_V3
    if (has_v3()) return net_loops_x86_64_v3();
#endif
    return kTable;
}
#endif

}  // namespace uneri
