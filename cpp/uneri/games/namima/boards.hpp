// A *board* is a set of pairs (lacking, left): bit 8 * lacking + left says that there are melds that lack so many
// cards and leave so many cards of the hand over. Joining two sets of cards joins their boards, pair by pair. Pairs
// beyond 7 are left out; who needs them uses wide boards (Wide in reach.inl). Of pairs with the same difference, hence
// the same number of cards in melds, only the least is of interest.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace uneri::namima {

using Board = std::uint64_t;
inline constexpr int kBoardSide = 8;

namespace board {

// Columns 0 to 7 - g of all rows: what stays within the board when g columns are added.
inline constexpr std::array<Board, kBoardSide> kKeep = [] {
    std::array<Board, kBoardSide> keep{};
    for (std::size_t g = 0; g < kBoardSide; ++g) keep[g] = Board{0x0101'0101'0101'0101} * (0xFFu >> g);
    return keep;
}();

constexpr Board move(Board from, int place) noexcept { return (from & kKeep[place & 7]) << place; }
constexpr Board join(Board a, Board few) noexcept {
    Board out = 0;
    for (; few != 0; few &= few - 1) out |= move(a, __builtin_ctzll(few));
    return out;
}
// All places that lie one row and one column or more behind one of the board's, on the same diagonal.
constexpr Board behind(Board from) noexcept {
    from = move(from, 9);
    from |= move(from, 9);
    from |= move(from, 18);
    return from | move(from, 36);
}
// The weight: the least sum of a pair.
constexpr int weight(Board from) noexcept {
    int least = 2 * kBoardSide;
    for (; from != 0; from &= from - 1) {
        const int place = __builtin_ctzll(from);
        least = std::min(least, (place & 7) + place / kBoardSide);
    }
    return least;
}
constexpr Board lean(Board from) noexcept { return from & ~behind(from); }

}  // namespace board

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
