// FNV-1a over bytes (R-6 and the checksum of serialised states) and a fast hash of plain values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace uneri {

class Fnv1a {
public:
    constexpr void add_byte(std::uint8_t byte) noexcept { hash_ = (hash_ ^ byte) * 0x100000001B3u; }
    constexpr void add_le(std::uint64_t value, int bytes) noexcept {
        for (int i = 0; i < bytes; ++i) add_byte(static_cast<std::uint8_t>(value >> (8 * i)));
    }
    constexpr void add(std::span<const std::uint8_t> bytes) noexcept {
        for (const std::uint8_t byte : bytes) add_byte(byte);
    }
    constexpr std::uint64_t value() const noexcept { return hash_; }

private:
    std::uint64_t hash_ = 0xCBF29CE484222325u;
};

// A hash of bytes, word by word (SplitMix64's finaliser between words). For tables in memory only: it depends on the
// byte order of the machine.
inline std::uint64_t hash_bytes(const void* data, std::size_t size) noexcept {
    const auto* bytes = static_cast<const unsigned char*>(data);
    std::uint64_t hash = size;
    for (std::size_t at = 0; at < size; at += 8) {
        std::uint64_t word = 0;
        const std::size_t rest = size - at;
        std::memcpy(&word, bytes + at, rest < 8 ? rest : 8);
        hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 29;
    }
    hash *= 0xBF58476D1CE4E5B9u;
    return hash ^ (hash >> 32);
}

}  // namespace uneri
