// What melds that are left out of boards can do to these.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "uneri/games/namima/hands/distance/board.hpp"

namespace uneri::namima {

// Melds that take so many of the cards left over, and lack the others.
class Covers {
public:
    struct Cover {
        std::uint8_t taken = 0;
        std::uint8_t lacking = 0;  // 7 at most, and more than none
    };
    void add(int taken, int lacking) {
        covers_.push_back({static_cast<std::uint8_t>(taken), static_cast<std::uint8_t>(lacking)});
        for (int all = lacking; all < kBoardSide; ++all) {
            for (const Cover& by : covers_) {
                if (by.lacking <= all)
                    most_taken_[all] = std::max(most_taken_[all], by.taken + most_taken_[all - by.lacking]);
            }
        }
    }
    const std::vector<Cover>& all() const noexcept { return covers_; }
    // A superset of what such melds, as many as there is room for, make of a board.
    Board of(Board from) const noexcept {
        for (Board before = 0; before != from;) {
            before = from;
            for (const auto& [taken, lacking] : covers_)
                from |= (from >> taken & board::kKeep[taken]) << (kBoardSide * lacking);
        }
        return from;
    }
    // Such melds that lack so many cards together take no more than that.
    int most_taken(int lacking) const noexcept { return most_taken_[std::min(lacking, kBoardSide - 1)]; }

private:
    std::vector<Cover> covers_;
    int most_taken_[kBoardSide] = {};
};

}  // namespace uneri::namima
