// Analysis of positions (rules, section 10). A place is a dock 0..3, kTower or kNowhere. All functions read only public
// state and work in any phase.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "uneri/base/types.hpp"
#include "uneri/games/tidal/bout.hpp"
#include "uneri/games/tidal/rules.hpp"

namespace uneri::tidal {

using Bout = std::array<std::int8_t, kMaxSeats>;  // a card per seat

// The `count` seats from strongest to weakest card (6.1).
std::array<int, kMaxSeats> rank_bout(const Options& o, int quadrant, const Bout& cards, int count) noexcept;

struct BoutReport {
    std::array<Effect, kMaxSeats> effects{};
    std::array<int, kMaxSeats> ranking{};  // seats, strongest first; the last is the new lead
    std::array<int, kMaxSeats> feast_points{};
    bool feast = false;
    int pool = 0;  // after the feast
};
// The effect of playing `cards` at `gate`. The cards must differ, but may be in any hand.
BoutReport report_bout(const Options& o, const State& s, const Bout& cards, int gate) noexcept;

// 8.2, 8.1: the result of scoring at once; empty in END.
struct Pending {
    std::array<int, kMaxSeats> majority{};
    std::array<int, kMaxSeats> feast{};
};
Pending pending_points(const Options& o, const State& s) noexcept;

// How many of the `total` ways to draw `k` cards from `others` leave `card` highest, and how many leave it lowest.
struct RoleCounts {
    std::uint64_t highest = 0;
    std::uint64_t lowest = 0;
    std::uint64_t total = 0;
};
RoleCounts role_counts(const Options& o, int quadrant, int card, CardSet others, int k) noexcept;

// The action of the greedy bot: the best mean over the roles the card may get, if all draws of the unknown cards are
// equally likely. Reads only what the seat to act may know, and breaks ties by a hash of that. A seat must be to act.
Action greedy_action(const Options& o, const State& s) noexcept;

}  // namespace uneri::tidal
