// What a seat knows (text, section 9).
#pragma once

#include "uneri/base/rng.hpp"
#include "uneri/games/tacta/rules.hpp"

namespace uneri::tacta {

// Does `seat` see the cards at the ends of `other`? Seat -1 sees everything.
constexpr bool sees_ends(const Options& o, int seat, int other) noexcept {
    return seat < 0 || seat == other || !o.owner;
}
// Does `seat` know which suit `other` hands over? Choices are secret until all are made.
constexpr bool sees_choice(const State& s, int seat, int other) noexcept {
    return seat < 0 || seat == other || s.phase != kChooseSuit;
}

// The cards that `seat` cannot place, by colour: of all pools, with the ends that it doesn't see.
using Unseen = std::array<CardSet, kMaxColours>;
Unseen unseen_cards(const Options& o, const State& s, int seat) noexcept;

// A state drawn uniformly among those that look the same to `seat`. It reads nothing that the seat may not know.
// The order of drawing is documented in docs/ and the same in the reference.
State resample(const Options& o, const State& s, int seat, SplitMix64& rng) noexcept;

}  // namespace uneri::tacta
