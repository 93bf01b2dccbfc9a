#include "uneri/base/exponentials.hpp"

#include <array>
#include <bit>
#include <cstdint>

namespace uneri {

namespace {

constexpr double kLeast = -700;

// e to the power x, -700 <= x <= 0: 2^k e^r, k the integer nearest to x / ln 2.
double power_of_e(double x) noexcept {
    constexpr double kLog2E = 0x1.71547652b82fep0;
    constexpr double kRound = 0x1.8p52;  // adding it leaves the nearest integer in the lowest bits
    constexpr double kLn2High = 0x1.62e42feep-1, kLn2Low = 0x1.a39ef35793c76p-33;  // k times the former is exact
    constexpr std::array<double, 14> kParts = {
        1.0 / 6227020800, 1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800, 1.0 / 362880, 1.0 / 40320, 1.0 / 5040,
        1.0 / 720,        1.0 / 120,       1.0 / 24,       1.0 / 6,       1.0 / 2,      1.0,         1.0};
    const double shifted = x * kLog2E + kRound;
    const double k = shifted - kRound;
    const double r = (x - k * kLn2High) - k * kLn2Low;  // |r| <= 0.35
    double sum = kParts[0];
    for (std::size_t part = 1; part < kParts.size(); ++part) sum = sum * r + kParts[part];
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(sum) + (std::bit_cast<std::uint64_t>(shifted) << 52));
}

}  // namespace

// Three loops, since compilers vectorise none that chooses between paths.
void exponentials(const double* __restrict values, double* __restrict powers, std::size_t size) noexcept {
    size -= size % kExponentials;  // tells the compiler that nothing is left over
    for (std::size_t j = 0; j < size; ++j) powers[j] = values[j] < kLeast ? kLeast : values[j];
    for (std::size_t j = 0; j < size; ++j) powers[j] = power_of_e(powers[j]);
    for (std::size_t j = 0; j < size; ++j) {
        const double power = powers[j];
        powers[j] = values[j] < kLeast ? 0 : power;
    }
}

}  // namespace uneri
