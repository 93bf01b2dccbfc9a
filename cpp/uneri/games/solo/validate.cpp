#include "uneri/games/solo/data.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <string>

#include "uneri/base/checker.hpp"
#include "uneri/games/solo/rules.hpp"
#include "uneri/games/solo/turns.hpp"

namespace uneri::solo {
namespace {

bool before_play(const State& s) { return s.phase <= kFlip; }  // SEAT, DEAL, FLIP
bool has_top_pending(const State& s) {                         // the effect of the top card is pending
    return s.phase == kNameColour || (s.phase == kPull && (s.why == kWhyPenalty || s.why == kWhyLast));
}

void check_domains(const Options& o, const State& s, Checker& c) {
    const int n = o.players;
    const auto seat_or_none = [&](int value, std::string_view field) {
        c.check(in_range(value, -1, n - 1), field, "is neither -1 nor a seat");
    };
    const auto kind_or_none = [&](int value, std::string_view field) {
        c.check(in_range(value, -1, kKinds - 1), field, "is neither -1 nor a kind");
    };
    c.check(s.phase <= kOver, "phase", "is none of the phases");
    c.check(s.chain <= kChainDraw4, "chain", "is none of None, D2, W4");
    c.check(s.why <= kWhyLast, "why", "is none of None, draw, take, penalty, last");
    c.check(in_range(s.round, s.phase == kSeatDraw ? 0 : 1, s.phase == kSeatDraw ? 0 : o.most_rounds()), "round",
            "is not one of the game's rounds");
    c.check(s.dir == 1 || s.dir == -1, "dir", "is neither 1 nor -1");
    c.check(s.active_colour <= kAny, "active_colour", "is not a colour");
    c.check(s.pending <= kDeckCards, "pending", "is more than there are cards");
    c.check(s.due <= 1, "due", "is not a truth value");
    c.check(s.dead <= n, "dead", "is more than there are seats");
    for (const auto& [value, field] : {std::pair{s.starter, "starter"},
                                       {s.last, "last"},
                                       {s.to_act, "to_act"},
                                       {s.next_turn, "next_turn"},
                                       {s.ended, "ended"}}) {
        seat_or_none(value, field);
    }
    kind_or_none(s.top, "top");
    kind_or_none(s.drawn, "drawn");
    kind_or_none(s.want, "want");
    for (int p = 0; p < kMaxSeats; ++p) {
        const std::int32_t points = s.points[at(p)];
        const bool plays = p < n;
        c.check(plays ? in_range(points, s.phase == kOver ? -o.pack.worth : 0, o.start_points) : points == 0, "points",
                "is not what a seat can have");
        c.check(plays || s.hand_of(p).empty(), "hand", "has an entry for a seat that does not play");
        c.check(s.hand_of(p).sound(), "hand", "holds more of a kind than there can be");
    }
    // S-7.5: every round before this one cost at least n - 1 points in total.
    const std::int64_t lost = std::int64_t{n} * o.start_points - std::accumulate(s.points.begin(), s.points.end(), 0LL);
    c.check(s.phase == kSeatDraw || (std::int64_t{s.round} - 1) * (n - 1) <= lost, "round",
            "comes after more rounds than 'points' can have paid for");
    c.check(s.draw_pile.sound(), "draw_pile", "holds more of a kind than there can be");
    c.check(s.discard.sound(), "discard", "holds more of a kind than there can be");
    const std::array<std::uint8_t, 5> none{};
    c.check(s.zero == none, "dead", "is followed by bytes that are not 0");
}

// S-2.6: limits of the number of cards of a kind, of all cards, and of their value (which bounds the scores).
void check_cards(const Options& o, const State& s, Checker& c) {
    int total = s.draw_pile.total() + s.discard.total();
    int value = value_of(s.draw_pile, o.pack.values) + value_of(s.discard, o.pack.values);
    for (int p = 0; p < o.players; ++p) {
        total += s.hand_of(p).total();
        value += value_of(s.hand_of(p), o.pack.values);
    }
    bool dealt = true;  // exactly the pack
    for (int k = 0; k < kKinds; ++k) {
        int count = s.draw_pile.count(k) + s.discard.count(k);
        for (int p = 0; p < o.players; ++p) count += s.hand_of(p).count(k);
        c.check(count <= most_of(k), "discard", "and 'hand', 'draw_pile' hold more of a kind than there can be");
        dealt = dealt && count == o.pack.cards.count(k);
    }
    c.check(total <= kDeckCards, "discard", "and 'hand', 'draw_pile' hold more than 112 cards");
    c.check(value <= o.pack.worth, "discard",
            "and 'hand', 'draw_pile' are worth more than " + std::to_string(o.pack.worth));
    c.check(dealt || !before_play(s), "draw_pile", "and 'hand', 'discard' are not the pack, but nobody has played yet");
}

// The knowledge must have its unique form: entries in order, nested sets of seats, only cards that are held.
void check_known(const Options& o, const State& s, Checker& c) {
    constexpr std::string_view kWhy = "is not what seats can know of the hands";
    for (int k = 0; k < kKinds; ++k) {
        const std::span<const std::uint16_t> list = s.known.of(k);
        PerSeat<int> held{};
        for (std::size_t i = 0; i < list.size() && list[i] != 0; ++i) {
            const int q = Known::holder(list[i]);
            const SeatSet knowers = Known::knowers(list[i]);
            if (q >= o.players || knowers == 0 || (knowers & ~all_but(o, q)) != 0 || before_play(s)) {
                return c.check(false, "known", kWhy);
            }
            ++held[at(q)];
            if (i > 0 && Known::holder(list[i - 1]) == q) {
                c.check((knowers & ~Known::knowers(list[i - 1])) == 0, "known", kWhy);
            }
        }
        c.check(std::is_sorted(list.rbegin(), list.rend()), "known", kWhy);
        constexpr std::uint16_t kSpare = 3u << 10;  // bits that belong to no seat
        for (const std::uint16_t item : list) c.check((item & kSpare) == 0, "known", kWhy);
        for (int q = 0; q < o.players; ++q) {
            c.check(held[at(q)] <= s.hand_of(q).count(k), "known", kWhy);
        }
    }
}

void check_pile(const State& s, Checker& c) {
    c.check((s.top < 0) == s.discard.empty(), "top", "does not fit the discard pile");
    c.check(s.top < 0 || s.discard.has(s.top), "top", "is not in the discard pile");
    if (before_play(s)) {
        c.check(s.active_colour == kAny, "active_colour", "is a colour before the first number card");
        return;
    }
    c.check(s.top >= 0, "top", "is -1 after the first number card");
    if (!c.good() || has_top_pending(s) || s.phase == kOver) return;
    if (!is_black(s.top)) {
        c.check(s.active_colour == colour_of(s.top), "active_colour", "is not that of the top card");
    } else if (s.top == kSwapInTurn) {
        c.check(s.active_colour == kAny, "active_colour", "is a colour on a Swap-in-turn");
    } else {
        c.check(s.active_colour < kAny, "active_colour", "is not a colour, but one was named");
    }
}

void check_pending(const Options& o, const State& s, Checker& c) {
    c.check((s.pending > 0) == (s.chain != kNoChain), "chain", "does not fit 'pending'");
    const bool none =
        before_play(s) || s.phase == kTurn || s.phase == kDrawn || (s.phase == kPull && s.why != kWhyPenalty);
    c.check(s.pending == 0 || !none, "pending", "is not 0, but nobody can face it in this phase");
    c.check(s.pending > 0 || s.phase != kRespond, "pending", "is 0, but the phase is RESPOND");
    c.check(s.last < 0 || !before_play(s), "last", "is a seat, but nobody has put down a card");
    const bool put = s.phase == kNameColour || s.phase == kSwapHands || has_top_pending(s) ||
                     (s.phase == kJumpIn && s.ended < 0 && !o.window_on_first());
    c.check(s.last >= 0 || !put, "last", "is -1, but a card was just put down");
    c.check(s.due == 0 || (s.last >= 0 && !o.solo_auto), "due", "is set, but nobody can owe");
}

void check_deal(const Options& o, const State& s, Checker& c) {
    for (int p = 0; p < o.players; ++p) {
        int total = s.phase == kFlip || p < s.to_act ? o.pack.deal : 0;
        if (s.phase == kDeal && p == s.to_act) total = o.pack.deal - s.left;
        if (s.phase == kSeatDraw) total = 0;
        c.check(s.hand_of(p).total() == total, "hand", "does not fit the deal");
    }
    c.check(s.phase == kFlip || s.discard.empty(), "discard", "is not empty, but the phase is SEAT or DEAL");
    c.check((s.discard.kinds() & kNumberKinds) == 0, "discard", "has a number card, but the phase is FLIP");
    c.check(s.phase != kFlip || !s.draw_pile.empty(), "draw_pile", "is empty, but the phase is FLIP");
    c.check(s.dir == 1, "dir", "is not 1 before the first turn");
}

void check_pull(const Options& o, const State& s, Checker& c) {
    c.check(!s.draw_pile.empty(), "draw_pile", "is empty, but the phase is PULL");
    c.check(in_range(s.left, 1,
                     s.why == kWhyDraw      ? 1
                     : s.why == kWhyPenalty ? o.solo_penalty
                                            : kDeckCards),
            "left", "does not fit 'why'");
    switch (s.why) {
        case kNoReason: return c.check(false, "why", "is None, but the phase is PULL");
        case kWhyPenalty: return c.check(s.to_act != s.last, "to_act", "is the seat that has just put down a card");
        case kWhyLast:
            c.check(o.last_card_draws && (has_symbol(s.top, kDraw2) || s.top == kWildDraw4), "why",
                    "is last, but the top card makes nobody draw");
            c.check(s.hand_of(s.last).empty(), "hand", "holds cards for the seat that has put down its last one");
            return c.check(s.to_act == seat_after(o, s, s.last, 1), "to_act", "is not the seat after the last card's");
        default: return;
    }
}

void check_jump(const Options& o, const State& s, Checker& c) {
    c.check(s.next_turn >= 0, "next_turn", "is -1, but the phase is JUMP");
    if (!c.good()) return;
    const Window w{s.next_turn, s.ended};
    c.check(s.ended < 0 || s.next_turn == seat_after(o, s, s.ended, 1), "next_turn", "is not the seat after 'ended'");
    c.check(s.ended >= 0 || s.last >= 0 || s.next_turn == s.starter, "next_turn",
            "is not the starter, but nobody has put down a card");
    c.check(has_window(o, s, w), "phase", "is JUMP, but there is no jumping in");
    c.check(c.good() && is_eligible(o, s, w, s.to_act), "to_act", "is a seat that cannot jump in");
}

void check_phase(const Options& o, const State& s, Checker& c) {
    const bool nobody = s.phase == kSeatDraw || s.phase == kFlip || s.phase == kOver;
    c.check((s.to_act < 0) == nobody, "to_act", "does not fit the phase");
    c.check((s.starter < 0) == (s.phase == kSeatDraw), "starter", "does not fit the phase");
    c.check(s.phase != kSeatDraw || o.first_seat < 0, "phase", "is SEAT, but the first seat is fixed");
    c.check(s.phase == kPull || s.why == kNoReason, "why", "is not None, but the phase is not PULL");
    c.check(s.left == 0 || s.phase == kDeal || s.phase == kPull, "left", "is not 0, but nothing is drawn");
    c.check((s.drawn >= 0) == (s.phase == kDrawn), "drawn", "does not fit the phase");
    c.check((s.want >= 0) == (s.phase == kSolo), "want", "does not fit the phase");
    c.check(s.phase == kJumpIn || s.next_turn < 0, "next_turn", "is a seat, but nobody may jump in");
    c.check(s.phase == kJumpIn || s.ended < 0, "ended", "is a seat, but nobody may jump in");
    const std::uint32_t most = o.turn_cap > 0 ? static_cast<std::uint32_t>(o.turn_cap) + (s.phase == kOver ? 1 : 0) : 0;
    const std::uint32_t least = o.turn_cap > 0 && s.phase >= kPull && s.phase != kOver ? 1 : 0;
    c.check(in_range(s.turns, least, before_play(s) ? 0 : most), "turns", "does not fit the phase");
    const bool fresh = before_play(s) || s.phase == kDrawn || s.phase == kSwapHands || has_top_pending(s);
    c.check(s.dead < (fresh ? 1 : o.players + (s.phase == kOver ? 1 : 0)), "dead", "does not fit the phase");
    if (!c.good() || nobody) return;
    const Cards& hand = s.hand_of(s.to_act);
    switch (s.phase) {
        case kDeal: return c.check(in_range(s.left, 1, o.pack.deal), "left", "does not fit the phase DEAL");
        case kPull: return check_pull(o, s, c);
        case kDrawn:
            c.check((playable(s, hand) >> s.drawn & 1) != 0, "drawn", "is not a card of the hand that can be played");
            for (int p = 0; c.good() && p < o.players; ++p) {
                c.check(s.known.count(p, s.to_act, s.drawn) < hand.count(s.drawn), "known",
                        "has the card in 'drawn', which only its owner has seen");
            }
            return c.check(o.turn_cap == 0 || s.turns < static_cast<std::uint32_t>(o.turn_cap), "phase",
                           "is DRAWN in the round's last turn");
        case kSolo:
            c.check(hand.has(s.want) && hand.total() == 2, "want", "is not a card of a hand of two");
            c.check(!o.solo_auto, "phase", "is SOLO, but declarations are made by themselves");
            for (int p = 0; c.good() && p < o.players; ++p) {
                c.check(p == s.to_act || s.known.count(p, s.to_act, s.want) > 0, "known", "lacks the card in 'want'");
            }
            return;
        case kNameColour:
            c.check(s.top == kWild || s.top == kWildDraw4, "phase", "is COLOUR, but the top card asks for none");
            return c.check(s.to_act == s.last, "to_act", "is not the seat that has put down the top card");
        case kSwapHands:
            c.check(has_symbol(s.top, kSwap), "phase", "is SWAP, but the top card is not a Swap");
            return c.check(s.to_act == s.last, "to_act", "is not the seat that has put down the top card");
        case kJumpIn: return check_jump(o, s, c);
        default: return;
    }
}

// A seat without cards has won the round. Only `last` may have none, during the draws before the scoring.
void check_hands(const Options& o, const State& s, Checker& c) {
    if (before_play(s)) return check_deal(o, s, c);
    if (s.phase == kOver) return;
    const int done = s.phase == kPull && (s.why == kWhyPenalty || s.why == kWhyLast) ? s.last : -1;
    for (int p = 0; p < o.players; ++p) {
        c.check(p == done || !s.hand_of(p).empty(), "hand", "is empty for a seat, but the round continues");
    }
}

void check_over(const Options& o, const State& s, Checker& c) {
    const bool below =
        std::any_of(s.points.begin(), s.points.begin() + o.players, [](int points) { return points < 0; });
    const bool last_round = o.max_rounds > 0 && s.round == static_cast<std::uint32_t>(o.max_rounds);
    c.check(s.phase != kOver || below || last_round, "phase", "is OVER, but the game continues");
}

}  // namespace

std::optional<Error> validate(const Options& o, const State& s) {
    Checker c(kName);
    check_domains(o, s, c);
    if (!c.good()) return c.take();
    check_cards(o, s, c);
    check_known(o, s, c);
    check_pile(s, c);
    check_pending(o, s, c);
    if (!c.good()) return c.take();
    check_phase(o, s, c);
    check_hands(o, s, c);
    check_over(o, s, c);
    return c.take();
}

}  // namespace uneri::solo
