#include "uneri/games/onda/hidden.hpp"

#include "uneri/base/draw_pool.hpp"
#include "uneri/base/fixed_list.hpp"
#include "uneri/games/onda/rules.hpp"

namespace uneri::onda {

bool face_is_shown(const Options& o, const State& s) noexcept {
    if (o.reveal_jokers == kRevealOnPlay) return true;
    return o.reveal_jokers == kRevealOnDiscard && s.phase == kOver;
}

KindPair shown_jokers(const Options& o, const State& s, int owner) noexcept {
    if (o.reveal_jokers == kRevealNever) return {};
    KindPair shown = s.spent[at(owner)];
    if (s.table_owner == owner && s.table_face >= 0 && !face_is_shown(o, s)) {
        shown.take(shown.low == s.table_face ? 0 : 1);
    }
    return shown;
}

std::array<int, kKinds> unseen(const Options& o, const State& s, int seat) noexcept {
    std::array<int, kKinds> counts{};
    for (int k = 0; k < kKinds; ++k) counts[at(k)] = o.pack.cards.count(k);
    const auto see = [&](KindPair pair) {
        for (int i = 0; i < pair.size(); ++i) --counts[at(pair[i])];
    };
    const auto see_all = [&](Cards cards) {
        for (int k = 0; k < kKinds; ++k) counts[at(k)] -= cards.count(k);
    };
    see_all(s.played);
    see_all(s.hand[at(seat)]);
    see(s.down[at(seat)]);
    see(s.spent[at(seat)]);
    for (int q = 0; q < o.players; ++q) {
        if (q == seat) continue;
        see(shown_jokers(o, s, q));
        if (s.phase == kOver) {
            see_all(s.hand[at(q)]);  // O-8.6
        } else {
            see(s.known[at(q)]);
        }
    }
    return counts;
}

namespace {

using Pool = DrawPool<kCards>;  // the unseen cards

// Fills the places of seat `q` that the observer cannot see: the number of cards is that of `s`, the cards come from
// the pool.
void fill(const Options& o, const State& s, int q, Pool& pool, State& world) noexcept {
    const auto seat = at(q);
    if (s.phase != kOver) {
        Cards hand;
        const KindPair known = s.known[seat];
        for (int i = 0; i < known.size(); ++i) hand.add(known[i]);
        for (int left = s.hand[seat].total() - known.size(); left > 0; --left) hand.add(pool.draw());
        world.hand[seat] = hand;
    }
    KindPair down;
    for (int left = s.down[seat].size(); left > 0; --left) down.insert(pool.draw());
    world.down[seat] = down;
    KindPair spent = shown_jokers(o, s, q);
    int last = -1;
    for (int left = s.spent[seat].size() - spent.size(); left > 0; --left) {
        last = pool.draw();
        spent.insert(last);
    }
    world.spent[seat] = spent;
    if (s.table_owner == q && s.table_face >= 0 && !face_is_shown(o, s))
        world.table_face = static_cast<std::int8_t>(last);
}

bool has_legal_action(const Options& o, const State& s) noexcept {
    ActionList list;
    legal_actions(o, s, list);
    return !list.empty();
}

}  // namespace

State resample(const Options& o, const State& s, int seat, SplitMix64& rng) noexcept {
    const std::array<int, kKinds> counts = unseen(o, s, seat);
    Pool pool(rng);
    for (int k = 0; k < kKinds; ++k) pool.add(k, counts[at(k)]);
    State world = s;
    const int first = s.to_act == seat ? -1 : s.to_act;
    if (first >= 0) {
        fill(o, s, first, pool, world);
        while (!has_legal_action(o, world)) {
            pool.start_again();
            fill(o, s, first, pool, world);
        }
    }
    for (int step = 1; step < o.players; ++step) {
        const int q = (seat + step) % o.players;
        if (q != first) fill(o, s, q, pool, world);
    }
    world.deck = {};
    for (const std::uint8_t kind : pool.rest()) world.deck.add(kind);
    return world;
}

}  // namespace uneri::onda
