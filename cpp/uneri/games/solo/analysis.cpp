#include "uneri/games/solo/analysis.hpp"

#include <algorithm>

#include "uneri/games/solo/rules.hpp"

namespace uneri::solo {

std::array<int, kColours + 1> colour_counts(Cards hand) noexcept {
    std::array<int, kColours + 1> counts{};
    for_each_bit(hand.kinds(),
                 [&](int kind) { counts[at(is_black(kind) ? kColours : colour_of(kind))] += hand.count(kind); });
    return counts;
}

SeatSet jump_matches(const Options& o, const State& s) noexcept {
    if (s.top < 0 || (o.jump_scope() >> s.top & 1) == 0) return 0;
    SeatSet seats = 0;
    for (int p = 0; p < o.players; ++p) seats |= static_cast<SeatSet>(s.hand_of(p).has(s.top)) << p;
    return seats;
}

void jump_candidates(const Options& o, const State& s, SeatList& out) noexcept {
    out.clear();
    if (s.phase != kJumpIn) return;
    const Window w{s.next_turn, s.ended};
    for (int step = step_of(o, s, w, s.to_act); step <= o.players; ++step) {
        const int seat = next_asked(o, s, w, step);
        if (seat >= 0) out.push_back(seat);
    }
}

bool would_declare(const Options& o, const State& s, Action a) noexcept {
    if (player_of(s) < 0 || !is_legal(o, s, a)) return false;
    State next = s;
    apply(o, next, a);
    return next.phase == kSolo;
}

SeatSet solo_threat(const Options& o, const State& s, int seat) noexcept {
    SeatSet seats = 0;
    for (int p = 0; p < o.players; ++p) seats |= static_cast<SeatSet>(p != seat && s.hand_of(p).is_single()) << p;
    return seats;
}

// The greedy bot. It puts down a card whenever that helps: numbers before action and black cards, high values before
// low ones, preferably in the colour it holds most of. It attacks a next seat that has few cards, jumps in, declares,
// and trades hands only for a smaller one. It reads only its own hand and public information.
namespace {

// Weights, tuned in play against random seats and against itself with other weights. One more card in hand counts 10.
constexpr int kCard = 10;
constexpr int kColourBonus = 2;  // per remaining card that fits the new top card
constexpr int kHoldAction = 6;   // keeps action cards while numbers can be played
constexpr int kHoldBlack = 14;   // keeps black cards: they fit later, too
constexpr int kFewCards = 3;     // a next seat with this many cards or fewer is attacked
constexpr int kHit = 12;         // value of the attack, per card that the seat lacks to kFewCards + 1
constexpr int kNever = -1000;

int smallest_other(const Options& o, const State& s, int seat) noexcept {
    int smallest = kDeckCards;
    for (int p = 0; p < o.players; ++p) {
        if (p != seat) smallest = std::min(smallest, s.hand_of(p).total());
    }
    return smallest;
}

int best_colour(Cards hand) noexcept {
    const std::array<int, kColours + 1> counts = colour_counts(hand);
    return static_cast<int>(std::max_element(counts.begin(), counts.begin() + kColours) - counts.begin());
}

// The value for `seat` of putting down this kind now.
int worth(const Options& o, const State& s, int seat, int kind) noexcept {
    Cards rest = s.hand_of(seat);
    rest.remove(kind);
    const int left = rest.total();
    if (left == 0) return 10 * kCard * kCard;
    const int threat = std::max(0, kFewCards + 1 - s.hand_of(seat_after(o, s, seat, 1)).total());
    const std::array<int, kColours + 1> counts = colour_counts(rest);
    const int value = card_value(kind);
    if (kind == kSwapInTurn) {
        const int received = s.hand_of(seat_after(o, s, seat, -1)).total();
        return received < left ? kCard * (left - received) - kHoldBlack : kNever;
    }
    if (has_symbol(kind, kSwap)) {
        const int received = smallest_other(o, s, seat);
        return received < left ? kCard * (left - received) - kHoldAction : kNever;
    }
    if (is_black(kind)) {
        const int suited = counts[at(best_colour(rest))];
        return kCard - kHoldBlack + kColourBonus * suited + (kind == kWildDraw4 ? kHit * threat : 0);
    }
    const int suited = counts[at(colour_of(kind))];
    if (is_number(kind)) return kCard + kColourBonus * suited + value / 2;
    const int hit = symbol_of(kind) == kReverse ? kHit / 2 : kHit;
    return kCard - kHoldAction + kColourBonus * suited + hit * threat;
}

}  // namespace

Action greedy_action(const Options& o, const State& s) noexcept {
    const int p = s.to_act;
    const Cards& hand = s.hand_of(p);
    const auto best = [&](KindSet kinds, Action otherwise, int at_least) {
        Action chosen = otherwise;
        int most = at_least;
        for_each_bit(kinds, [&](int kind) {
            const int value = worth(o, s, p, kind);
            if (value > most) {
                most = value;
                chosen = kind;
            }
        });
        return chosen;
    };
    switch (s.phase) {
        // A card of low value is still better than one card more. DRAW is best only if every fitting card would trade
        // for a worse hand.
        case kTurn: return best(playable(s, hand), kDraw, kNever);
        case kRespond: return best(extenders(o, s, hand), kTake, kNever - 1);
        case kDrawn: return worth(o, s, p, s.drawn) > kNever ? kPlayDrawn : kKeep;
        case kSolo: return kDeclare;
        case kNameColour: return kColour + best_colour(hand);
        case kSwapHands: {
            Action chosen = kSwapWith + 1;
            int fewest = kDeckCards + 1;
            for (int d = 1; d < o.players; ++d) {
                const int total = s.hand_of((p + d) % o.players).total();
                if (total < fewest) {
                    fewest = total;
                    chosen = kSwapWith + d;
                }
            }
            return chosen;
        }
        case kJumpIn: return worth(o, s, p, s.top) > kNever ? kJump : kNoJump;
        default: return 0;
    }
}

}  // namespace uneri::solo
