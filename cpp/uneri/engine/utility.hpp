// Converts points to utilities, the same for every game.
#pragma once

#include <bit>
#include <span>

#include "uneri/engine/any_state.hpp"
#include "uneri/engine/game.hpp"

namespace uneri {

// Fills returns[seat] from the points so far; `winners` matters only at the end.
template <class Points>
void utilities(Utility utility, int players, const Points& points, bool over, unsigned winners,
               double* returns) noexcept {
    switch (utility) {
        case Utility::kScore:
            for (int p = 0; p < players; ++p) returns[p] = points(p);
            return;
        case Utility::kMargin: {
            std::int64_t sum = 0;  // integers first, so that equal points give exactly equal margins
            for (int p = 0; p < players; ++p) sum += points(p);
            for (int p = 0; p < players; ++p) {
                returns[p] = static_cast<double>(std::int64_t{points(p)} * players - sum) / players;
            }
            return;
        }
        case Utility::kWin: {
            const double share = over ? 1.0 / std::popcount(winners) : 0.0;
            for (int p = 0; p < players; ++p) returns[p] = over && (winners >> p & 1) != 0 ? share : 0.0;
            return;
        }
    }
}

template <Game G>
void returns_of(const G& g, const typename G::State& s, double* returns) noexcept {
    const bool over = g.player(s) == kTerminal;
    utilities(g.utility(), g.players(), [&](int p) { return g.points(s, p); }, over, over ? g.winners(s) : 0, returns);
}

// Turns returns into rewards: takes off the utilities of the points `before`, which a seat had when no game was over.
inline void take_off_earlier(Utility utility, int players, const std::int64_t* before, double* returns) noexcept {
    double earlier[kMostSeats] = {};
    utilities(utility, players, [&](int p) { return static_cast<int>(before[p]); }, false, 0, earlier);
    for (int p = 0; p < players; ++p) returns[p] -= earlier[p];
}

// How many half seats a seat leaves behind: two per seat with fewer points, one per tie.
template <class Points>
int halves_behind(const Points& points, int players, int seat) noexcept {
    const auto own = points[static_cast<std::size_t>(seat)];
    int halves = -1;  // offsets the tie of the seat with itself
    for (int p = 0; p < players; ++p) {
        const auto other = points[static_cast<std::size_t>(p)];
        halves += static_cast<int>(other < own) + static_cast<int>(other <= own);
    }
    return halves;
}

struct UtilityBounds {
    double low;
    double high;
};

constexpr UtilityBounds utility_bounds(const Limits& limits, Utility utility) noexcept {
    switch (utility) {
        case Utility::kScore: return {static_cast<double>(limits.min_score), static_cast<double>(limits.max_score)};
        case Utility::kMargin: {
            // The largest distance from the mean: one seat at one bound, all others at the other.
            const double widest =
                static_cast<double>((limits.players - 1) * (limits.max_score - limits.min_score)) / limits.players;
            return {-widest, widest};
        }
        default: return {0.0, 1.0};
    }
}

}  // namespace uneri
