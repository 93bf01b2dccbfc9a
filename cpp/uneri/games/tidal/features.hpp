// What a small network sees of Tidal Blades: public counts and the own hand as the observation tensor has them, and how
// the seat stands if all were scored at once. Values are learned of states in which no card is chosen in secret.
#pragma once

#include <vector>

#include "uneri/base/features.hpp"
#include "uneri/base/spec.hpp"
#include "uneri/games/tidal/options.hpp"
#include "uneri/games/tidal/state.hpp"

namespace uneri::tidal {

inline constexpr int kFeatureVersion = 1;

// Blocks in order. Seats are relative, as in the observation tensor.
std::vector<Segment> feature_layout(const Options& o);
void write_features(const Options& o, const State& s, int seat, FeatureWriter& w) noexcept;

// No seat has chosen a card.
constexpr bool is_open(const State& s) noexcept { return s.phase != kPlay || s.actor == 0; }
// Gives the cards that were chosen back to the hands. In kPlay.
void take_back_choices(const Options& o, State& s) noexcept;

}  // namespace uneri::tidal
