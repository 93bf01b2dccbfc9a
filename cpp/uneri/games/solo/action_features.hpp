// What each action of SOLO is, as numbers for learners: sort, card, colour, symbol, seat.
#pragma once

#include <vector>

#include "uneri/base/features.hpp"
#include "uneri/base/spec.hpp"
#include "uneri/base/types.hpp"
#include "uneri/games/solo/options.hpp"

namespace uneri::solo {

// Blocks in order; all numbers are 0 or 1.
std::vector<Segment> action_layout(const Options& o);
void write_action(const Options& o, Action a, FeatureWriter& w) noexcept;

}  // namespace uneri::solo
