// Analysis of hands and positions (text, section 9) beyond what matching.hpp, cards.hpp and hidden.hpp give.
#pragma once

#include <array>

#include "uneri/games/solo/actions.hpp"
#include "uneri/games/solo/options.hpp"
#include "uneri/games/solo/state.hpp"

namespace uneri::solo {

// Cards of colours 0..3, then black cards.
std::array<int, kColours + 1> colour_counts(Cards hand) noexcept;

// Seats that hold the kind of the top card, if it can be jumped on at all; no other condition.
SeatSet jump_matches(const Options& o, const State& s) noexcept;

// In JUMP the seat asked and those asked after it if nobody jumps, in order; else none.
using SeatList = FixedList<int, kMaxSeats>;
void jump_candidates(const Options& o, const State& s, SeatList& out) noexcept;

// Is `a` legal, and does it lead at once to a SOLO node?
bool would_declare(const Options& o, const State& s, Action a) noexcept;

// Seats other than `seat` with exactly one card.
SeatSet solo_threat(const Options& o, const State& s, int seat) noexcept;

// The action of the greedy bot: documented in greedy.cpp. Reads only what the seat to act may know.
Action greedy_action(const Options& o, const State& s) noexcept;

}  // namespace uneri::solo
