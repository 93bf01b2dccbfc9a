// Feasts, majorities and the end (rules, section 8).
#pragma once

#include <array>
#include <span>

#include "uneri/games/tidal/options.hpp"
#include "uneri/games/tidal/state.hpp"

namespace uneri::tidal {

// 8.1: the profit of each seat from the fruit of each seat, at most kMaxSeats of them.
void feast_points(std::span<const int> fruit, std::span<int> profit) noexcept;

// 8.2: the rewards of each seat from its banners in one region.
void majority_points(const std::array<int, 3>& rewards, std::span<const int> banners, std::span<int> profit) noexcept;

void hold_feast(const Options& o, State& s, std::span<const int> fruit) noexcept;  // returns all fruit to the pool
void score_majority(const Options& o, State& s) noexcept;

// 8.3
inline int character_profit(const Options& o, const State& s, int seat) noexcept {
    const int faceup = s.faceup[static_cast<std::size_t>(seat)];
    return faceup == 0 ? 0 : o.board.values[static_cast<std::size_t>(faceup - 1)];
}
inline int kept_profit(const Options& o, const State& s, int seat) noexcept {
    int kept = 0;
    for (const std::int8_t keeper : s.keeper) kept += keeper == seat;
    return kept * o.board.kept_card_profit;
}
inline int points(const Options& o, const State& s, int seat) noexcept {  // so far (8.4)
    const auto p = static_cast<std::size_t>(seat);
    return s.profit_majority[p] + s.profit_feast[p] + character_profit(o, s, seat) + kept_profit(o, s, seat);
}
inline int tower_banners(const State& s, int seat) noexcept {
    const auto p = static_cast<std::size_t>(seat);
    return s.tower[0][p] + s.tower[1][p];
}
int place_of(const Options& o, const State& s, int seat) noexcept;  // 1-based; competition ranking
unsigned winners(const Options& o, const State& s) noexcept;        // bit p: seat p shares place 1

// 8.4: bounds of a seat's profit in a game, and of its points.
int most_profit(const Options& o) noexcept;
int most_points(const Options& o) noexcept;
// The most that a seat's profit and fruit may be by now, so that the game cannot end above most_profit().
int most_profit_by_now(const Options& o, const State& s) noexcept;

}  // namespace uneri::tidal
