#include "uneri/games/solo/hidden.hpp"

#include "uneri/base/draw_pool.hpp"
#include "uneri/games/solo/turns.hpp"

namespace uneri::solo {
namespace {

// Removes what other seats know (8.3). The seat keeps its own knowledge, what SOLO shows to all and, with two players,
// which cards it gave away.
void forget_others(const Options& o, State& s, int seat) noexcept {
    if (o.players > 2) s.known.keep_only(1u << seat);
    if (s.phase == kSolo && o.players > 2) s.known.show(s.to_act, s.want, all_but(o, s.to_act), false);
}

}  // namespace

State as_seen(const Options& o, const State& s, int seat) noexcept {
    if (seat == s.to_act || (s.phase != kJumpIn && s.phase != kDrawn)) return s;
    State seen = s;
    Window w{s.next_turn, s.ended};
    int step = 1;
    if (s.phase == kJumpIn) {
        step = step_of(o, s, w, s.to_act) + 1;
    } else {
        w = {seat_after(o, s, s.to_act, 1), s.to_act};
        seen.drawn = -1;  // S-8.2
        if (o.turn_cap > 0) ++seen.turns;
    }
    if (has_window(o, s, w) && is_eligible(o, s, w, seat) && step_of(o, s, w, seat) >= step) {
        seen.phase = kJumpIn;
        seen.to_act = static_cast<std::int8_t>(seat);
        seen.next_turn = static_cast<std::int8_t>(w.next_turn);
        seen.ended = static_cast<std::int8_t>(w.ended);
    } else {
        open_turn(seen, w.next_turn);
    }
    return seen;
}

std::array<int, kKinds> unseen(const Options& o, const State& s, int seat) noexcept {
    std::array<int, kKinds> counts{};
    const auto add = [&](Cards cards) {
        for_each_bit(cards.kinds(), [&](int kind) { counts[at(kind)] += cards.count(kind); });
    };
    for (int q = 0; q < o.players; ++q) {
        if (q != seat) add(s.hand_of(q));
    }
    add(s.draw_pile);
    return counts;
}

State resample(const Options& o, const State& s, int seat, SplitMix64& rng) noexcept {
    if (s.phase == kOver) return s;  // nothing is hidden
    State world = as_seen(o, s, seat);
    std::array<int, kKinds> counts = unseen(o, s, seat);
    PerSeat<Cards> known;
    for (int q = 0; q < o.players; ++q) {
        if (q == seat) continue;
        Cards& cards = known[at(q)];
        cards = s.known.hand(seat, q);
        for_each_bit(cards.kinds(), [&](int kind) { counts[at(kind)] -= cards.count(kind); });
    }
    DrawPool<kDeckCards> pool(rng);
    for (int k = 0; k < kKinds; ++k) pool.add(k, counts[at(k)]);
    const auto fill = [&](int q) {
        Cards hand = known[at(q)];
        for (int left = s.hand_of(q).total() - hand.total(); left > 0; --left) hand.add(pool.draw());
        world.hand_of(q) = hand;
    };
    const int first = world.phase >= kTurn && world.to_act != seat ? world.to_act : -1;
    if (first >= 0) fill(first);
    for (int step = 1; step < o.players; ++step) {
        const int q = (seat + step) % o.players;
        if (q != first) fill(q);
    }
    world.draw_pile = {};
    for (const std::uint8_t kind : pool.rest()) world.draw_pile.add(kind);
    forget_others(o, world, seat);
    return world;
}

}  // namespace uneri::solo
