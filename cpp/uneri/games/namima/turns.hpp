// Applies an action (rules, sections 5 and 6). `Answers` says which calls a seat can make with a discard, either from
// the state alone or from a cache beside it. It is notified whenever a seat's hand or exposed melds change.
#pragma once

#include "uneri/games/namima/calls.hpp"
#include "uneri/games/namima/options.hpp"
#include "uneri/games/namima/state.hpp"

namespace uneri::namima {

// --- the match: deals, ends of games, payments and the pot (sections 4, 6, 7.3 and 8) ---------------------------

// N-4.3: goes to the first DEAL node of a game; keeps scores, pot and game number.
void start_game(const Options& o, State& s, int dealer) noexcept;
void deal_card(const Options& o, State& s, int kind) noexcept;

// N-6.1: `seat` wins with its cards. In phase WON the last of them is `claim`, which `turn` discarded.
void win(const Options& o, State& s, int seat) noexcept;

// N-6.3, N-7.8
void exhaust(const Options& o, State& s) noexcept;

// Computes the answers from the state.
struct FromState {
    const Options& o;
    const State& s;

    Calls calls(int seat) const noexcept { return calls_of(o, s, seat, s.claim); }
    bool can_meld(int seat) const noexcept { return can_meld_with(o, s, seat, s.claim); }
    void drawn() const noexcept {}        // the seat in turn has drawn a card
    void changed(int) const noexcept {}   // a seat's hand or exposed melds have changed
    void all_changed() const noexcept {}  // all hands were dealt
};

template <class Answers>
class Turns {
public:
    Turns(const Options& options, State& state, Answers given) noexcept : o(options), s(state), answers(given) {}

    void apply(Action a) noexcept {
        switch (s.phase) {
            case kSeatDraw: return start_game(o, s, a);
            case kDeal:
                deal_card(o, s, a);
                if (s.phase == kDraw) answers.all_changed();
                return;
            case kDraw:
                s.wall.remove(a);
                s.hand_of(s.turn).add(a);
                s.drawn = static_cast<std::int8_t>(a);
                s.to_act = s.turn;
                s.phase = kAct;
                return answers.drawn();
            case kAct: return act(a);
            case kWon:
                if (a == kPass) return ask_after(kWon, s.to_act);
                s.lying.remove(s.claim);
                s.hand_of(s.to_act).add(s.claim);
                return win(o, s, s.to_act);
            case kMe: return a == kPass ? ask_after(kMe, s.to_act) : call(a - o.ids.meld);
            case kOver: return;
        }
    }

private:
    // N-5.2. An empty wall ends the game (N-6.3).
    void start_turn(int seat) noexcept {
        s.turn = static_cast<std::int8_t>(seat);
        s.claim = s.drawn = s.to_act = -1;
        if (s.wall.empty()) return exhaust(o, s);
        s.phase = kDraw;
    }

    void ask(Phase phase, int seat) noexcept {
        s.phase = phase;
        s.to_act = static_cast<std::int8_t>(seat);
    }

    // N-5.6: asks the next seat after `seat` passed in `phase`. At the start of WON `seat` is the discarder, since no
    // seat has been asked. If no seat is left, the next turn begins.
    void ask_after(Phase phase, int seat) noexcept {
        if (o.rules().won_first) return ask_won_first(phase, seat);
        if (phase == kWon && seat != s.turn && answers.can_meld(seat)) return ask(kMe, seat);
        for (int asked = o.next(seat); asked != s.turn; asked = o.next(asked)) {
            const Calls calls = answers.calls(asked);
            if (calls.win) return ask(kWon, asked);
            if (calls.meld) return ask(kMe, asked);
        }
        start_turn(o.next(s.turn));
    }

    // The same under the switch: all seats in WON first, then all in ME.
    void ask_won_first(Phase phase, int seat) noexcept {
        unsigned known = 0;  // seats already checked for a possible meld
        unsigned melding = 0;
        if (phase == kWon) {
            for (int asked = o.next(seat); asked != s.turn; asked = o.next(asked)) {
                const Calls calls = answers.calls(asked);
                if (calls.win) return ask(kWon, asked);
                known |= 1u << asked;
                melding |= static_cast<unsigned>(calls.meld) << asked;
            }
            seat = s.turn;
        }
        for (int asked = o.next(seat); asked != s.turn; asked = o.next(asked)) {
            const bool can = (known >> asked & 1) != 0 ? (melding >> asked & 1) != 0 : answers.can_meld(asked);
            if (can) return ask(kMe, asked);
        }
        start_turn(o.next(s.turn));
    }

    void discard(int kind) noexcept {
        s.hand_of(s.turn).remove(kind);
        s.thrown[static_cast<std::size_t>(s.turn)].add(kind);
        s.lying.add(kind);  // N-5.10
        s.drawn = -1;
        s.claim = static_cast<std::int8_t>(kind);
        // N-9.6, N-9.7
        if (o.dora && s.dora < 0 && s.turn == s.dealer) s.dora = static_cast<std::int8_t>(o.rules().colour_of(kind));
        answers.changed(s.turn);
        ask_after(kWon, s.turn);
    }

    void act(Action a) noexcept {
        if (a == kWin) return win(o, s, s.turn);
        if (a < o.ids.meld) return discard(a - kDiscard);
        if (a >= o.ids.riichi) {
            s.declared = static_cast<std::uint8_t>(s.declared | 1u << s.turn);
            return discard(a - o.ids.riichi);  // N-9.2
        }
        if (a >= o.ids.layoff) {
            const Layoff& layoff = o.melds->layoffs()[static_cast<std::size_t>(a - o.ids.layoff)];
            s.hand_of(s.turn).remove(layoff.kind);
            s.exposed_of(s.turn).replace(layoff.source, layoff.target);
            return answers.changed(s.turn);
        }
        s.hand_of(s.turn) -= (*o.melds)[a - o.ids.meld].cards;
        s.exposed_of(s.turn).add(a - o.ids.meld);
        answers.changed(s.turn);
        start_turn(o.next(s.turn));  // N-5.4: the meld cannot grow now
    }

    void call(int meld) noexcept {
        Cards own = (*o.melds)[meld].cards;
        own.remove(s.claim);
        s.hand_of(s.to_act) -= own;
        s.exposed_of(s.to_act).add(meld);
        s.lying.remove(s.claim);
        answers.changed(s.to_act);
        start_turn(o.next(s.turn));  // N-5.9
    }

    const Options& o;
    State& s;
    Answers answers;
};

}  // namespace uneri::namima
