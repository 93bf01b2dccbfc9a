// Hand analysis (text, section 9).
#pragma once

#include <array>

#include "uneri/games/onda/options.hpp"
#include "uneri/games/onda/rules.hpp"

namespace uneri::onda {

using PlayList = FixedList<Action, kActions>;

// Ids of all plays whose natural cards are in `cards`, those with a joker only if there is one; ascending.
void all_combos(Cards cards, bool joker, PlayList& out) noexcept;

// The natural plays that beat `a` under `tide` with cards of `pool`; ascending.
void beaters(Action a, int tide, Cards pool, PlayList& out) noexcept;
inline bool is_boss(Action a, int tide, Cards pool) noexcept {
    return (natural_ranks(pool, play_of(a).shape) & beating_ranks(play_of(a).rank, tide)) == 0;
}

// The legal replies (O-4.10) of the seat to act after taking back its face-down card `slot`. In ACT, or in SLOT with
// TURN pending; `slot` is a face-down card that it has.
void replies(const Options& o, const State& s, int slot, PlayList& out) noexcept;

// What `seat` would lose if the round ended now without its winning.
inline int penalty_if_ended(const State& s, int seat) noexcept {
    const auto p = static_cast<std::size_t>(seat);
    return hand_points(s.hand[p], s.down[p].size());
}

// The action of the greedy bot: rids the hand of cards in few plays, keeps jokers for later, passes rather than break
// a plan. Reads only what the seat to act may know. The state belongs to a seat.
Action greedy_action(const Options& o, const State& s) noexcept;
// The same preferences with a guess at the plays a hand takes: several times as fast, for rollouts.
Action choose_rollout_action(const Options& o, const State& s) noexcept;

}  // namespace uneri::onda
