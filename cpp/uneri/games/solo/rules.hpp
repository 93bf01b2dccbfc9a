// The rules of SOLO as functions of options and state: who acts, what is legal, what an action does (text, sections
// 2, 4, 5 and 7).
#pragma once

#include "uneri/base/bits.hpp"
#include "uneri/games/solo/actions.hpp"
#include "uneri/games/solo/matching.hpp"
#include "uneri/games/solo/options.hpp"
#include "uneri/games/solo/rounds.hpp"
#include "uneri/games/solo/state.hpp"
#include "uneri/games/solo/turns.hpp"

namespace uneri::solo {

State initial_state(const Options& o) noexcept;

constexpr int player_of(const State& s) noexcept {
    if (s.phase >= kTurn) return s.phase == kOver ? kTerminal : s.to_act;
    return kChance;
}

// Ascending ids; outcomes at a chance node; nothing at the end.
template <class List>
void legal_actions(const Options& o, const State& s, List& out) noexcept {
    out.clear();
    const auto kinds = [&](KindSet set) { for_each_bit(set, [&](int kind) { out.push_back(kind); }); };
    const auto range = [&](Action first, int count) {
        for (Action a = first; a < first + count; ++a) out.push_back(a);
    };
    switch (s.phase) {
        case kSeatDraw: return range(0, o.players);
        case kDeal:
        case kFlip:
        case kPull: return kinds(s.draw_pile.kinds());
        case kTurn: kinds(playable(s, s.hand_of(s.to_act))); return out.push_back(kDraw);
        case kRespond: kinds(extenders(o, s, s.hand_of(s.to_act))); return out.push_back(kTake);
        case kDrawn: return range(kPlayDrawn, 2);
        case kSolo: return range(kDeclare, 2);
        case kNameColour: return range(kColour, kColours);
        case kSwapHands: return range(kSwapWith + 1, o.players - 1);
        case kJumpIn: return range(kJump, 2);
        case kOver: return;
    }
}

// Legality of one id, any integer, by the definitions of sections 4 to 6; shares no code with legal_actions.
bool is_legal(const Options& o, const State& s, Action a) noexcept;

// --- chance (S-2.6) --------------------------------------------------------------------------------------------

inline Weight chance_weight(const Options& o, const State& s, Action outcome) noexcept {
    if (s.phase == kSeatDraw) return outcome >= 0 && outcome < o.players ? 1 : 0;
    return s.phase < kTurn && is_kind(outcome) ? static_cast<Weight>(s.draw_pile.count(outcome)) : 0;
}
inline Weight chance_total(const Options& o, const State& s) noexcept {
    return static_cast<Weight>(s.phase == kSeatDraw ? o.players : s.draw_pile.total());
}
inline Action chance_pick(const State& s, Weight u) noexcept {
    return s.phase == kSeatDraw ? static_cast<Action>(u) : s.draw_pile.pick(static_cast<unsigned>(u));
}

// --- transitions -----------------------------------------------------------------------------------------------

// Carries out a legal action or a possible outcome.
inline void apply(const Options& o, State& s, Action a) noexcept {
    const int p = s.to_act;
    switch (s.phase) {
        case kSeatDraw: return start_match(o, s, a);
        case kDeal: return deal_card(o, s, a);
        case kFlip: return flip_card(o, s, a);
        case kPull: return pull_card(o, s, a);
        case kTurn: return a == kDraw ? draw(o, s) : choose(o, s, p, a, false);
        case kRespond: return a == kTake ? take(o, s) : choose(o, s, p, a, false);
        case kDrawn: return a == kKeep ? keep(o, s) : choose(o, s, p, s.drawn, true);
        case kSolo: return declare(o, s, a == kDeclare);
        case kNameColour: return name_colour(o, s, a - kColour);
        case kSwapHands: return swap_hands(o, s, (p + a - kSwapWith) % o.players);
        case kJumpIn: return a == kNoJump ? ask_next(o, s) : choose(o, s, p, s.top, false);
        case kOver: return;
    }
}

inline unsigned winners(const Options& o, const State& s) noexcept {  // S-7.7
    std::int32_t most = s.points[0];
    unsigned seats = 1;
    for (int p = 1; p < o.players; ++p) {
        const std::int32_t points = s.points[static_cast<std::size_t>(p)];
        if (points > most) {
            most = points;
            seats = 0;
        }
        if (points == most) seats |= 1u << p;
    }
    return seats;
}

}  // namespace uneri::solo
