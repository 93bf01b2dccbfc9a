// What a seat may know (rules, section 10).
#pragma once

#include "uneri/base/rng.hpp"
#include "uneri/games/namima/options.hpp"
#include "uneri/games/namima/state.hpp"

namespace uneri::namima {

// N-10.3: the node that `seat` sees. A seat that is not asked sees a call window as the DRAW that follows if no seat
// takes the card.
struct SeenNode {
    Phase phase = kOver;
    std::int8_t turn = -1;
    std::int8_t to_act = -1;
    std::int8_t claim = -1;
};
inline SeenNode seen_node(const Options& o, const State& s, int seat) noexcept {
    if (seat == s.to_act || (s.phase != kWon && s.phase != kMe)) return {s.phase, s.turn, s.to_act, s.claim};
    return {kDraw, static_cast<std::int8_t>(o.next(s.turn)), -1, -1};
}
// The state with that node.
State as_seen(const Options& o, const State& s, int seat) noexcept;

// N-10.5: the cards at places that `seat` cannot see.
Cards unseen(const Options& o, const State& s, int seat) noexcept;

State resample(const Options& o, const State& s, int seat, SplitMix64& rng) noexcept;

}  // namespace uneri::namima
