// What a seat of ONDA knows (rules, section 8).
#pragma once

#include <array>

#include "uneri/base/rng.hpp"
#include "uneri/games/onda/options.hpp"
#include "uneri/games/onda/rules.hpp"

namespace uneri::onda {

// The spent jokers of `owner` that other seats may see, and whether they may see the face on the table (O-8.3).
KindPair shown_jokers(const Options& o, const State& s, int owner) noexcept;
bool face_is_shown(const Options& o, const State& s) noexcept;

// 8.3: per kind, the number of cards at places that `seat` cannot see.
std::array<int, kKinds> unseen(const Options& o, const State& s, int seat) noexcept;

State resample(const Options& o, const State& s, int seat, SplitMix64& rng) noexcept;

}  // namespace uneri::onda
