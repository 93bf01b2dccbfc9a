// What a seat may know (rules, section 10).
#pragma once

#include "uneri/base/rng.hpp"
#include "uneri/games/namima/options.hpp"
#include "uneri/games/namima/state.hpp"

namespace uneri::namima {

// N-10.3: the state with the node that `seat` sees. A seat that is not asked sees a call window as the DRAW that
// follows if no seat takes the card.
State as_seen(const Options& o, const State& s, int seat) noexcept;

// N-10.5: the cards at places that `seat` cannot see.
Cards unseen(const Options& o, const State& s, int seat) noexcept;

// A state drawn uniformly from those that look the same to `seat`. It reads nothing that the seat may not know.
// The docs specify the order of drawing; the reference uses the same.
State resample(const Options& o, const State& s, int seat, SplitMix64& rng) noexcept;

}  // namespace uneri::namima
