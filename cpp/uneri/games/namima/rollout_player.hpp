// A faster greedy player for rollouts. It has the same aims, but takes the first good discard instead of the best, and
// ignores self-calls and lay-offs while the hand can still win.
#pragma once

#include "uneri/games/namima/options.hpp"
#include "uneri/games/namima/state.hpp"

namespace uneri::namima {

// A legal action of the seat to act. Reads only its own hand and public information.
Action choose_rollout_action(const Options& o, const State& s) noexcept;
// What the greedy players do where a search for the best action takes too much work (work_limits.hpp): they pass, or
// shed the most points of penalty with one meld or one discard.
Action choose_without_search(const Options& o, const State& s) noexcept;

}  // namespace uneri::namima
