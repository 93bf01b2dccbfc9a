// Bits of eight bytes at once.
#pragma once

#include <cstdint>

namespace uneri {

// Eight bytes as a word, the first one lowest: a single load where the processor keeps words that way.
constexpr std::uint64_t eight_bytes(const std::uint8_t* at) noexcept {
    return std::uint64_t{at[0]} | std::uint64_t{at[1]} << 8 | std::uint64_t{at[2]} << 16 | std::uint64_t{at[3]} << 24 |
           std::uint64_t{at[4]} << 32 | std::uint64_t{at[5]} << 40 | std::uint64_t{at[6]} << 48 |
           std::uint64_t{at[7]} << 56;
}
// The lowest bits of the eight bytes of a word, side by side: the product adds bit 8i up at bit 56 + i.
constexpr std::uint64_t low_bits(std::uint64_t bytes) noexcept {
    return (bytes & 0x0101'0101'0101'0101u) * 0x0102'0408'1020'4080u >> 56;
}

}  // namespace uneri
