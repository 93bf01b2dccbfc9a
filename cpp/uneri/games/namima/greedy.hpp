// The greedy bot. It reduces the deficiency first and widens the acceptance second, with discards and with calls: a
// call costs no discard (N-5.9). It turns to a small penalty once a win is out of reach or another seat is likely
// ready.
#pragma once

#include "uneri/games/namima/options.hpp"
#include "uneri/games/namima/state.hpp"

namespace uneri::namima {

// Which calls it makes: those that reduce the deficiency, or also those that keep it and widen the acceptance.
enum class WantedCalls : std::uint8_t { kNearer, kWider };

// A legal action of the seat to act. Reads only its own hand and public information.
Action greedy_action(const Options& o, const State& s, WantedCalls calls = WantedCalls::kWider) noexcept;

// The cards that a seat sees besides its own: discards and the other seats' exposed melds.
Cards lying_open(const Options& o, const State& s, int seat) noexcept;
// Should the seat give up a hand that lacks `far` cards? Yes if the remaining draws allow no win, or if the win is far
// and another seat is likely ready.
bool is_given_up(const Options& o, const State& s, int far) noexcept;

// A faster greedy player for rollouts. It has the same aims, but takes the first good discard instead of the best, and
// ignores self-calls and lay-offs while the hand can still win.

// A legal action of the seat to act. Reads only its own hand and public information.
Action choose_rollout_action(const Options& o, const State& s) noexcept;
// What the greedy players do where a search for the best action takes too much work: they pass, or
// shed the most points of penalty with one meld or one discard.
Action choose_without_search(const Options& o, const State& s) noexcept;

}  // namespace uneri::namima
