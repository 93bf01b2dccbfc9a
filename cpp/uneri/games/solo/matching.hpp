// Which kinds may be put down, and who may jump in (rules, 4.5, 5.1 and 5.3).
#pragma once

#include "uneri/games/solo/options.hpp"
#include "uneri/games/solo/state.hpp"

namespace uneri::solo {

// S-5.1. `top` is a kind, or -1 for an empty pile, whose symbol matches nothing.
constexpr KindSet matching_kinds(int top, int active_colour) noexcept {
    if (active_colour == kAny) return kAllKinds;
    const KindSet symbols = top < 0 || is_black(top) ? 0 : kinds_of_symbol(symbol_of(top));  // S-5.3
    return kBlackKinds | kinds_of_colour(active_colour) | symbols;
}

// S-5.7, S-5.8
constexpr KindSet extending_kinds(int top, int active_colour, Chain chain, bool extend_any_wild) noexcept {
    const KindSet draw2 = chain == kChainDraw2 ? kinds_of_symbol(kDraw2) : 0;
    if (!extend_any_wild) return draw2 | (chain == kChainDraw4 ? bit_of(kWildDraw4) : 0);
    return kBlackKinds | (draw2 & matching_kinds(top, active_colour));
}

constexpr KindSet playable(const State& s, Cards hand) noexcept {
    return hand.kinds() & matching_kinds(s.top, s.active_colour);
}
constexpr KindSet extenders(const Options& o, const State& s, Cards hand) noexcept {
    return hand.kinds() & extending_kinds(s.top, s.active_colour, s.chain, o.extend_any_wild);
}

// --- the jump-in window (4.5): the seats to ask, and their order ------------------------------------------------

// next(p, d) of section 3, for at most `players` steps. Avoids a division, which jump-ins would need at every turn.
constexpr int seat_after(const Options& o, const State& s, int seat, int steps) noexcept {
    const int at = seat + s.dir * steps;
    return at < 0 ? at + o.players : at < o.players ? at : at - o.players;
}

// The fields of a window: one open in JUMP, or one to open.
struct Window {
    int next_turn;  // T
    int ended;      // e of S-4.9, or -1

    // The seat that put down the top card; for the first card, the seat before the starter (S-2.4).
    constexpr int first(const Options& o, const State& s) const noexcept {
        return ended >= 0 ? ended : s.last >= 0 ? s.last : seat_after(o, s, next_turn, -1);
    }
};

// Is `seat` among those to ask? (S-4.7, S-4.9)
constexpr bool is_eligible(const Options& o, const State& s, Window w, int seat) noexcept {
    const Cards& hand = s.hand_of(seat);
    return hand.has(s.top) && seat != w.next_turn && seat != w.ended && (seat != s.last || o.self_jump_in) &&  // S-4.10
           (o.jump_in_last_card || !hand.is_single());
}

// Does any seat get asked?
constexpr bool has_window(const Options& o, const State& s, Window w) noexcept {
    if ((s.last < 0 && !o.window_on_first()) || (o.jump_scope() >> s.top & 1) == 0) return false;
    return w.ended < 0 || o.window_every_turn();
}

// The first eligible seat from `step` on (1 to `players` steps after w.first()), or -1. Sets `step` to its place.
constexpr int next_asked(const Options& o, const State& s, Window w, int& step) noexcept {
    for (; step <= o.players; ++step) {
        const int seat = seat_after(o, s, w.first(o, s), step);
        if (is_eligible(o, s, w, seat)) return seat;
    }
    return -1;
}

// The number of steps from w.first() to a seat: 1 .. players.
constexpr int step_of(const Options& o, const State& s, Window w, int seat) noexcept {
    const int distance = ((seat - w.first(o, s)) * s.dir + o.players) % o.players;
    return distance == 0 ? o.players : distance;
}

}  // namespace uneri::solo
