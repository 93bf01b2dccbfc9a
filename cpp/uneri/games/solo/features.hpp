// What a small network sees of SOLO: the own hand and what of it fits now, the sizes of all hands in the order of play,
// and what hangs over whom.
#pragma once

#include <vector>

#include "uneri/base/features.hpp"
#include "uneri/base/spec.hpp"
#include "uneri/base/types.hpp"
#include "uneri/games/solo/options.hpp"
#include "uneri/games/solo/state.hpp"

namespace uneri::solo {

inline constexpr int kFeatureVersion = 1;

std::vector<Segment> feature_layout(const Options& o);
void write_features(const Options& o, const State& s, int seat, FeatureWriter& w) noexcept;

// Does the action show the seat that takes it another's hand? Exchanges do.
bool reveals(const State& s, Action a) noexcept;

}  // namespace uneri::solo
