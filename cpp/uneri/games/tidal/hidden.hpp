// What a seat knows (text, section 9).
#pragma once

#include "uneri/base/rng.hpp"
#include "uneri/games/tidal/options.hpp"
#include "uneri/games/tidal/state.hpp"

namespace uneri::tidal {

// The bouts of this round whose cards lie in `played`.
constexpr int finished_bouts(const State& s) noexcept {
    return s.phase == kDeal ? 0 : s.phase == kEnd ? s.bout : s.bout - 1;
}
CardSet played_cards(const Options& o, const State& s) noexcept;

// The cards whose places `seat` cannot see.
CardSet unknown(const Options& o, const State& s, int seat) noexcept;

// A state drawn uniformly among those that look the same to `seat`. It reads nothing that the seat may not know.
// The order of drawing is documented in docs/ and the same in the reference.
State resample(const Options& o, const State& s, int seat, SplitMix64& rng) noexcept;

}  // namespace uneri::tidal
