// Rows as bits and numbers of 16 bits (base/bit_rows.hpp), against what they mean.
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "check.hpp"
#include "uneri/base/bit_rows.hpp"
#include "uneri/base/rng.hpp"

namespace {

using namespace uneri;

// What IEEE 754 says of binary16.
float meaning_of(std::uint16_t half) {
    const int exponent = half >> 10 & 0x1F, fraction = half & 0x3FF;
    float size = exponent == 0      ? std::ldexp(static_cast<float>(fraction), -24)
                 : exponent == 0x1F ? (fraction == 0 ? INFINITY : NAN)
                                    : std::ldexp(static_cast<float>(1024 + fraction), exponent - 25);
    return (half & 0x8000) != 0 ? -size : size;
}
// Has it at most eleven digits of two, none below 2^-24, and is it below 2^16?
bool is_half(float number) {
    if (std::isnan(number)) return false;
    if (std::isinf(number)) return true;
    int exponent = 0;
    const float digits = std::ldexp(std::frexp(number, &exponent), 11);
    const float units = std::ldexp(number, 24);
    return digits == std::floor(digits) && units == std::floor(units) && std::abs(number) < 65536;
}

TEST(every_number_of_16_bits_comes_back) {
    for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
        const auto half = static_cast<std::uint16_t>(bits);
        const float number = number_of_half(half);
        bool exact = true;
        if (std::isnan(meaning_of(half))) {
            CHECK(std::isnan(number));
            half_of(number, exact);
            CHECK(!exact);
        } else {
            CHECK(std::bit_cast<std::uint32_t>(number) == std::bit_cast<std::uint32_t>(meaning_of(half)));
            CHECK(half_of(number, exact) == half);
            CHECK(exact);
        }
    }
}

TEST(numbers_that_16_bits_cannot_hold_are_told) {
    SplitMix64 rng(1);
    for (int i = 0; i < 1'000'000; ++i) {
        std::uint64_t bits = rng.next();
        if (i % 2 == 0) bits &= 0xFFFFFFFFFFFFE000;                           // few digits
        if (i % 4 < 2) bits = (bits & 0x807FFFFF) | (100 + bits % 50) << 23;  // about the range
        const auto number = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
        bool exact = true;
        const std::uint16_t half = half_of(number, exact);
        CHECK(exact == is_half(number));
        CHECK(!exact || number_of_half(half) == number);
    }
}

TEST(rows_come_back_and_other_numbers_are_told) {
    SplitMix64 rng(1);
    for (int i = 0; i < 20'000; ++i) {
        const std::size_t size = 1 + rng.next() % 40, across = (size + 7) / 8;
        std::vector<float> row(size), back(size);
        for (float& number : row) number = static_cast<float>(rng.next() % 3) / 2;
        if (i % 3 == 0) row[rng.next() % size] = i % 2 == 0 ? 0.25F : -0.0F;
        std::vector<std::uint8_t> planes(2 * across), others(across);
        pack_row(row.data(), size, planes.data(), others.data());
        unpack_row(planes.data(), size, back.data());
        for (std::size_t k = 0; k < size; ++k) {
            const bool plain = row[k] == 1 || row[k] == 0.5F || std::bit_cast<std::uint32_t>(row[k]) == 0;
            CHECK((others[k / 8] >> (k % 8) & 1) == (plain ? 0 : 1));
            CHECK(!plain || back[k] == row[k]);
        }
    }
}

TEST(bits_of_rows_are_counted_and_listed) {
    SplitMix64 rng(1);
    for (int i = 0; i < 2'000; ++i) {
        std::vector<std::uint8_t> bits(rng.next() % 40);
        std::vector<int> set;
        for (std::size_t byte = 0; byte < bits.size(); ++byte) {
            bits[byte] = static_cast<std::uint8_t>(rng.next() & rng.next());
            for (int k = 0; k < 8; ++k) {
                if ((bits[byte] >> k & 1) != 0) set.push_back(static_cast<int>(8 * byte) + k);
            }
        }
        std::vector<int> listed(set.size());
        CHECK(count_bits_of(bits.data(), bits.size()) == set.size());
        CHECK(list_bits(bits.data(), bits.size(), listed.data()) == listed.data() + listed.size());
        CHECK(listed == set);
    }
}

}  // namespace
