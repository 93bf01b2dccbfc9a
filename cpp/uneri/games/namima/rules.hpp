// The rules of Namima as functions of options and state: the seat to act, legal actions, and the effect of an action
// (rules, sections 4 to 6).
#pragma once

#include "uneri/base/bits.hpp"
#include "uneri/games/namima/calls.hpp"
#include "uneri/games/namima/options.hpp"
#include "uneri/games/namima/state.hpp"

namespace uneri::namima {

State initial_state(const Options& o) noexcept;

constexpr int player_of(const State& s) noexcept {
    switch (s.phase) {
        case kAct:
        case kWon:
        case kMe: return s.to_act;
        case kOver: return kTerminal;
        default: return kChance;
    }
}

void legal_actions(const Options& o, const State& s, ActionList& out) noexcept;

// Is `a` (any integer) legal? Follows the definitions of sections 5 and 9 and shares no code with legal_actions.
bool is_legal(const Options& o, const State& s, Action a) noexcept;

// Applies a legal action or a possible outcome.
void apply(const Options& o, State& s, Action a) noexcept;

// --- chance (N-5.12) -------------------------------------------------------------------------------------------

inline Weight chance_weight(const Options& o, const State& s, Action outcome) noexcept {
    if (s.phase == kSeatDraw) return outcome >= 0 && outcome < o.players ? 1 : 0;
    const bool kind = outcome >= 0 && outcome < o.melds->kinds() && (s.phase == kDeal || s.phase == kDraw);
    return kind ? static_cast<Weight>(s.wall.count(outcome)) : 0;
}
inline Weight chance_total(const Options& o, const State& s) noexcept {
    return static_cast<Weight>(s.phase == kSeatDraw ? o.players : s.wall.total());
}
Action chance_pick(const State& s, Weight u) noexcept;

unsigned winners(const Options& o, const State& s) noexcept;  // N-8.3

}  // namespace uneri::namima
