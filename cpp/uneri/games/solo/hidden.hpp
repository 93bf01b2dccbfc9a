// What a seat may know (text, section 8).
#pragma once

#include <array>

#include "uneri/base/rng.hpp"
#include "uneri/games/solo/options.hpp"
#include "uneri/games/solo/state.hpp"

namespace uneri::solo {

// 8.4: the state with the node that `seat` sees. A JUMP or DRAWN node of another seat looks like the node that is
// reached if everybody but `seat` answers no.
State as_seen(const Options& o, const State& s, int seat) noexcept;

// 8.3: the other hands and the draw pile, as counts.
std::array<int, kKinds> unseen(const Options& o, const State& s, int seat) noexcept;

// A state drawn uniformly among those that look the same to `seat` (R-7, 8.3). It reads nothing that the seat may not
// know. The order of drawing is documented in docs/ and the same in the reference.
State resample(const Options& o, const State& s, int seat, SplitMix64& rng) noexcept;

}  // namespace uneri::solo
