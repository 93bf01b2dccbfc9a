// Cards to deal one by one from the front, by a partial Fisher-Yates shuffle.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "uneri/base/rng.hpp"

namespace uneri {

template <std::size_t most>
class DrawPool {
public:
    explicit DrawPool(SplitMix64& rng) noexcept : rng_(rng) {}

    void add(int card, int copies = 1) noexcept {
        for (; copies > 0; --copies) cards_[size_++] = static_cast<std::uint8_t>(card);
    }
    int draw() noexcept {
        const std::size_t j = at_ + static_cast<std::size_t>(rng_.below(size_ - at_));
        std::swap(cards_[at_], cards_[j]);
        return cards_[at_++];
    }
    void start_again() noexcept { at_ = 0; }
    std::span<const std::uint8_t> rest() const noexcept { return {cards_.data() + at_, size_ - at_}; }

private:
    std::array<std::uint8_t, most> cards_{};
    std::size_t size_ = 0;
    std::size_t at_ = 0;
    SplitMix64& rng_;
};

}  // namespace uneri
