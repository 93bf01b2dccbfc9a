// What a small network sees of TACTA: not the table card by card, but how many shapes can still be covered, by owner
// and dots, which of them the own and the rival's end cards reach, and the best that each of the two can do at once.
// The rival is the next seat.
#pragma once

#include <vector>

#include "uneri/base/features.hpp"
#include "uneri/base/spec.hpp"
#include "uneri/games/tacta/options.hpp"
#include "uneri/games/tacta/state.hpp"

namespace uneri::tacta {

inline constexpr int kFeatureVersion = 1;

std::vector<Segment> feature_layout();
void write_features(const Options& o, const State& s, int seat, FeatureWriter& w) noexcept;

}  // namespace uneri::tacta
