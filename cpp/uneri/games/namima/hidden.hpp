// What a seat may know (text, section 10).
#pragma once

#include "uneri/base/rng.hpp"
#include "uneri/games/namima/options.hpp"
#include "uneri/games/namima/state.hpp"

namespace uneri::namima {

// N-10.3: the state with the node that `seat` sees. To a seat that is not asked a call window looks like the DRAW that
// follows if nobody takes the card.
State as_seen(const Options& o, const State& s, int seat) noexcept;

// N-10.5: the cards whose places `seat` cannot see.
Cards unseen(const Options& o, const State& s, int seat) noexcept;

// A state drawn uniformly among those that look the same to `seat`. It reads nothing that the seat may not know.
// The order of drawing is documented in docs/ and the same in the reference.
State resample(const Options& o, const State& s, int seat, SplitMix64& rng) noexcept;

}  // namespace uneri::namima
