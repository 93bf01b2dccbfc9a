// What each action of ONDA is, as numbers for learners: shape, rank, joker, the cards it takes.
#pragma once

#include <vector>

#include "uneri/base/features.hpp"
#include "uneri/base/spec.hpp"
#include "uneri/base/types.hpp"
#include "uneri/games/onda/options.hpp"

namespace uneri::onda {

// Blocks in order; all numbers are 0 or 1.
std::vector<Segment> action_layout(const Options& o);
void write_action(const Options& o, Action a, FeatureWriter& w) noexcept;

}  // namespace uneri::onda
