// Logarithm and exponential with the same result on every platform. They use only sums, products and one division,
// which IEEE 754 defines to the last bit. System libraries differ, some even between processors, and searches and draws
// would differ with them. tests/_draws.py does the same.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace uneri {

inline constexpr double kLn2 = 0x1.62e42fefa39efp-1;

// The natural logarithm of a normal number above 0; the error is below 2 units in the last place. For 0 (a prior too
// small for a float) it is about -709: finite, and below the logarithm of any float.
constexpr double log_of_real(double x) noexcept {
    constexpr std::uint64_t kOne = std::uint64_t{1023} << 52;
    const auto bits = std::bit_cast<std::uint64_t>(x);
    auto exponent = static_cast<int>(bits >> 52) - 1023;
    auto m = std::bit_cast<double>((bits & ((std::uint64_t{1} << 52) - 1)) | kOne);
    if (m > 1.4142135623730951) {  // so that m is near 1, where the series converges fast
        m *= 0.5;
        ++exponent;
    }
    // log m = 2 artanh(s) = 2 (s + s^3/3 + s^5/5 ...), |s| <= 0.1716
    constexpr std::array<double, 11> kParts = {1.0 / 21, 1.0 / 19, 1.0 / 17, 1.0 / 15, 1.0 / 13, 1.0 / 11,
                                               1.0 / 9,  1.0 / 7,  1.0 / 5,  1.0 / 3,  1.0};
    const double s = (m - 1) / (m + 1);
    const double square = s * s;
    double sum = 0;
    for (const double part : kParts) sum = sum * square + part;
    return exponent * kLn2 + 2 * s * sum;
}

// e to a power from -700 to 0; 0 for lower powers. The relative error is below 1e-13.
constexpr double exp_of_real(double x) noexcept {
    if (x < -700) return 0;
    const auto halvings = static_cast<int>(0.5 - x / kLn2);
    const double rest = x + halvings * kLn2;  // |rest| <= 0.35
    // 1 + r (1 + r/2 (1 + r/3 (...)))
    double sum = 1;
    for (int n = 14; n >= 1; --n) sum = 1 + rest * sum / n;
    return sum * std::bit_cast<double>((std::uint64_t{1023} - static_cast<std::uint64_t>(halvings)) << 52);
}

}  // namespace uneri
