// Hand analysis (rules, section 9).
#pragma once

#include <array>

#include "uneri/games/onda/options.hpp"
#include "uneri/games/onda/rules.hpp"

namespace uneri::onda {

using PlayList = ActionList;

// Ids of all plays whose natural cards are in `cards`, ascending. Plays with a joker only if `joker`.
void all_combos(Cards cards, bool joker, PlayList& out) noexcept;

// The natural plays from `pool` that beat `a` under `tide`, ascending.
void beaters(Action a, int tide, Cards pool, PlayList& out) noexcept;
inline bool is_boss(Action a, int tide, Cards pool) noexcept {
    return (natural_ranks(pool, play_of(a).shape) & beating_ranks(play_of(a).rank, tide)) == 0;
}

// The legal replies (O-4.10) of the seat to act after it takes back its face-down card `slot`. Works in ACT, or in SLOT
// with TURN pending; the seat must have that card.
void replies(const Options& o, const State& s, int slot, PlayList& out) noexcept;

// The points that `seat` would lose if the round ended now with another winner.
inline int penalty_if_ended(const State& s, int seat) noexcept {
    return hand_points(s.hand[at(seat)], s.down[at(seat)].size());
}

// The action of the greedy bot. It aims to shed the hand in few plays, keeps jokers for later, and passes rather than
// break a plan. It reads only what the seat to act may know. A seat must be to act.
Action greedy_action(const Options& o, const State& s) noexcept;
// The same with an estimate of the number of plays: several times as fast, for rollouts.
Action choose_rollout_action(const Options& o, const State& s) noexcept;

}  // namespace uneri::onda
