// What a seat knows (rules, section 9).
#pragma once

#include "uneri/base/rng.hpp"
#include "uneri/games/tidal/options.hpp"
#include "uneri/games/tidal/rules.hpp"

namespace uneri::tidal {

// The number of bouts of this round whose cards are in `played`.
constexpr int finished_bouts(const State& s) noexcept {
    return s.phase == kDeal ? 0 : s.phase == kEnd ? s.bout : s.bout - 1;
}
CardSet played_cards(const Options& o, const State& s) noexcept;

// The cards at places that `seat` cannot see.
CardSet unknown(const Options& o, const State& s, int seat) noexcept;

State resample(const Options& o, const State& s, int seat, SplitMix64& rng) noexcept;

}  // namespace uneri::tidal
