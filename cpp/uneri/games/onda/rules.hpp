// The state of ONDA (section 3), and its rules as functions of options and state: the seat to act, legal actions, and
// the effect of an action.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "uneri/base/cpu.hpp"
#include "uneri/base/fixed_list.hpp"
#include "uneri/base/types.hpp"
#include "uneri/games/onda/actions.hpp"
#include "uneri/games/onda/cards.hpp"
#include "uneri/games/onda/options.hpp"
#include "uneri/games/onda/plays.hpp"

namespace uneri::onda {

enum Phase : std::uint8_t { kFirst, kDeal, kDialing, kHiding, kAct, kSlot, kReply, kOver };
enum Pending : std::uint8_t { kNothing, kJokerPending, kTurnPending };

template <class T>
using PerSeat = std::array<T, kMaxSeats>;  // seats that do not play keep the values of a new state

// A plain value without history, pointers or padding.
struct State {
    Deck deck;
    PerSeat<Cards> hand;
    Cards played;
    PerSeat<KindPair> down;
    PerSeat<KindPair> spent;
    PerSeat<KindPair> known;
    PerSeat<std::int16_t> scores{};  // 6 rounds of -40..3 (O-7.11)
    std::uint16_t table_play = 0;    // 0: no combination on the table
    PerSeat<std::uint8_t> round_wins{};
    std::uint8_t passed = 0;  // bit p: seat p has passed
    std::uint8_t round = 1;
    std::uint8_t dial = 0;
    std::uint8_t tide = 0;    // 0 High, 1 Low (O-1.5)
    std::uint8_t status = 0;  // 0 changeable, 1 fixed
    std::uint8_t bomb_used = 0;
    Phase phase = kDeal;
    Pending pending = kNothing;
    std::int8_t prev_winner = -1;
    std::int8_t starter = -1;
    std::int8_t leader = -1;
    std::int8_t table_owner = -1;
    std::int8_t table_face = -1;
    std::int8_t to_act = -1;             // a seat; -1 for chance and at the end
    std::uint8_t deal_seat = 0;          // derived: in DEAL the seat that gets the next card, else 0
    std::uint8_t deal_left = 0;          // derived: in DEAL the cards still to be dealt to it, else 0
    std::array<std::uint8_t, 1> zero{};  // fills the padding, so that states can be compared and hashed as bytes

    constexpr bool operator==(const State&) const = default;
    bool has_passed(int seat) const noexcept { return (passed >> seat & 1) != 0; }
};

static_assert(std::is_trivially_copyable_v<State> && std::has_unique_object_representations_v<State>);
static_assert(sizeof(State) == 120);

// --- points (section 7) -----------------------------------------------------------------------------------------

inline constexpr int kWinnerPoints = 3;     // O-7.3
inline constexpr int kFaceDownPenalty = 3;  // O-7.4

// The points that the remaining cards would cost now (O-7.4): a non-negative number.
constexpr int hand_points(Cards hand, int face_down) noexcept { return dots(hand) + kFaceDownPenalty * face_down; }

// O-7.11: a lower bound of a seat's points in one round.
int worst_round(const Options& o) noexcept;

void score_round(const Options& o, State& s, int winner) noexcept;        // O-7.3, O-7.4, O-7.6
int next_starter(const Options& o, const State& s, int winner) noexcept;  // O-7.8
unsigned winners(const Options& o, const State& s) noexcept;              // O-7.9: bit p: seat p has won

// O-7.11: TURN and every play. PASS does not add to them: it needs a table play, which limits the shapes.
inline constexpr int kMaxLegal = 549;
inline constexpr int kMaxLegalMixed = 1189;  // O-6.3
using ActionList = FixedList<Action, kMaxLegalMixed>;

inline bool is_chance(const State& s) noexcept { return s.phase <= kDeal; }
inline bool is_leading(const State& s) noexcept { return s.table_play == 0; }
inline int dial_shape(const Options& o, const State& s) noexcept { return o.dial[s.dial]; }  // if no `special`
inline const Bomb& bomb(const Options& o, const State& s) noexcept { return o.bombs[s.dial]; }

State initial_state(const Options& o) noexcept;

// --- legality --------------------------------------------------------------------------------------------------

// O-5.2, O-5.27: is it a play at all, without regard to hands?
inline bool is_combination(const Options& o, const State& s, const Play& play) noexcept {
    return !play.is_mixed_run() || o.pack.runs_any || bomb(o, s).names(play);
}

// O-4.10 for one natural play under `tide`.
inline bool answers(const Options& o, const State& s, const Play& play, int tide) noexcept {
    if (!is_combination(o, s, play)) return false;
    if (!is_leading(s)) return beats(play, play_of(s.table_play), tide);
    return o.lead_of_bomb_shape == kLeadIsPlain || !bomb(o, s).names(play);
}

// 5.6 for one play whose cards are at hand.
inline bool may_be_played(const Options& o, const State& s, const Play& play) noexcept {
    return is_combination(o, s, play) && (is_leading(s) || beats(play, play_of(s.table_play), s.tide) ||
                                          (s.bomb_used == 0 && bomb(o, s).names(play)));
}

// `joker`: the highest number that a joker may stand for, or 0 without a joker.
template <class List>
void append_plays(List& out, Cards cards, int joker, const std::uint32_t (&ranks)[kShapes]) noexcept {
    for (int shape = 0; shape < kShapes; ++shape) {
        if (ranks[shape] != 0) append_natural(out, cards, shape, ranks[shape]);
    }
    if (joker == 0) return;
    for (int shape = 0; shape < kShapes; ++shape) {
        if (ranks[shape] != 0) append_joker(out, cards, shape, ranks[shape] & ranks_up_to(joker, shape));
    }
}

// Where bombs have conditions or runs are mixed: the plays of the seat to act, and append_replies().
void special_plays(const Options& o, const State& s, ActionList& out) noexcept;
bool special_reply_exists(const Options& o, const State& s, Cards cards, int tide) noexcept;
void special_replies(const Options& o, const State& s, Cards cards, int tide, ActionList& out) noexcept;

// The same at the end of another list. Inlined, the list would take 5 kB of the stack in each loop of games.
template <class List, class Find>
UNERI_NOINLINE void append_found(List& out, Find&& find) noexcept {
    ActionList list;
    find(list);
    for (const Action a : list) out.push_back(a);
}

// O-4.10: the legal replies with `cards` under `tide`.
template <class List>
void append_replies(const Options& o, const State& s, Cards cards, int tide, List& out) noexcept {
    if (o.special) {
        append_found(out, [&](ActionList& list) { special_replies(o, s, cards, tide, list); });
    } else if (!is_leading(s)) {
        const Play& table = play_of(s.table_play);
        append_natural(out, cards, table.shape, beating_ranks(table.rank, tide));
    } else {
        const int barred = o.lead_of_bomb_shape == kLeadIsBomb ? dial_shape(o, s) : -1;
        for (int shape = 0; shape < kShapes; ++shape) {
            if (shape != barred) append_natural(out, cards, shape, kSuitMask);
        }
    }
}

// Is there a legal reply after the seat to act takes back its face-down card `slot`? (O-4.7) A leading seat can always
// play a single, which is never on the dial.
inline bool has_reply_after(const Options& o, const State& s, int slot) noexcept {
    const auto seat = at(s.to_act);
    const Cards cards = s.hand[seat].with(s.down[seat][slot]);
    if (is_leading(s)) return !cards.empty();
    const Play& table = play_of(s.table_play);
    if ((natural_ranks(cards, table.shape) & beating_ranks(table.rank, s.tide ^ 1)) != 0) return true;
    if (!o.mixed_runs) return false;
    return special_reply_exists(o, s, cards, s.tide ^ 1);
}

// O-4.7, O-4.9: TURN in ACT.
inline bool can_turn(const Options& o, const State& s) noexcept {
    const KindPair down = s.down[at(s.to_act)];
    if (s.status != 0 || down.size() == 0) return false;
    if (is_leading(s) && !o.leader_may_turn) return false;
    return has_reply_after(o, s, 0) || (down.size() == 2 && has_reply_after(o, s, 1));
}

template <class List>
void legal_in_act(const Options& o, const State& s, List& out) noexcept {
    const auto seat = at(s.to_act);
    if (!is_leading(s)) out.push_back(kPass);  // O-4.4, O-4.5
    if (can_turn(o, s)) out.push_back(kTurn);
    if (o.special) {
        append_found(out, [&](ActionList& list) { special_plays(o, s, list); });
        return;
    }
    std::uint32_t ranks[kShapes] = {};
    if (is_leading(s)) {
        for (std::uint32_t& all : ranks) all = kSuitMask;  // O-4.4
    } else {
        const Play& table = play_of(s.table_play);
        ranks[table.shape] = beating_ranks(table.rank, s.tide);     // O-5.10
        if (s.bomb_used == 0) ranks[dial_shape(o, s)] = kSuitMask;  // O-5.21, O-5.23
    }
    append_plays(out, s.hand[seat], s.down[seat].size() > 0 ? o.pack.highest : 0, ranks);  // O-1.6
}

template <class List>
void legal_in_hiding(const Options& o, const State& s, List& out) noexcept {
    const auto seat = at(s.to_act);
    const Cards hand = s.hand[seat];
    std::uint32_t picks = hand.one;
    if (s.down[seat].size() == 1) {
        picks &= ~((1u << s.down[seat].low) - 1);  // O-4.2: the second card is not lower
    } else if (o.pack.down == 2) {
        const int highest = 31 - std::countl_zero(hand.one);
        if (hand.count(highest) == 1) picks &= ~(1u << highest);  // no card would be left to put down second
    }
    for_each_bit(picks, [&](int k) { out.push_back(kHide + k); });
}

// Ascending ids (O-6.1); outcomes at a chance node; nothing at the end.
template <class List>
void legal_actions(const Options& o, const State& s, List& out) noexcept {
    out.clear();
    switch (s.phase) {
        case kFirst:
            for (int seat = 0; seat < o.players; ++seat) out.push_back(seat);
            return;
        case kDeal:
            for (int k = 0; k < kKinds; ++k) {
                if (s.deck.count(k) > 0) out.push_back(k);
            }
            return;
        case kDialing:
            out.push_back(kDialKeep);
            out.push_back(kDialAdvance);
            return;
        case kHiding: return legal_in_hiding(o, s, out);
        case kAct: return legal_in_act(o, s, out);
        case kSlot: {
            const KindPair down = s.down[at(s.to_act)];
            const bool turning = s.pending == kTurnPending;
            if (!turning || has_reply_after(o, s, 0)) out.push_back(kSlotLow);
            if (down.low != down.high && (!turning || has_reply_after(o, s, 1))) out.push_back(kSlotHigh);
            return;
        }
        case kReply: return append_replies(o, s, s.hand[at(s.to_act)], s.tide, out);
        case kOver: return;
    }
}

// Is `a` (any integer) legal? Follows the definitions (5.6, O-4.2, O-4.7, O-4.8, O-4.10). It shares no code with
// legal_actions, except for may_be_played() and answers() where bombs have conditions or runs are mixed.
bool is_legal(const Options& o, const State& s, Action a) noexcept;

// Is `a`, a legal play of the seat to act, the bomb of this trick? (O-5.22)
inline bool is_bomb(const Options& o, const State& s, Action a) noexcept {
    if (s.phase != kAct || s.bomb_used != 0) return false;
    if (o.special ? !bomb(o, s).names(play_of(a)) : play_of(a).shape != dial_shape(o, s)) return false;
    if (o.lead_of_bomb_shape == kLeadIsBomb) return true;  // O-5.24
    return !is_leading(s) && !beats(play_of(a), play_of(s.table_play), s.tide);
}

// --- chance ----------------------------------------------------------------------------------------------------

inline Weight chance_weight(const Options& o, const State& s, Action outcome) noexcept {
    if (s.phase == kFirst) return outcome >= 0 && outcome < o.players ? 1 : 0;
    return outcome >= 0 && outcome < kKinds ? static_cast<Weight>(s.deck.count(outcome)) : 0;
}
inline Weight chance_total(const Options& o, const State& s) noexcept {
    return static_cast<Weight>(s.phase == kFirst ? o.players : s.deck.total());
}
// The first outcome whose cumulative weight exceeds u.
inline Action chance_pick(const State& s, Weight u) noexcept {
    if (s.phase == kFirst) return static_cast<Action>(u);
    return select_bit(s.deck.bits(), static_cast<unsigned>(u)) / 2;
}

// --- transitions (4.7) -----------------------------------------------------------------------------------------

namespace detail {

inline int next_seat(const Options& o, int seat) noexcept { return seat + 1 == o.players ? 0 : seat + 1; }  // O-2.1

// next(): the nearest seat clockwise that has not passed.
inline void pass_turn_on(const Options& o, State& s) noexcept {
    int seat = s.to_act;
    do seat = next_seat(o, seat);
    while (s.has_passed(seat));
    s.to_act = static_cast<std::int8_t>(seat);
}

inline void advance_dial(const Options& o, State& s) noexcept {
    s.dial = static_cast<std::uint8_t>(s.dial + 1 == o.dial_length ? 0 : s.dial + 1);
}

inline void clear_table(State& s) noexcept {
    s.table_play = 0;
    s.table_owner = -1;
    s.table_face = -1;
}

// O-4.12: the only seat that has not passed wins the trick. In play it owns the table; in a position set up by hand the
// owner may pass, too.
inline void end_trick(const Options& o, State& s) noexcept {
    if (s.bomb_used != 0) advance_dial(o, s);
    s.to_act = s.leader = static_cast<std::int8_t>(std::countr_one(s.passed));
    s.passed = 0;
    s.status = 0;
    s.bomb_used = 0;
    clear_table(s);
    if (o.tide_reset == kEachTrick) s.tide = static_cast<std::uint8_t>(o.tide_start);
}

inline void start_deal(const Options& o, State& s) noexcept {
    s.phase = kDeal;
    s.to_act = -1;
    s.deck = o.pack.cards;
    s.hand = {};
    s.down = s.spent = s.known = PerSeat<KindPair>{};
    s.played = {};
    s.deal_seat = 0;
    s.deal_left = static_cast<std::uint8_t>(o.hand_size());
}

inline void deal_card(const Options& o, State& s, int kind) noexcept {
    s.deck.remove(kind);
    s.hand[s.deal_seat].add(kind);  // O-2.9
    if (--s.deal_left > 0) return;
    s.deal_left = static_cast<std::uint8_t>(o.hand_size());
    if (++s.deal_seat < o.players) return;
    s.deal_seat = s.deal_left = 0;
    s.to_act = s.starter;
    s.phase = s.round == 1 ? kHiding : kDialing;  // O-2.6
}

inline void hide(const Options& o, State& s, int kind) noexcept {
    const auto seat = at(s.to_act);
    s.hand[seat].remove(kind);
    s.down[seat].insert(kind);
    if (s.down[seat].size() < o.pack.down) return;                // O-2.7, O-4.3
    s.to_act = static_cast<std::int8_t>(next_seat(o, s.to_act));  // O-4.1
    if (s.to_act != s.starter) return;
    s.phase = kAct;
    s.leader = s.starter;  // O-2.8
}

// O-8.4: a card played face up is no longer known to be in the hand.
inline void forget_known(KindPair& known, Cards played) noexcept {
    KindPair left;
    for (int i = 0; i < known.size(); ++i) {
        const int kind = known[i];
        if (played.count(kind) > 0) {
            played.remove(kind);
        } else {
            left.insert(kind);
        }
    }
    known = left;
}

// put(a): 4.4, steps 1 to 3.
inline void put(const Options& o, State& s, Action a) noexcept {
    const auto seat = at(s.to_act);
    const Cards cards = play_of(a).cards;
    if (is_bomb(o, s, a)) s.bomb_used = 1;  // O-5.25: tide and status stay
    s.hand[seat].remove(cards);
    s.played.add(cards);
    if (o.reveal_returned) forget_known(s.known[seat], cards);
    s.table_play = static_cast<std::uint16_t>(a);
    s.table_owner = s.to_act;
    s.table_face = -1;
}

inline void spend(State& s, int slot) noexcept {
    const auto seat = at(s.to_act);
    const int kind = s.down[seat].take(slot);
    s.spent[seat].insert(kind);
    s.table_face = static_cast<std::int8_t>(kind);
}

void end_round(const Options& o, State& s) noexcept;  // section 7

inline void finish(const Options& o, State& s) noexcept {
    if (s.hand[at(s.to_act)].empty()) return end_round(o, s);
    pass_turn_on(o, s);
    s.phase = kAct;
}

inline void turn(const Options& o, State& s, int slot) noexcept {
    const auto seat = at(s.to_act);
    const int kind = s.down[seat].take(slot);  // O-4.6: the only one, as an answer has no joker
    s.hand[seat].add(kind);
    if (o.reveal_returned) s.known[seat].insert(kind);
    s.tide ^= 1;
    s.status = 1;
    s.phase = kReply;
}

inline void pass(const Options& o, State& s) noexcept {
    s.passed = static_cast<std::uint8_t>(s.passed | 1u << s.to_act);  // O-4.11
    if (std::popcount(s.passed) == o.players - 1) return end_trick(o, s);
    pass_turn_on(o, s);
}

inline void play(const Options& o, State& s, Action a) noexcept {
    const auto seat = at(s.to_act);
    put(o, s, a);
    if (a >= kFirstJoker && (a < kFirstMixed || play_of(a).joker != 0)) {
        if (s.down[seat].size() == 2 && !s.hand[seat].empty()) {  // O-5.12
            s.pending = kJokerPending;
            s.phase = kSlot;
            return;
        }
        spend(s, 0);
    }
    finish(o, s);
}

inline void act(const Options& o, State& s, Action a) noexcept {
    if (a == kPass) return pass(o, s);
    if (a != kTurn) return play(o, s, a);
    if (s.down[at(s.to_act)].size() < 2) return turn(o, s, 0);
    s.pending = kTurnPending;
    s.phase = kSlot;
}

inline void choose_slot(const Options& o, State& s, int slot) noexcept {
    const Pending pending = s.pending;
    s.pending = kNothing;
    if (pending == kTurnPending) return turn(o, s, slot);
    spend(s, slot);
    finish(o, s);
}

}  // namespace detail

// Applies a legal action or a possible outcome.
inline void apply(const Options& o, State& s, Action a) noexcept {
    switch (s.phase) {
        case kFirst: s.starter = s.leader = static_cast<std::int8_t>(a); return detail::start_deal(o, s);
        case kDeal: return detail::deal_card(o, s, a);
        case kDialing:
            if (a == kDialAdvance) detail::advance_dial(o, s);
            s.phase = kHiding;
            return;
        case kHiding: return detail::hide(o, s, a - kHide);
        case kAct: return detail::act(o, s, a);
        case kSlot: return detail::choose_slot(o, s, a - kSlotLow);
        case kReply: detail::put(o, s, a); return detail::finish(o, s);
        case kOver: return;
    }
}

}  // namespace uneri::onda
