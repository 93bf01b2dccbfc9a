// Random play for playouts. It picks a random action without listing all of them, and does not update what seats know
// of each other, since no action and no return depends on that. The actions are those of legal_actions and apply.
#pragma once

#include <bit>

#include "uneri/base/rng.hpp"
#include "uneri/games/solo/rules.hpp"

namespace uneri::solo {

// Gives legal_actions(s)[rng.below(its size)] at a decision.
inline Action pick_action(const Options& o, const State& s, SplitMix64& rng) noexcept {
    const auto below = [&](int count) { return static_cast<int>(rng.below(static_cast<std::uint64_t>(count))); };
    const auto kind_or = [&](KindSet kinds, Action other) {
        const int size = std::popcount(kinds);
        const int u = below(size + 1);
        return u < size ? select_bit(kinds, static_cast<unsigned>(u)) : other;
    };
    switch (s.phase) {
        case kTurn: return kind_or(playable(s, s.hand_of(s.to_act)), kDraw);
        case kRespond: return kind_or(extenders(o, s, s.hand_of(s.to_act)), kTake);
        case kDrawn: return kPlayDrawn + below(2);
        case kSolo: return kDeclare + below(2);
        case kNameColour: return kColour + below(kColours);
        case kSwapHands: return kSwapWith + 1 + below(o.players - 1);
        case kJumpIn: return kJump + below(2);
        default: return 0;  // not a decision
    }
}

inline void apply_unknowing(const Options& o, State& s, Action a) noexcept { Turns<Unknowing>(o, s, {}).apply(a); }

}  // namespace uneri::solo
