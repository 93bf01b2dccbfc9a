// A *board* is a set of pairs (lacking, left): bit 8 * lacking + left says that there are melds that lack so many
// cards and leave so many cards of the hand over. Joining two sets of cards joins their boards, pair by pair. Pairs
// beyond 7 are left out; who needs them uses wide boards (Wide in reach.inl). Of pairs with the same difference, hence
// the same number of cards in melds, only the least is of interest.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "uneri/base/bits.hpp"

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
    for (; few != 0; few &= few - 1) out |= move(a, low_bit(few));
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
        const int place = low_bit(from);
        least = std::min(least, (place & 7) + place / kBoardSide);
    }
    return least;
}
constexpr Board lean(Board from) noexcept { return from & ~behind(from); }

}  // namespace board

}  // namespace uneri::namima
