// Turns, putting cards down, jump-ins and draws (rules, sections 4 and 5): the pseudocode of 4.6 in code. `Knowledge`
// updates what seats know of each other's hands (Knowing).
#pragma once

#include <utility>

#include "uneri/games/solo/cards.hpp"
#include "uneri/games/solo/options.hpp"
#include "uneri/games/solo/state.hpp"

namespace uneri::solo {

// --- which kinds may be put down (5.1, 5.3) ---------------------------------------------------------------------

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

// --- rounds: the deal, the first card and the scoring (sections 2 and 7) ----------------------------------------

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

// --- what seats know of each other's hands (8.3) ----------------------------------------------------------------
//
// It is updated as cards move. Playouts that need only the final score skip it.

constexpr SeatSet all_but(const Options& o, int seat) noexcept { return ((1u << o.players) - 1) & ~(1u << seat); }

// 8.3: when the draw pile is empty, a seat that knows all other hands but one knows that one as well.
void deduce_hands(const Options& o, State& s) noexcept;

struct Knowing {
    const Options& o;
    State& s;

    void put_down(int seat, int kind) const noexcept { s.known.forget(seat, kind); }
    void show(int seat, int kind, bool fresh) const noexcept { s.known.show(seat, kind, all_but(o, seat), fresh); }
    // Called before the move.
    void move_hands(const PerSeat<std::uint8_t>& to) const noexcept { s.known.move_hands(to, s.hand); }
    void draw_pile_is_empty() const noexcept { deduce_hands(o, s); }
};

struct Unknowing {
    void put_down(int, int) const noexcept {}
    void show(int, int, bool) const noexcept {}
    void move_hands(const PerSeat<std::uint8_t>&) const noexcept {}
    void draw_pile_is_empty() const noexcept {}
};

inline void open_turn(State& s, int seat) noexcept {
    s.next_turn = s.ended = -1;
    s.to_act = static_cast<std::int8_t>(seat);
    s.phase = s.pending > 0 ? kRespond : kTurn;
}

template <class Knowledge>
class Turns {
public:
    Turns(const Options& options, State& state, Knowledge given) noexcept : o(options), s(state), known(given) {}

    // Applies a legal action or a possible outcome.
    void apply(Action a) noexcept {
        const int p = s.to_act;
        switch (s.phase) {
            case kSeatDraw: return start_match(o, s, a);
            case kDeal: return deal_card(o, s, a);
            case kFlip: return flip(a);
            case kPull: return pull_card(a);
            case kTurn: return a == kDraw ? draw() : choose(p, a, false);
            case kRespond: return a == kTake ? take() : choose(p, a, false);  // S-5.9
            case kDrawn: return a == kKeep ? keep() : choose(p, s.drawn, true);
            case kSolo: return declare(a == kDeclare);
            case kNameColour: return name_colour(a - kColour);
            case kSwapHands: return swap_hands((p + a - kSwapWith) % o.players);
            case kJumpIn: return a == kNoJump ? ask_next() : choose(p, s.top, false);  // S-4.8
            case kOver: return;
        }
    }

private:
    void flip(int kind) noexcept {
        flip_card(o, s, kind);
        const Window w{s.starter, -1};
        if (o.window_on_first() && s.phase == kTurn && has_window(o, s, w)) ask_from(w, 1);  // S-2.4
    }

    // Asks the first eligible seat from `step` on. If there is none, T takes its turn.
    void ask_from(Window w, int step) noexcept {
        const int asked = next_asked(o, s, w, step);
        if (asked < 0) return open_turn(s, w.next_turn);
        s.next_turn = static_cast<std::int8_t>(w.next_turn);
        s.ended = static_cast<std::int8_t>(w.ended);
        s.to_act = static_cast<std::int8_t>(asked);
        s.phase = kJumpIn;
    }

    // Seat T takes its turn (S-7.3, S-4.9). `ended`: the seat that ended a turn without putting down a card, or -1.
    void pass_turn(int seat, int ended) noexcept {
        if (o.turn_cap > 0 && ++s.turns > static_cast<std::uint32_t>(o.turn_cap)) return score_round(o, s, -1);
        const Window w{seat, ended};
        if (!has_window(o, s, w)) return open_turn(s, seat);  // S-5.12
        ask_from(w, 1);
    }

    void end_turn(int seat) noexcept { pass_turn(seat_after(o, s, seat, 1), seat); }

    void ask_next() noexcept {
        const Window w{s.next_turn, s.ended};
        ask_from(w, step_of(o, s, w, s.to_act) + 1);
    }

    // --- drawing ---------------------------------------------------------------------------------------------------

    // S-5.13: false if there is nothing to reshuffle. 8.3 says what seats learn from it.
    bool reshuffle() noexcept {
        Cards rest = s.discard;
        rest.remove(s.top);
        if (rest.empty()) return false;
        known.draw_pile_is_empty();
        s.draw_pile = rest;
        s.discard = {};
        s.discard.add(s.top);
        return true;
    }

    // Ends the draws that were caused by `why`.
    void end_pulls(Why why) noexcept {
        s.left = 0;
        s.why = kNoReason;
        switch (why) {
            case kWhyTake: s.phase = kTurn; return;  // S-4.4: an ordinary turn
            case kWhyPenalty: return after_put();    // S-4.6, from step 4 on
            case kWhyLast: return score_round(o, s, s.last);
            default: return;
        }
    }

    // Draws the next of `left` cards for to_act: goes to a PULL node, or ends the draws if there is no card (S-5.13).
    void next_pull() noexcept {
        if (s.left == 0 || (s.draw_pile.empty() && !reshuffle())) return end_pulls(s.why);
        s.phase = kPull;
    }

    void start_pulls(int seat, int count, Why why) noexcept {
        s.to_act = static_cast<std::int8_t>(seat);
        s.left = static_cast<std::uint8_t>(count);
        s.why = why;
        next_pull();
    }

    void pull_card(int kind) noexcept {
        s.draw_pile.remove(kind);
        s.hand_of(s.to_act).add(kind);  // S-5.14: to a hand of any size
        --s.left;
        if (s.why != kWhyDraw) return next_pull();
        s.left = 0;
        s.why = kNoReason;
        s.dead = 0;
        const bool last_turn = o.turn_cap > 0 && s.turns == static_cast<std::uint32_t>(o.turn_cap);
        if (last_turn || (matching_kinds(s.top, s.active_colour) >> kind & 1) == 0) return end_turn(s.to_act);
        s.phase = kDrawn;  // S-4.2
        s.drawn = static_cast<std::int8_t>(kind);
    }

    // S-4.1, S-4.3
    void draw() noexcept {
        if (!s.draw_pile.empty() || reshuffle()) {
            s.phase = kPull;
            s.left = 1;
            s.why = kWhyDraw;
            return;
        }
        if (++s.dead == o.players) return score_round(o, s, -1);
        end_turn(s.to_act);
    }

    void keep() noexcept {
        s.drawn = -1;
        end_turn(s.to_act);
    }

    // S-4.4
    void take() noexcept {
        const int count = s.pending;
        s.pending = 0;
        s.chain = kNoChain;
        start_pulls(s.to_act, count, kWhyTake);
    }

    // --- putting a card down ---------------------------------------------------------------------------------------

    void add_pending(int cards, Chain chain) noexcept {
        const int sum = s.pending + cards;  // S-5.11
        s.pending = static_cast<std::uint8_t>(sum < kDeckCards ? sum : kDeckCards);
        s.chain = chain;
    }

    // S-7.1: seat `last` has put down its last card.
    void end_round() noexcept {
        const bool draw2 = has_symbol(s.top, kDraw2);
        if (!o.last_card_draws || (!draw2 && s.top != kWildDraw4)) return score_round(o, s, s.last);
        add_pending(draw2 ? 2 : 4, kNoChain);
        const int count = s.pending;
        s.pending = 0;
        s.chain = kNoChain;
        start_pulls(seat_after(o, s, s.last, 1), count, kWhyLast);
    }

    // S-5.5: each hand moves one seat.
    void rotate_hands() noexcept {
        PerSeat<std::uint8_t> to{};
        for (int q = 0; q < kMaxSeats; ++q)
            to[at(q)] = static_cast<std::uint8_t>(q < o.players ? seat_after(o, s, q, 1) : q);
        known.move_hands(to);  // S-8.3
        const PerSeat<Cards> hands = s.hand;
        for (int q = 0; q < o.players; ++q) s.hand_of(seat_after(o, s, q, 1)) = hands[at(q)];
    }

    // S-4.6, steps 4 to 7: the effect of the top card, put down by `last`.
    void after_put() noexcept {
        const int p = s.last;
        if (s.hand_of(p).empty()) return end_round();
        int steps = 1;
        s.to_act = static_cast<std::int8_t>(p);
        if (is_black(s.top)) {
            if (s.top != kSwapInTurn) {
                s.phase = kNameColour;
                return;
            }
            rotate_hands();
            s.active_colour = kAny;
        } else {
            s.active_colour = static_cast<std::uint8_t>(colour_of(s.top));  // S-5.2
            switch (symbol_of(s.top)) {
                case kSkip: steps = 2; break;  // S-5.4
                case kReverse:
                    s.dir = static_cast<std::int8_t>(-s.dir);
                    if (o.players == 2 && !o.reverse_is_plain) steps = 2;
                    break;
                case kDraw2: add_pending(2, kChainDraw2); break;  // S-5.6
                case kSwap: s.phase = kSwapHands; return;
                default: break;
            }
        }
        pass_turn(seat_after(o, s, p, steps), -1);
    }

    // S-4.6, steps 1 to 3.
    void put_down(int p, int kind, bool declared) noexcept {
        s.want = -1;
        Cards& hand = s.hand_of(p);
        hand.remove(kind);
        s.discard.add(kind);
        s.top = static_cast<std::int8_t>(kind);
        s.dead = 0;
        const int debtor = s.due != 0 && s.last != p ? s.last : -1;
        s.last = static_cast<std::int8_t>(p);
        s.due = !declared && hand.is_single() ? 1 : 0;  // S-5.16
        if (debtor < 0) return after_put();
        start_pulls(debtor, o.solo_penalty, kWhyPenalty);
    }

    // p has chosen a card (S-4.5). `fresh`: p has just drawn it.
    void choose(int p, int kind, bool fresh) noexcept {
        s.drawn = s.next_turn = s.ended = -1;
        if (o.solo_auto || s.hand_of(p).total() != 2) {  // S-5.15
            if (!fresh) known.put_down(p, kind);
            return put_down(p, kind, true);
        }
        s.phase = kSolo;
        s.want = static_cast<std::int8_t>(kind);
        known.show(p, kind, fresh);
    }

    // S-4.5: the answer in phase SOLO.
    void declare(bool declared) noexcept {
        known.put_down(s.to_act, s.want);
        put_down(s.to_act, s.want, declared);
    }

    void name_colour(int colour) noexcept {
        s.active_colour = static_cast<std::uint8_t>(colour);
        if (s.top == kWildDraw4) add_pending(4, kChainDraw4);
        pass_turn(seat_after(o, s, s.to_act, 1), -1);
    }

    void swap_hands(int other) noexcept {
        const int p = s.to_act;
        PerSeat<std::uint8_t> to{};
        for (std::size_t q = 0; q < to.size(); ++q) to[q] = static_cast<std::uint8_t>(q);
        to[at(p)] = static_cast<std::uint8_t>(other);
        to[at(other)] = static_cast<std::uint8_t>(p);
        known.move_hands(to);
        std::swap(s.hand_of(p), s.hand_of(other));
        pass_turn(seat_after(o, s, p, 1), -1);
    }

    const Options& o;
    State& s;
    Knowledge known;
};

}  // namespace uneri::solo
