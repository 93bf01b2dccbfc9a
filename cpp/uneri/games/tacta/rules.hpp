// The state machine of TACTA (rules, 2.2, 2.3, 4.1, 7, 8).
#pragma once

#include <bit>

#include "uneri/games/tacta/placement.hpp"

namespace uneri::tacta {

State initial_state(const Options& o) noexcept;

constexpr int deck_size(const State& s, int seat) noexcept {
    return s.hidden[at(seat)] + (s.ends[at(seat)][0] != kNone) + (s.ends[at(seat)][1] != kNone);
}
// The index of the round on the table; at the end that of the last round.
constexpr int round_in_play(const State& s) noexcept { return s.phase == kOver ? s.round - 1 : s.round; }

// The cards of a colour dealt in this round to pool `pool`: a deck, or in team modes the decks of a team.
inline CardSet dealt(const Options& o, const State& s, int pool, int colour) noexcept {
    const CardSet cards = o.cards_in_play(round_in_play(s));
    if (o.mode != kSabotage) return pool == colour ? cards : 0;
    const int previous = (pool + o.players - 1) % o.players;
    if (colour == pool) return cards & ~o.suit(s.handed[at(pool)]);
    return colour == previous ? o.suit(s.handed[at(previous)]) : 0;
}

// The unrevealed cards of a colour in a pool.
inline CardSet pool_cards(const Options& o, const State& s, int pool, int colour) noexcept {
    if (o.mode == kSabotage) return s.pool[at(colour)] & dealt(o, s, pool, colour);
    return pool == colour ? s.pool[at(colour)] : 0;
}
// Calls visit(coloured card) for the unrevealed cards of a pool, ascending.
template <class Visit>
void each_in_pool(const Options& o, const State& s, int pool, Visit&& visit) {
    for (int colour = 0; colour < o.colours; ++colour)
        for_each_bit(pool_cards(o, s, pool, colour), [&](int card) { visit(kDeckSize * colour + card); });
}
inline int pool_size(const Options& o, const State& s, int pool) noexcept {
    if (o.mode != kSabotage) return std::popcount(s.pool[at(pool)]);
    int size = 0;
    for (int colour = 0; colour < o.colours; ++colour) size += std::popcount(pool_cards(o, s, pool, colour));
    return size;
}

// The seats from which a MOVER node picks (8), as bits.
inline unsigned movers(const Options& o, const State& s) noexcept {
    unsigned seats = 0;
    for (int seat = 0; seat < o.players; ++seat) seats |= unsigned{deck_size(s, seat) > 0} << seat;
    return seats & ~unsigned{s.passed};
}

inline int player(const State& s) noexcept {
    switch (s.phase) {
        case kReveal:
        case kMover: return kChance;
        case kOver: return kTerminal;
        default: return s.turn;
    }
}

inline void legal_actions(const Options& o, const State& s, ActionList& out) noexcept {
    out.clear();
    const Tables& t = o.t();
    switch (s.phase) {
        case kPlay:
            connections(o, s, s.turn, out);
            if (!out.empty()) [[likely]]
                return;
            free_actions(o, s, s.turn, out);
            if (out.empty()) out.push_back(t.pass_id);
            return;
        case kReveal:
            for (int colour = 0; colour < o.colours; ++colour)
                out.add_word(kDeckSize * colour, pool_cards(o, s, o.pool_of(s.pending_seat), colour));
            return;
        case kMover: return out.add_word(0, movers(o, s));
        case kChooseSuit:
            out.push_back(t.hand_id);
            out.push_back(t.hand_id + 1);
            return;
        default: return;
    }
}

bool is_legal(const Options& o, const State& s, Action a) noexcept;

inline Weight chance_weight(const Options& o, const State& s, Action a) noexcept {
    if (s.phase == kMover) return a >= 0 && a < o.players && (movers(o, s) >> a & 1) != 0 ? 1 : 0;
    if (s.phase != kReveal || a < 0 || a >= kDeckSize * o.colours) return 0;
    return pool_cards(o, s, o.pool_of(s.pending_seat), colour_of(a)) >> card_of(a) & 1;
}
inline Weight chance_total(const Options& o, const State& s) noexcept {
    if (s.phase == kMover) return static_cast<Weight>(std::popcount(movers(o, s)));
    return static_cast<Weight>(pool_size(o, s, o.pool_of(s.pending_seat)));
}
// Outcome number u; all are equally likely (2.3).
inline Action chance_pick(const Options& o, const State& s, Weight u) noexcept {
    if (s.phase == kMover) return select_bit(movers(o, s), static_cast<unsigned>(u));
    const int pool = o.pool_of(s.pending_seat);
    if (o.mode != kSabotage) return kDeckSize * pool + select_bit(s.pool[at(pool)], static_cast<unsigned>(u));
    for (int colour = 0;; ++colour) {
        const CardSet cards = pool_cards(o, s, pool, colour);
        const auto size = static_cast<Weight>(std::popcount(cards));
        if (u < size) return kDeckSize * colour + select_bit(cards, static_cast<unsigned>(u));
        u -= size;
    }
}

// The announced values of a seat's outermost cards that are still in place, ascending (9); 0 for none.
struct Told {
    int size = 0;
    std::array<int, kEnds> values{};
    constexpr bool operator==(const Told&) const = default;
};
inline Told told_of(const Options& o, const State& s, int seat) noexcept {
    Told told;
    for (std::size_t end = 0; end < kEnds; ++end) {
        if (s.first[at(seat)][end] == 0) continue;
        told.values[at(told.size++)] = o.t().value[at(card_of(s.ends[at(seat)][end]))];
    }
    if (told.size == 2 && told.values[0] > told.values[1]) std::swap(told.values[0], told.values[1]);
    return told;
}

bool round_over(const Options& o, const State& s) noexcept;
void end_round(const Options& o, State& s) noexcept;
void begin_play(const Options& o, State& s) noexcept;
void apply_hand_over(const Options& o, State& s, int suit) noexcept;
// Records the public knowledge that no card at the ends of the seat to move has a connection (9).
void bar(const Options& o, State& s) noexcept;

// The next turn, after a placement and its reveal or after a pass (4.1).
inline void next_turn(const Options& o, State& s) noexcept {
    int seat = s.turn;
    int looked = 0;
    do {
        seat = seat + 1 == o.players ? 0 : seat + 1;
        ++looked;
    } while (deck_size(s, seat) == 0 && looked < o.players);
    // A quick test before the definition, since most rounds continue.
    const bool maybe_over = s.passed != 0 || o.free_play || deck_size(s, seat) == 0;
    if (maybe_over && round_over(o, s)) return end_round(o, s);
    if (o.free_play) {
        s.phase = kMover;
        return;
    }
    s.phase = kPlay;
    s.turn = static_cast<std::int8_t>(seat);
}

inline void apply_reveal(const Options& o, State& s, int coloured) noexcept {
    const std::size_t seat = at(s.pending_seat);
    s.ends[seat][at(s.pending_end)] = static_cast<std::int8_t>(coloured);
    --s.hidden[seat];
    s.pool[at(colour_of(coloured))] &= ~(CardSet{1} << card_of(coloured));
    if (s.turn != kNone) {
        s.pending_seat = s.pending_end = kNone;
        return next_turn(o, s);
    }
    if (s.pending_end == 0) {
        s.pending_end = 1;
    } else if (s.pending_seat + 1 < o.players) {
        ++s.pending_seat;
        s.pending_end = 0;
    } else {
        s.pending_seat = s.pending_end = kNone;
        begin_play(o, s);
    }
}

inline void apply_card(const Options& o, State& s, const Move& move) noexcept {
    const Tables& t = o.t();
    const auto seat = at(s.turn);
    const auto end = at(move.end);
    const int held = s.ends[seat][end];
    Placed laid;
    if (move.kind == kConnect) {
        laid = connected(t, s, move.target, move.shape, card_of(held), move.own, move.face);
    } else {
        laid = free_card(t, *free_slot(o, s, move.target, move.shape), move.shape, move.own, card_of(held), move.face);
        bar(o, s);
    }
    laid.colour = static_cast<std::int8_t>(colour_of(held));
    laid.seat = s.turn;
    lay(o, s, laid);
    s.passed = 0;
    s.ends[seat][end] = kNone;
    s.first[seat][end] = 0;
    s.barred[seat][end] = 0;
    if (s.hidden[seat] > 0) {
        s.phase = kReveal;
        s.pending_seat = s.turn;
        s.pending_end = static_cast<std::int8_t>(end);
        return;
    }
    if (s.ends[seat][0] == kNone && s.ends[seat][1] != kNone) {  // the last card is the top card
        s.ends[seat] = {s.ends[seat][1], kNone};
        s.first[seat] = {s.first[seat][1], 0};
        s.barred[seat] = {s.barred[seat][1], 0};
    }
    if (s.ends[seat][0] == kNone) {
        std::size_t place = 0;
        while (s.finish_order[place] != kNone) ++place;
        s.finish_order[place] = s.turn;
    }
    next_turn(o, s);
}

inline void apply(const Options& o, State& s, Action a) noexcept {
    if (s.phase == kReveal) return apply_reveal(o, s, a);
    if (s.phase == kMover) {
        s.phase = kPlay;
        s.turn = static_cast<std::int8_t>(a);
        return;
    }
    const Move move = decode(o.t(), a);
    switch (move.kind) {
        case kHandOver: return apply_hand_over(o, s, move.own);
        case kPass:
            bar(o, s);
            s.passed = static_cast<std::uint16_t>(s.passed | 1 << s.turn);
            return next_turn(o, s);
        default: return apply_card(o, s, move);
    }
}

inline int points(const Options& o, const State& s, int seat) noexcept {
    const int now = s.phase == kOver ? 0 : s.dots[at(o.scoring_colour(seat))];
    return s.scores[at(seat)] + now;
}
unsigned winners(const Options& o, const State& s) noexcept;

}  // namespace uneri::tacta
