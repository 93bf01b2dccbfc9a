// The greedy bot: nearer to a win first, more cards that help second; calls only when they bring the hand nearer; and
// towards a small penalty once the win is out of reach or another seat is likely ready.
#pragma once

#include "uneri/games/namima/options.hpp"
#include "uneri/games/namima/state.hpp"

namespace uneri::namima {

// A legal action of the seat to act. It reads the own hand and what lies open, nothing else.
Action greedy_action(const Options& o, const State& s) noexcept;

// What the seat to act sees besides its own cards: discards and the others' exposed melds.
Cards lying_open(const Options& o, const State& s) noexcept;
// Its hand lacks `far` cards: no win in the draws that are left, or far from one when somebody else is likely ready.
bool is_given_up(const Options& o, const State& s, int far) noexcept;

}  // namespace uneri::namima
