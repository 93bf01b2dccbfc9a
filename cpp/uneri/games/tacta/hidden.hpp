// What a seat knows (rules, section 9).
#pragma once

#include "uneri/base/rng.hpp"
#include "uneri/games/tacta/rules.hpp"

namespace uneri::tacta {

// Does `seat` see the cards at the ends of `other`? Seat -1 sees everything.
constexpr bool sees_ends(const Options& o, int seat, int other) noexcept {
    return seat < 0 || seat == other || !o.owner;
}
// Does `seat` know which suit `other` hands over? Choices stay secret until all are made.
constexpr bool sees_choice(const State& s, int seat, int other) noexcept {
    return seat < 0 || seat == other || s.phase != kChooseSuit;
}

// Cards that `seat` cannot locate, by colour: those of all pools, and the ends that it does not see.
using Unseen = std::array<CardSet, kMaxColours>;
Unseen unseen_cards(const Options& o, const State& s, int seat) noexcept;

State resample(const Options& o, const State& s, int seat, SplitMix64& rng) noexcept;

}  // namespace uneri::tacta
