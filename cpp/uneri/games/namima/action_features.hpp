// What each action of Namima is, as numbers for learners: sort, the cards of the hand or the meld, its kind and size.
#pragma once

#include <vector>

#include "uneri/base/features.hpp"
#include "uneri/base/spec.hpp"
#include "uneri/base/types.hpp"
#include "uneri/games/namima/options.hpp"

namespace uneri::namima {

// Blocks in order; all numbers are 0 or 1.
std::vector<Segment> action_layout(const Options& o);
void write_action(const Options& o, Action a, FeatureWriter& w) noexcept;

}  // namespace uneri::namima
