// Observation tensors (docs/games/tacta.md; seat-relative, R-7).
#pragma once

#include <span>
#include <vector>

#include "uneri/base/spec.hpp"
#include "uneri/games/tacta/options.hpp"
#include "uneri/games/tacta/state.hpp"

namespace uneri::tacta {

std::vector<Segment> tensor_layout(const Options& o);
// Writes all of `out`, which has the total size of the layout.
void observe(const Options& o, const State& s, int seat, std::span<float> out) noexcept;

}  // namespace uneri::tacta
