// Combinations of one's own (N-2.6), tested by bits that are made once per rule set.
#pragma once

#include <span>
#include <vector>

#include "uneri/games/namima/melds.hpp"

namespace uneri::namima {

class OwnCombos {
public:
    explicit OwnCombos(const Melds& melds);

    // Calls found(number) for each that applies. With `more`, for each that may apply once melds are added.
    template <class Found>
    void each(std::span<const std::uint16_t> ids, bool more, Found&& found) const noexcept {
        if (combos_.empty()) return;
        unsigned all = ~0u;
        unsigned colours = 0;
        for (const std::uint16_t id : ids) {
            all &= of_[id].all;
            colours |= of_[id].colours;
        }
        const int number = std::popcount(colours);
        for (std::size_t i = 0; i < combos_.size(); ++i) {
            const Combo& combo = combos_[i];
            if ((all >> i & 1) == 0 || number > combo.most_colours) continue;
            if (!more && (number < combo.fewest_colours || count(ids, i) < combo.at_least)) continue;
            found(static_cast<int>(i));
        }
    }

private:
    struct Combo {
        int at_least = 0;
        int fewest_colours = 0;
        int most_colours = kMaxColours;
    };
    struct OfMeld {
        std::uint8_t all = 0;  // by combination: whether the meld meets the conditions on all, on some
        std::uint8_t some = 0;
        std::uint8_t colours = 0;  // of its cards
    };
    int count(std::span<const std::uint16_t> ids, std::size_t combo) const noexcept {
        int times = 0;
        for (const std::uint16_t id : ids) times += of_[id].some >> combo & 1;
        return times;
    }

    std::vector<Combo> combos_;
    std::vector<OfMeld> of_;
};

}  // namespace uneri::namima
