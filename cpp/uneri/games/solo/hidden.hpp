// What a seat may know (rules, section 8).
#pragma once

#include <array>

#include "uneri/base/rng.hpp"
#include "uneri/games/solo/options.hpp"
#include "uneri/games/solo/state.hpp"

namespace uneri::solo {

// 8.4: the state with the node that `seat` sees. If another seat is in JUMP or DRAWN, that is the node reached when all
// seats but `seat` decline.
State as_seen(const Options& o, const State& s, int seat) noexcept;

// 8.3: the cards of the other hands and of the draw pile, as counts.
std::array<int, kKinds> unseen(const Options& o, const State& s, int seat) noexcept;

State resample(const Options& o, const State& s, int seat, SplitMix64& rng) noexcept;

}  // namespace uneri::solo
