#include "uneri/games/solo/rules.hpp"

#include <algorithm>

#include "uneri/games/solo/turns.hpp"

namespace uneri::solo {

State initial_state(const Options& o) noexcept {
    State s;
    s.draw_pile = o.pack.cards;
    for (int p = 0; p < o.players; ++p) s.points[at(p)] = o.start_points;  // S-2.1
    if (o.first_seat >= 0) start_match(o, s, o.first_seat);                // S-2.5
    return s;
}

namespace {

// S-5.1 for one kind.
bool matches(int kind, int top, int active_colour) noexcept {
    if (is_black(kind) || active_colour == kAny || colour_of(kind) == active_colour) return true;
    return top >= 0 && !is_black(top) && symbol_of(top) == symbol_of(kind);
}

// S-5.7, S-5.8
bool extends(const Options& o, const State& s, int kind) noexcept {
    if (o.extend_any_wild && is_black(kind)) return true;
    if (has_symbol(kind, kDraw2)) {
        return s.chain == kChainDraw2 && (!o.extend_any_wild || matches(kind, s.top, s.active_colour));
    }
    return kind == kWildDraw4 && s.chain == kChainDraw4;
}

}  // namespace

bool is_legal(const Options& o, const State& s, Action a) noexcept {
    const auto holds = [&](int kind) { return is_kind(kind) && s.hand_of(s.to_act).count(kind) > 0; };
    switch (s.phase) {
        case kSeatDraw: return a >= 0 && a < o.players;
        case kDeal:
        case kFlip:
        case kPull: return is_kind(a) && s.draw_pile.count(a) > 0;
        case kTurn: return a == kDraw || (holds(a) && matches(a, s.top, s.active_colour));
        case kRespond: return a == kTake || (holds(a) && extends(o, s, a));
        case kDrawn: return a == kPlayDrawn || a == kKeep;
        case kSolo: return a == kDeclare || a == kSilent;
        case kNameColour: return a >= kColour && a < kColour + kColours;
        case kSwapHands: return a > kSwapWith && a < kSwapWith + o.players;
        case kJumpIn: return a == kJump || a == kNoJump;
        case kOver: break;
    }
    return false;
}

namespace {

int next_starter(const Options& o, const State& s, int winner) noexcept {  // S-7.6
    if (winner < 0 || o.next_starter == kRotate) return (s.starter + 1) % o.players;
    return o.next_starter == kWinner ? winner : (winner + 1) % o.players;
}

bool is_over(const Options& o, const State& s) noexcept {  // S-7.4, S-7.5
    if (o.max_rounds > 0 && s.round == static_cast<std::uint32_t>(o.max_rounds)) return true;
    return std::any_of(s.points.begin(), s.points.begin() + o.players, [](std::int32_t points) { return points < 0; });
}

}  // namespace

void score_round(const Options& o, State& s, int winner) noexcept {
    for (int p = 0; p < o.players; ++p) {
        if (p != winner) s.points[at(p)] -= value_of(s.hand_of(p), o.pack.values);
    }
    if (is_over(o, s)) {
        s.phase = kOver;
        s.to_act = -1;
        s.next_turn = s.ended = -1;
        return;
    }
    s.starter = static_cast<std::int8_t>(next_starter(o, s, winner));
    ++s.round;
    start_deal(o, s);
}

void deduce_hands(const Options& o, State& s) noexcept {
    PerSeat<PerSeat<std::uint8_t>> totals;
    s.known.totals(totals);
    PerSeat<int> sizes{};
    for (int q = 0; q < o.players; ++q) sizes[at(q)] = s.hand_of(q).total();
    for (int p = 0; p < o.players; ++p) {
        int dark = -1;  // the only hand that p does not fully know
        int count = 0;
        for (int q = 0; q < o.players; ++q) {
            if (q == p || totals[at(p)][at(q)] == sizes[at(q)]) continue;
            dark = q;
            ++count;
        }
        if (count == 1) s.known.learn_hand(p, dark, s.hand_of(dark));
    }
}

}  // namespace uneri::solo
