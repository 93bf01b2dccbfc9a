// The rules of SOLO as functions of options and state: the seat to act, legal actions, and the effect of an action
// (rules, sections 2, 4, 5 and 7).
#pragma once

#include <bit>

#include "uneri/base/bits.hpp"
#include "uneri/base/rng.hpp"
#include "uneri/games/solo/cards.hpp"
#include "uneri/games/solo/options.hpp"
#include "uneri/games/solo/state.hpp"
#include "uneri/games/solo/turns.hpp"

namespace uneri::solo {

State initial_state(const Options& o) noexcept;

constexpr int player_of(const State& s) noexcept {
    if (s.phase >= kTurn) return s.phase == kOver ? kTerminal : s.to_act;
    return kChance;
}

template <class List>
void legal_actions(const Options& o, const State& s, List& out) noexcept {
    out.clear();
    const auto kinds = [&](KindSet set) { for_each_bit(set, [&](int kind) { out.push_back(kind); }); };
    const auto range = [&](Action first, int count) {
        for (Action a = first; a < first + count; ++a) out.push_back(a);
    };
    switch (s.phase) {
        case kSeatDraw: return range(0, o.players);
        case kDeal:
        case kFlip:
        case kPull: return kinds(s.draw_pile.kinds());
        case kTurn: kinds(playable(s, s.hand_of(s.to_act))); return out.push_back(kDraw);
        case kRespond: kinds(extenders(o, s, s.hand_of(s.to_act))); return out.push_back(kTake);
        case kDrawn: return range(kPlayDrawn, 2);
        case kSolo: return range(kDeclare, 2);
        case kNameColour: return range(kColour, kColours);
        case kSwapHands: return range(kSwapWith + 1, o.players - 1);
        case kJumpIn: return range(kJump, 2);
        case kOver: return;
    }
}

// Is `a` (any integer) legal? Follows the definitions of sections 4 to 6 and shares no code with legal_actions.
bool is_legal(const Options& o, const State& s, Action a) noexcept;

// --- chance (S-2.6) --------------------------------------------------------------------------------------------

inline Weight chance_weight(const Options& o, const State& s, Action outcome) noexcept {
    if (s.phase == kSeatDraw) return outcome >= 0 && outcome < o.players ? 1 : 0;
    return s.phase < kTurn && is_kind(outcome) ? static_cast<Weight>(s.draw_pile.count(outcome)) : 0;
}
inline Weight chance_total(const Options& o, const State& s) noexcept {
    return static_cast<Weight>(s.phase == kSeatDraw ? o.players : s.draw_pile.total());
}
inline Action chance_pick(const State& s, Weight u) noexcept {
    return s.phase == kSeatDraw ? static_cast<Action>(u) : s.draw_pile.pick(static_cast<unsigned>(u));
}

// --- transitions -----------------------------------------------------------------------------------------------

// Applies a legal action or a possible outcome.
inline void apply(const Options& o, State& s, Action a) noexcept { Turns<Knowing>(o, s, {o, s}).apply(a); }

inline unsigned winners(const Options& o, const State& s) noexcept {  // S-7.7
    std::int32_t most = s.points[0];
    unsigned seats = 1;
    for (int p = 1; p < o.players; ++p) {
        const std::int32_t points = s.points[at(p)];
        if (points > most) {
            most = points;
            seats = 0;
        }
        if (points == most) seats |= 1u << p;
    }
    return seats;
}

// --- random play for playouts -----------------------------------------------------------------------------------
//
// It picks a random action without listing all of them, and does not update what seats know
// of each other, since no action and no return depends on that. The actions are those of legal_actions and apply.

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
