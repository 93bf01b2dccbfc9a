// SplitMix64: the one generator of the library, the same on every platform.
#pragma once

#include <cstdint>

namespace uneri {

class SplitMix64 {
public:
    constexpr explicit SplitMix64(std::uint64_t state) noexcept : state_(state) {}

    constexpr std::uint64_t next() noexcept {
        state_ += 0x9E3779B97F4A7C15u;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        return z ^ (z >> 31);
    }

    // Uniform in 0..bound-1, bound >= 1. R-3 refuses x below 2^64 mod bound, which is itself below bound:
    // the second division is needed only when x is that small, so almost never.
    constexpr std::uint64_t below(std::uint64_t bound) noexcept {
        std::uint64_t x = next();
        if (x < bound) [[unlikely]] {
            const std::uint64_t threshold = (0 - bound) % bound;
            while (x < threshold) x = next();
        }
        return x % bound;
    }

    constexpr std::uint64_t state() const noexcept { return state_; }

private:
    std::uint64_t state_;
};

// The generator of work item `index` under `seed`. Work is split by index, never by thread, so results do not depend on
// the number of threads.
constexpr SplitMix64 stream(std::uint64_t seed, std::uint64_t index) noexcept {
    return SplitMix64(SplitMix64(seed ^ (0xD1342543DE82EF95u * (index + 1))).next());
}

}  // namespace uneri
