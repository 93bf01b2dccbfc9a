// Rounds: the deal, the first card and the scoring (rules, sections 2 and 7).
#pragma once

#include "uneri/games/solo/options.hpp"
#include "uneri/games/solo/state.hpp"

namespace uneri::solo {

// S-2.2, S-7.6: goes to the first DEAL node of a round; keeps points, round and starter.
inline void start_deal(const Options& o, State& s) noexcept {
    s.hand = {};
    s.draw_pile = o.pack.cards;
    s.discard = {};
    s.known.clear();
    s.dir = 1;
    s.top = -1;
    s.active_colour = kAny;
    s.pending = 0;
    s.chain = kNoChain;
    s.last = -1;
    s.due = 0;
    s.turns = 0;
    s.dead = 0;
    s.phase = kDeal;
    s.to_act = 0;
    s.left = static_cast<std::uint8_t>(o.pack.deal);
}

inline void start_match(const Options& o, State& s, int starter) noexcept {
    s.starter = static_cast<std::int8_t>(starter);
    s.round = 1;
    start_deal(o, s);
}

inline void deal_card(const Options& o, State& s, int kind) noexcept {
    s.draw_pile.remove(kind);
    s.hand_of(s.to_act).add(kind);
    if (--s.left > 0) return;
    if (++s.to_act < o.players) {
        s.left = static_cast<std::uint8_t>(o.pack.deal);
        return;
    }
    s.phase = kFlip;
    s.to_act = -1;
}

// S-2.3, S-2.4
inline void flip_card(const Options& o, State& s, int kind) noexcept {
    s.draw_pile.remove(kind);
    s.discard.add(kind);
    s.top = static_cast<std::int8_t>(kind);
    if (!is_number(kind)) {
        if (s.draw_pile.empty()) start_deal(o, s);
        return;
    }
    s.active_colour = static_cast<std::uint8_t>(colour_of(kind));
    s.phase = kTurn;
    s.to_act = s.starter;
    s.turns = o.turn_cap > 0 ? 1 : 0;
}

// S-7.2 to S-7.6. `winner` is -1 for a stalemate.
void score_round(const Options& o, State& s, int winner) noexcept;

}  // namespace uneri::solo
