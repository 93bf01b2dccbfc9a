#include "uneri/games/tidal/hidden.hpp"

#include "uneri/base/bits.hpp"
#include "uneri/base/draw_pool.hpp"
#include "uneri/games/tidal/bout.hpp"
#include "uneri/games/tidal/rules.hpp"

namespace uneri::tidal {

CardSet played_cards(const Options& o, const State& s) noexcept {
    CardSet cards = 0;
    for (int i = 0; i < finished_bouts(s) * o.players; ++i) cards |= bit_of(s.played[at(i)]);
    return cards;
}

CardSet unknown(const Options& o, const State& s, int seat) noexcept {
    const int pending = s.pending[at(seat)];
    const CardSet own = s.hand[at(seat)] | (pending >= 0 ? bit_of(pending) : 0);
    return o.deck & ~kept_cards(s) & ~played_cards(o, s) & ~own;
}

namespace {

using Pool = DrawPool<kCards>;  // the unknown cards

// Fills the places of seat `q` that the observer cannot see: the number of cards is that of `s`, the cards come from
// the pool.
void fill(const State& s, int q, Pool& pool, State& world) noexcept {
    CardSet hand = 0;
    for (int left = size_of(s.hand[at(q)]); left > 0; --left) hand |= bit_of(pool.draw());
    world.hand[at(q)] = hand;
    world.undealt &= ~hand;
    if (s.pending[at(q)] < 0) return;
    world.pending[at(q)] = static_cast<std::int8_t>(pool.draw());
    world.undealt &= ~bit_of(world.pending[at(q)]);
}

}  // namespace

State resample(const Options& o, const State& s, int seat, SplitMix64& rng) noexcept {
    State world = s;
    world.undealt = unknown(o, s, seat);
    Pool pool(rng);
    for_each_bit(world.undealt, [&](int card) { pool.add(card); });
    const int first = s.actor == seat ? -1 : s.actor;
    if (first >= 0) fill(s, first, pool, world);
    for (int step = 1; step < o.players; ++step) {
        const int q = (seat + step) % o.players;
        if (q != first) fill(s, q, pool, world);
    }
    return world;
}

}  // namespace uneri::tidal
