// Analysis of positions (text, section 10). A place is a dock 0..3, kTower or kNowhere. Everything reads the public
// state only and works in any phase.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "uneri/base/types.hpp"
#include "uneri/games/tidal/bout.hpp"
#include "uneri/games/tidal/scoring.hpp"

namespace uneri::tidal {

using Bout = std::array<std::int8_t, kMaxSeats>;  // a card for every seat

// Seats by falling strength of their cards (6.1), `count` of them.
std::array<int, kMaxSeats> rank_bout(const Options& o, int quadrant, const Bout& cards, int count) noexcept;

struct BoutReport {
    std::array<Effect, kMaxSeats> effects{};
    std::array<int, kMaxSeats> ranking{};  // seats, highest first; the last one is the new lead
    std::array<int, kMaxSeats> feast_points{};
    bool feast = false;
    int pool = 0;  // after the feast
};
// What playing `cards` at `gate` would do; `cards` are different ids, in whatever hands.
BoutReport report_bout(const Options& o, const State& s, const Bout& cards, int gate) noexcept;

// 8.2, 8.1: what scoring at once would bring; nothing in END.
struct Pending {
    std::array<int, kMaxSeats> majority{};
    std::array<int, kMaxSeats> feast{};
};
Pending pending_points(const Options& o, const State& s) noexcept;

// Of all `total` ways to draw `k` cards from `others`: those that leave `card` highest, and those that leave it lowest.
struct RoleCounts {
    std::uint64_t highest = 0;
    std::uint64_t lowest = 0;
    std::uint64_t total = 0;
};
RoleCounts role_counts(const Options& o, int quadrant, int card, CardSet others, int k) noexcept;

// The action of the greedy bot: the best mean over the roles that the card may get against unknown cards, all equally
// likely. Reads only what the seat to act may know; between equals it picks by numbers made of that. The state belongs
// to a seat.
Action greedy_action(const Options& o, const State& s) noexcept;

}  // namespace uneri::tidal
