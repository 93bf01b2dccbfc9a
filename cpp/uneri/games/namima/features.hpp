// What a small network sees of Namima: the open cards, the own hand, and how far it is from a win.
#pragma once

#include <vector>

#include "uneri/base/features.hpp"
#include "uneri/base/spec.hpp"
#include "uneri/base/types.hpp"
#include "uneri/games/namima/hands/distance/deficiency.hpp"
#include "uneri/games/namima/options.hpp"
#include "uneri/games/namima/state.hpp"

namespace uneri::namima {

inline constexpr int kFeatureVersion = 1;

std::vector<Segment> feature_layout(const Options& o);
void write_features(const Options& o, const State& s, int seat, FeatureWriter& w) noexcept;

// How far a hand is from a win, and the cards that bring it nearer.
struct Distance {
    int deficiency = kNever;
    int copies = 0;             // cards in the acceptance
    std::uint64_t accepts = 0;  // kinds of the acceptance, as bits
    bool operator==(const Distance&) const = default;
};

// What the actions of one decision have in common: the distances after all discards, and that of the hand as it is for
// a seat that may call.
struct SharedWork {
    DiscardTable discards;
    Distance at_rest;
};
SharedWork share_work(const Options& o, const State& s) noexcept;

// The features of the state after the action `a` of the seat, which knows what it has just discarded. `work` is of the
// decision, or nullptr.
void write_features_after(const Options& o, const State& after, int seat, Action a, const SharedWork* work,
                          FeatureWriter& w) noexcept;

// Does the action show the seat that takes it others' cards? A win does, and so does the end of an exhausted game, or
// that it continues: then a seat can use the discard.
inline bool reveals(const State& s, Action a) noexcept { return a == kWin || s.wall.empty(); }

}  // namespace uneri::namima
