// The observation tensor: encodes as numbers what a seat sees (rules, section 10).
#pragma once

#include <span>
#include <vector>

#include "uneri/base/spec.hpp"
#include "uneri/games/namima/options.hpp"
#include "uneri/games/namima/state.hpp"

namespace uneri::namima {

// Segments in order. Seats are relative: entry i of a seat axis is seat (observer + i) mod players.
std::vector<Segment> tensor_layout(const Options& o);

// `out` has the total size of the layout.
void observe(const Options& o, const State& s, int seat, std::span<float> out) noexcept;

}  // namespace uneri::namima
