// The exposed melds of a seat after a possible call or lay-off.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "uneri/games/namima/melds.hpp"

namespace uneri::namima {

class ExposedMelds {
public:
    explicit ExposedMelds(MeldIds exposed) noexcept : size_(exposed.size()) {
        std::copy(exposed.begin(), exposed.end(), ids_.begin());
    }

    // The melds with one more. The ids stay valid until the next call, while this object lives.
    MeldIds with(int meld) noexcept {
        ids_[size_] = static_cast<std::uint16_t>(meld);
        return {ids_.data(), size_ + 1};
    }
    // The melds with one of them extended by a card.
    MeldIds grown(int source, int target) noexcept {
        *std::find(ids_.begin(), ids_.begin() + static_cast<std::ptrdiff_t>(size_),
                   static_cast<std::uint16_t>(source)) = static_cast<std::uint16_t>(target);
        return {ids_.data(), size_};
    }

private:
    std::array<std::uint16_t, kMaxExposed + 1> ids_;  // the first size_, and room for one more
    std::size_t size_;
};

}  // namespace uneri::namima
