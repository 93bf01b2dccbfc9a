// Reduces the behaviour of a part of the core to 64 bits, which must be the same on every platform. Integers are mixed
// byte by byte in a fixed order, floating-point numbers by their bits.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "uneri/base/hash.hpp"

namespace uneri::digest {

class Digest {
public:
    template <std::integral T>
    void add(T number) noexcept {
        hash_.add_le(static_cast<std::uint64_t>(static_cast<std::int64_t>(number)), 8);
    }
    void add(double number) noexcept { add(std::bit_cast<std::uint64_t>(number)); }
    void add(float number) noexcept { add(std::bit_cast<std::uint32_t>(number)); }
    void add(std::string_view text) noexcept {
        add(text.size());
        for (const char c : text) hash_.add_byte(static_cast<std::uint8_t>(c));
    }
    template <class T>
    void add(std::span<const T> list) noexcept {
        add(list.size());
        for (const T& item : list) add(item);
    }
    std::uint64_t value() const noexcept { return hash_.value(); }

private:
    Fnv1a hash_;
};

// One line of the output.
struct Part {
    std::string name;
    std::uint64_t value;
};
using Parts = std::vector<Part>;

inline Part part(std::string name, const Digest& digest) { return {std::move(name), digest.value()}; }

// Each is in its own file.
void add_namima_hands(Parts& parts);

}  // namespace uneri::digest
