// What each action of Tidal is, as numbers for learners: the card, or the steps of the gate.
#pragma once

#include <vector>

#include "uneri/base/features.hpp"
#include "uneri/base/spec.hpp"
#include "uneri/base/types.hpp"
#include "uneri/games/tidal/options.hpp"

namespace uneri::tidal {

// Blocks in order; all numbers are 0 or 1.
std::vector<Segment> action_layout(const Options& o);
void write_action(const Options& o, Action a, FeatureWriter& w) noexcept;

}  // namespace uneri::tidal
