#include "uneri/games/solo/rules.hpp"

namespace uneri::solo {

State initial_state(const Options& o) noexcept {
    State s;
    s.draw_pile = o.pack.cards;
    for (int p = 0; p < o.players; ++p) s.points[static_cast<std::size_t>(p)] = o.start_points;  // S-2.1
    if (o.first_seat >= 0) start_match(o, s, o.first_seat);                                      // S-2.5
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

}  // namespace uneri::solo
