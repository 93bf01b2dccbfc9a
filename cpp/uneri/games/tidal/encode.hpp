// The observation tensor: encodes as numbers what a seat sees (last column of the rules' state table).
#pragma once

#include <span>
#include <vector>

#include "uneri/base/spec.hpp"
#include "uneri/games/tidal/options.hpp"
#include "uneri/games/tidal/state.hpp"

namespace uneri::tidal {

// Segments in order. Seats are relative: entry i of a seat axis is seat (observer + i) mod players.
std::vector<Segment> tensor_layout(const Options& o);

// `out` has the total size of the layout.
void observe(const Options& o, const State& s, int seat, std::span<float> out) noexcept;

}  // namespace uneri::tidal
