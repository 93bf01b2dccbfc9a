// Analysis of hands and positions (rules, section 9). More of it is in matching.hpp, cards.hpp and hidden.hpp.
#pragma once

#include <array>

#include "uneri/games/solo/cards.hpp"
#include "uneri/games/solo/options.hpp"
#include "uneri/games/solo/state.hpp"

namespace uneri::solo {

// The number of cards of each colour 0..3, then of black cards.
std::array<int, kColours + 1> colour_counts(Cards hand) noexcept;

// Seats that hold the kind of the top card, if that kind can be jumped on. No other condition is checked.
SeatSet jump_matches(const Options& o, const State& s) noexcept;

// In JUMP: the seat being asked and, in order, those asked after it if nobody jumps. Else empty.
using SeatList = FixedList<int, kMaxSeats>;
void jump_candidates(const Options& o, const State& s, SeatList& out) noexcept;

// Is `a` legal, and does it lead directly to a SOLO node?
bool would_declare(const Options& o, const State& s, Action a) noexcept;

// Seats other than `seat` with exactly one card.
SeatSet solo_threat(const Options& o, const State& s, int seat) noexcept;

// The action of the greedy bot, described in analysis.cpp. Reads only what the seat to act may know.
Action greedy_action(const Options& o, const State& s) noexcept;

}  // namespace uneri::solo
