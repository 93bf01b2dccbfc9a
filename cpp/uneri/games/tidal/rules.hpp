// The state of Tidal Blades: Banner Festival (section 4), and its rules as functions of options and state: the seat to
// act, legal actions, and the effect of an action (rules, section 5). bout.hpp has the effects of a bout.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <type_traits>

#include "uneri/base/bits.hpp"
#include "uneri/base/fixed_list.hpp"
#include "uneri/base/types.hpp"
#include "uneri/games/tidal/cards.hpp"
#include "uneri/games/tidal/options.hpp"

namespace uneri::tidal {

enum Phase : std::uint8_t { kDeal, kMoveGate, kPlay, kEnd };

template <class T>
using PerSeat = std::array<T, kMaxSeats>;  // seats that do not play have 0, in `pending` -1

using DockOwners = std::array<std::uint8_t, kOwners>;  // by owner: seats 0..4, neutral

// Bounds on all boards: 99 for counts of banners and of fruit (section 2). Profit stays below 2^16: majorities give 3
// rounds of 2 regions of 99; feasts give 3 * 18 bouts of at most 370 fruit (8.4: 1 + 9 + 40 crossings * 9). A state set
// up by hand may start at that bound, which doubles it.
//
// A plain value without history, pointers or padding.
struct State {
    CardSet undealt = 0;  // derived: live cards that nobody holds and that were not played in this round
    PerSeat<CardSet> hand{};
    PerSeat<std::uint16_t> profit_majority{};
    PerSeat<std::uint16_t> profit_feast{};
    std::array<std::array<DockOwners, kDocks>, kSuits> dock{};
    std::array<PerSeat<std::uint8_t>, kRegions> tower{};
    std::array<std::uint8_t, kMaxHands> played{};  // [bout * N + seat] for finished bouts, then 0
    PerSeat<std::uint8_t> boat{};
    PerSeat<std::uint8_t> faceup{};
    PerSeat<std::uint8_t> supply{};
    PerSeat<std::uint8_t> fruit{};
    PerSeat<std::int8_t> pending = {-1, -1, -1, -1, -1};
    std::array<std::int8_t, kSuits> keeper = {-1, -1, -1, -1};
    std::uint8_t pool = 0;
    std::uint8_t round = 1;
    std::uint8_t bout = 1;
    std::uint8_t gate = 1;
    Phase phase = kDeal;
    std::int8_t actor = -1;
    std::int8_t lead = -1;
    std::uint8_t deal_seat = 0;  // derived: in DEAL the seat that gets the next card, else 0
    std::uint8_t deal_left = 0;  // derived: in DEAL the cards still to be dealt to it, else 0

    constexpr bool operator==(const State&) const = default;
};

static_assert(std::is_trivially_copyable_v<State> && std::has_unique_object_representations_v<State>);
static_assert(sizeof(State) == 248);

using ActionList = FixedList<Action, kCards>;  // at a chance node up to all cards

State initial_state(const Options& o) noexcept;

inline CardSet kept_cards(const State& s) noexcept {
    CardSet kept = 0;
    for (int suit = 0; suit < kSuits; ++suit) {
        if (s.keeper[at(suit)] >= 0) kept |= bit_of(kNumbers * suit + 9);
    }
    return kept;
}

template <class List>
void legal_actions(const State& s, List& out) noexcept {
    out.clear();
    switch (s.phase) {
        case kDeal: for_each_bit(s.undealt, [&](int card) { out.push_back(card); }); return;
        case kMoveGate:
            for (Action a = kGate; a < kActions; ++a) out.push_back(a);
            return;
        case kPlay: for_each_bit(s.hand[at(s.actor)], [&](int card) { out.push_back(card); }); return;
        case kEnd: return;
    }
}

// Is `a` (any integer) legal? Follows the definitions of section 7 and shares no code with legal_actions.
bool is_legal(const Options& o, const State& s, Action a) noexcept;

// --- chance (5.1): each remaining card has weight 1 ------------------------------------------------------------

inline Weight chance_weight(const State& s, Action outcome) noexcept {
    return is_card(outcome) && has(s.undealt, outcome) ? 1 : 0;
}
inline Weight chance_total(const State& s) noexcept { return static_cast<Weight>(size_of(s.undealt)); }
inline Action chance_pick(const State& s, Weight u) noexcept { return select_bit(s.undealt, static_cast<unsigned>(u)); }

// --- transitions -----------------------------------------------------------------------------------------------

void resolve_bout(const Options& o, State& s) noexcept;  // section 6, from the cards in `pending`

namespace detail {

inline void start_play(State& s) noexcept {
    s.phase = kPlay;
    s.actor = 0;
}

inline void deal_card(const Options& o, State& s, int card) noexcept {
    s.undealt ^= bit_of(card);
    s.hand[s.deal_seat] |= bit_of(card);
    if (--s.deal_left > 0) return;
    s.deal_left = static_cast<std::uint8_t>(o.hand);
    if (++s.deal_seat < o.players) return;
    s.deal_seat = s.deal_left = 0;
    if (s.round == 1) return start_play(s);  // R20
    s.phase = kMoveGate;
    s.actor = s.lead;
}

inline void move_gate(const Options& o, State& s, int steps) noexcept {
    const int gate = s.gate + steps;  // 4 spaces are less than a lap on any board
    s.gate = static_cast<std::uint8_t>(gate > o.board.spaces ? gate - o.board.spaces : gate);
    start_play(s);
}

inline void choose_card(const Options& o, State& s, int card) noexcept {
    if (s.actor < 0) return;  // never; gcc 12 warns of chance nodes here
    const auto seat = at(s.actor);
    s.hand[seat] ^= bit_of(card);
    s.pending[seat] = static_cast<std::int8_t>(card);
    if (++s.actor == o.players) resolve_bout(o, s);  // R24
}

}  // namespace detail

// Applies a legal action or a possible outcome.
inline void apply(const Options& o, State& s, Action a) noexcept {
    switch (s.phase) {
        case kDeal: return detail::deal_card(o, s, a);
        case kMoveGate: return detail::move_gate(o, s, gate_steps(a));
        case kPlay: return detail::choose_card(o, s, a);
        case kEnd: return;
    }
}

// --- feasts, majorities and the end (section 8) -----------------------------------------------------------------

// 8.1: the profit of each seat from the fruit of each seat, at most kMaxSeats of them.
void feast_points(std::span<const int> fruit, std::span<int> profit) noexcept;

// 8.2: the rewards of each seat from its banners in one region.
void majority_points(const std::array<int, 3>& rewards, std::span<const int> banners, std::span<int> profit) noexcept;

// The sum over both regions, as the banners stand now.
std::array<int, kMaxSeats> majority_now(const Options& o, const State& s) noexcept;

// 8.3
inline int character_profit(const Options& o, const State& s, int seat) noexcept {
    const int faceup = s.faceup[at(seat)];
    return faceup == 0 ? 0 : o.board.values[at(faceup - 1)];
}
inline int kept_profit(const Options& o, const State& s, int seat) noexcept {
    int kept = 0;
    for (const std::int8_t keeper : s.keeper) kept += keeper == seat;
    return kept * o.board.kept_card_profit;
}
inline int points(const Options& o, const State& s, int seat) noexcept {  // so far (8.4)
    return s.profit_majority[at(seat)] + s.profit_feast[at(seat)] + character_profit(o, s, seat) +
           kept_profit(o, s, seat);
}
inline int tower_banners(const State& s, int seat) noexcept { return s.tower[0][at(seat)] + s.tower[1][at(seat)]; }
int place_of(const Options& o, const State& s, int seat) noexcept;  // 1-based; competition ranking
unsigned winners(const Options& o, const State& s) noexcept;        // bit p: seat p shares place 1

// 8.4: bounds of a seat's profit in a game, and of its points.
int most_profit(const Options& o) noexcept;
int most_points(const Options& o) noexcept;
// The most that a seat's profit and fruit may be by now, so that the game cannot end above most_profit().
int most_profit_by_now(const Options& o, const State& s) noexcept;

}  // namespace uneri::tidal
