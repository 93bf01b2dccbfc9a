// Turns, putting cards down, jump-ins and draws (text, sections 4 and 5): the pseudocode of 4.6 in code.
#pragma once

#include <utility>

#include "uneri/games/solo/matching.hpp"
#include "uneri/games/solo/options.hpp"
#include "uneri/games/solo/rounds.hpp"
#include "uneri/games/solo/state.hpp"
#include "uneri/games/solo/window.hpp"

namespace uneri::solo {

inline SeatSet all_but(const Options& o, int seat) noexcept { return ((1u << o.players) - 1) & ~(1u << seat); }

// --- the end of a turn -----------------------------------------------------------------------------------------

inline void open_turn(State& s, int seat) noexcept {
    s.next_turn = s.ended = -1;
    s.to_act = static_cast<std::int8_t>(seat);
    s.phase = s.pending > 0 ? kRespond : kTurn;
}

// Asks the first eligible seat from `step` on, or gives T its turn.
inline void ask_from(const Options& o, State& s, Window w, int step) noexcept {
    const int asked = next_asked(o, s, w, step);
    if (asked < 0) return open_turn(s, w.next_turn);
    s.next_turn = static_cast<std::int8_t>(w.next_turn);
    s.ended = static_cast<std::int8_t>(w.ended);
    s.to_act = static_cast<std::int8_t>(asked);
    s.phase = kJumpIn;
}

// A turn comes to seat T (S-7.3, S-4.9). `ended`: who ended a turn without putting down a card, or -1.
inline void pass_turn(const Options& o, State& s, int seat, int ended) noexcept {
    if (o.turn_cap > 0 && ++s.turns > static_cast<std::uint32_t>(o.turn_cap)) return score_round(o, s, -1);
    const Window w{seat, ended};
    if (!has_window(o, s, w)) return open_turn(s, seat);
    ask_from(o, s, w, 1);
}

inline void end_turn(const Options& o, State& s, int seat) noexcept {
    pass_turn(o, s, seat_after(o, s, seat, 1), seat);
}

inline void ask_next(const Options& o, State& s) noexcept {
    const Window w{s.next_turn, s.ended};
    ask_from(o, s, w, step_of(o, s, w, s.to_act) + 1);
}

// --- drawing ---------------------------------------------------------------------------------------------------

void after_put(const Options& o, State& s) noexcept;

// The draws of `why` are over.
inline void end_pulls(const Options& o, State& s, Why why) noexcept {
    s.left = 0;
    s.why = kNoReason;
    switch (why) {
        case kWhyTake: s.phase = kTurn; return;    // S-4.4: an ordinary turn
        case kWhyPenalty: return after_put(o, s);  // S-4.6, from step 4 on
        case kWhyLast: return score_round(o, s, s.last);
        default: return;
    }
}

// The next of `left` cards for to_act: a PULL node, or the end of the draws if there is no card (S-5.13).
inline void next_pull(const Options& o, State& s) noexcept {
    if (s.left == 0 || (s.draw_pile.empty() && !reshuffle(o, s))) return end_pulls(o, s, s.why);
    s.phase = kPull;
}

inline void start_pulls(const Options& o, State& s, int seat, int count, Why why) noexcept {
    s.to_act = static_cast<std::int8_t>(seat);
    s.left = static_cast<std::uint8_t>(count);
    s.why = why;
    next_pull(o, s);
}

inline void pull_card(const Options& o, State& s, int kind) noexcept {
    s.draw_pile.remove(kind);
    s.hand_of(s.to_act).add(kind);
    --s.left;
    if (s.why != kWhyDraw) return next_pull(o, s);
    s.left = 0;
    s.why = kNoReason;
    s.dead = 0;
    const bool last_turn = o.turn_cap > 0 && s.turns == static_cast<std::uint32_t>(o.turn_cap);
    if (last_turn || (matching_kinds(s.top, s.active_colour) >> kind & 1) == 0) return end_turn(o, s, s.to_act);
    s.phase = kDrawn;
    s.drawn = static_cast<std::int8_t>(kind);
}

// S-4.1, S-4.3
inline void draw(const Options& o, State& s) noexcept {
    if (!s.draw_pile.empty() || reshuffle(o, s)) {
        s.phase = kPull;
        s.left = 1;
        s.why = kWhyDraw;
        return;
    }
    if (++s.dead == o.players) return score_round(o, s, -1);
    end_turn(o, s, s.to_act);
}

inline void keep(const Options& o, State& s) noexcept {
    s.drawn = -1;
    end_turn(o, s, s.to_act);
}

// S-4.4
inline void take(const Options& o, State& s) noexcept {
    const int count = s.pending;
    s.pending = 0;
    s.chain = kNoChain;
    start_pulls(o, s, s.to_act, count, kWhyTake);
}

// --- putting a card down ---------------------------------------------------------------------------------------

inline void add_pending(State& s, int cards, Chain chain) noexcept {
    const int sum = s.pending + cards;
    s.pending = static_cast<std::uint8_t>(sum < kDeckCards ? sum : kDeckCards);
    s.chain = chain;
}

// S-5.5: all hands move one seat.
inline void rotate_hands(const Options& o, State& s) noexcept {
    PerSeat<std::uint8_t> to{};
    const PerSeat<Cards> hands = s.hand;
    for (int q = 0; q < kMaxSeats; ++q) {
        const int target = q < o.players ? seat_after(o, s, q, 1) : q;
        to[static_cast<std::size_t>(q)] = static_cast<std::uint8_t>(target);
        s.hand_of(target) = hands[static_cast<std::size_t>(q)];
    }
    s.known.move_hands(to, hands);
}

// S-4.6, steps 4 to 7: what the top card, put down by `last`, does.
inline void after_put(const Options& o, State& s) noexcept {
    const int p = s.last;
    if (s.hand_of(p).empty()) return end_round(o, s);
    int steps = 1;
    s.to_act = static_cast<std::int8_t>(p);
    if (is_black(s.top)) {
        if (s.top != kSwapInTurn) {
            s.phase = kNameColour;
            return;
        }
        rotate_hands(o, s);
        s.active_colour = kAny;
    } else {
        s.active_colour = static_cast<std::uint8_t>(colour_of(s.top));
        switch (symbol_of(s.top)) {
            case kSkip: steps = 2; break;
            case kReverse:
                s.dir = static_cast<std::int8_t>(-s.dir);
                if (o.players == 2 && o.reverse_skips) steps = 2;
                break;
            case kDraw2: add_pending(s, 2, kChainDraw2); break;
            case kSwap: s.phase = kSwapHands; return;
            default: break;
        }
    }
    pass_turn(o, s, seat_after(o, s, p, steps), -1);
}

// S-4.6, steps 1 to 3.
inline void put_down(const Options& o, State& s, int p, int kind, bool declared) noexcept {
    s.want = -1;
    Cards& hand = s.hand_of(p);
    hand.remove(kind);
    s.discard.add(kind);
    s.top = static_cast<std::int8_t>(kind);
    s.dead = 0;
    const int debtor = s.due != 0 && s.last != p ? s.last : -1;
    s.last = static_cast<std::int8_t>(p);
    s.due = !declared && hand.is_single() ? 1 : 0;
    if (debtor < 0) return after_put(o, s);
    start_pulls(o, s, debtor, o.solo_penalty, kWhyPenalty);
}

// p has chosen a card (S-4.5); `fresh` if it is the one just drawn.
inline void choose(const Options& o, State& s, int p, int kind, bool fresh) noexcept {
    s.drawn = s.next_turn = s.ended = -1;
    if (o.solo_auto || s.hand_of(p).total() != 2) {
        if (!fresh) s.known.forget(p, kind);
        return put_down(o, s, p, kind, true);
    }
    s.phase = kSolo;
    s.want = static_cast<std::int8_t>(kind);
    s.known.show(p, kind, all_but(o, p), fresh);
}

// S-4.5: the answer in phase SOLO.
inline void declare(const Options& o, State& s, bool declared) noexcept {
    s.known.forget(s.to_act, s.want);
    put_down(o, s, s.to_act, s.want, declared);
}

inline void name_colour(const Options& o, State& s, int colour) noexcept {
    s.active_colour = static_cast<std::uint8_t>(colour);
    if (s.top == kWildDraw4) add_pending(s, 4, kChainDraw4);
    pass_turn(o, s, seat_after(o, s, s.to_act, 1), -1);
}

inline void swap_hands(const Options& o, State& s, int other) noexcept {
    const int p = s.to_act;
    PerSeat<std::uint8_t> to{};
    for (std::size_t q = 0; q < to.size(); ++q) to[q] = static_cast<std::uint8_t>(q);
    to[static_cast<std::size_t>(p)] = static_cast<std::uint8_t>(other);
    to[static_cast<std::size_t>(other)] = static_cast<std::uint8_t>(p);
    s.known.move_hands(to, s.hand);
    std::swap(s.hand_of(p), s.hand_of(other));
    pass_turn(o, s, seat_after(o, s, p, 1), -1);
}

}  // namespace uneri::solo
