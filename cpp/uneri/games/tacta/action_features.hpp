// What each action of TACTA is, as numbers for learners: sort, end, what is covered, with what.
#pragma once

#include <vector>

#include "uneri/base/features.hpp"
#include "uneri/base/spec.hpp"
#include "uneri/base/types.hpp"
#include "uneri/games/tacta/options.hpp"

namespace uneri::tacta {

// Blocks in order; all numbers are 0 or 1.
std::vector<Segment> action_layout(const Options& o);
void write_action(const Options& o, Action a, FeatureWriter& w) noexcept;

}  // namespace uneri::tacta
