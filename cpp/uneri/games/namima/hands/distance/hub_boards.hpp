// What can be made of a part whose crossing melds take cards of the hub of its group (hubs.hpp), as a colour of 荒波
// takes white ones: boards (need_tables.hpp) by the part's cards and by what is taken of the hub. For hub_boards.inl.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "uneri/games/namima/hands/distance/covers.hpp"
#include "uneri/games/namima/hands/parts.hpp"

namespace uneri::namima {

class NeedTables;
struct Tables;

class HubBoards {
public:
    HubBoards() = default;
    // `needs` has the boards of local melds.
    HubBoards(const Tables& tables, const NeedTables& needs);

    // False: crossing melds are not of this sort, or the tables would be too large.
    bool made() const noexcept { return made_; }

    struct Take {
        // Counts of the hub's kinds, four bits each: cards of the hand, above them cards that are lacking.
        std::uint32_t from_hub = 0;
        // Without what the part makes if it takes less, and then is filled up (NeedTables::filling) or covered by
        // melds that lack two cards or more for each that they take.
        Board board = 0;
    };
    struct Takes {
        std::span<const Take> held;     // only cards of the hand, but not none
        std::span<const Take> lacking;  // few parts do better if they lack cards of the hub
    };
    // Of a part with few cards (kMostCards), if all that it lacks can be got.
    Takes takes(int part, unsigned index) const noexcept {
        const Range& range = ranges_[range_of_[static_cast<std::size_t>(part)] + index];
        return {{takes_.data() + range.first, takes_.data() + range.lacking},
                {takes_.data() + range.lacking, takes_.data() + range.last}};
    }
    static constexpr int kMostCards = 8;
    // Crossing melds that are left out.
    const Covers& covers() const noexcept { return covers_; }

private:
    struct Range {
        std::uint32_t first = 0;
        std::uint32_t lacking = 0;
        std::uint32_t last = 0;
    };
    class Leaf;
    void add(const Leaf& leaf);

    bool made_ = false;
    Covers covers_;
    std::array<std::uint32_t, kMaxParts> range_of_{};
    std::vector<Range> ranges_;  // Parts::kIndices of them a kind of leaf
    std::vector<Take> takes_;
};

}  // namespace uneri::namima
