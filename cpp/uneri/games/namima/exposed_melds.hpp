// The exposed melds of a seat as they would be after a call or a lay-off.
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

    // One more. The ids live as long as this object, until the next call.
    MeldIds with(int meld) noexcept {
        ids_[size_] = static_cast<std::uint16_t>(meld);
        return {ids_.data(), size_ + 1};
    }
    // One of them, grown by a card.
    MeldIds grown(int source, int target) noexcept {
        *std::find(ids_.begin(), ids_.begin() + static_cast<std::ptrdiff_t>(size_),
                   static_cast<std::uint16_t>(source)) = static_cast<std::uint16_t>(target);
        return {ids_.data(), size_};
    }

private:
    std::array<std::uint16_t, kMaxExposed + 1> ids_;  // the first size_ and one more
    std::size_t size_;
};

}  // namespace uneri::namima
