// The greedy player's faster kin for rollouts: the same aims, with the first good discard in place of the best and no
// look at self-calls and lay-offs while the hand can still win.
#pragma once

#include "uneri/games/namima/options.hpp"
#include "uneri/games/namima/state.hpp"

namespace uneri::namima {

// A legal action of the seat to act. It reads the own hand and what lies open, nothing else.
Action choose_rollout_action(const Options& o, const State& s) noexcept;

}  // namespace uneri::namima
