#include "uneri/games/tidal/hidden.hpp"

#include <array>
#include <utility>

#include "uneri/base/bits.hpp"
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

// The unknown cards. They are dealt one by one from the front, by a partial Fisher-Yates shuffle.
class Pool {
public:
    Pool(CardSet cards, SplitMix64& rng) noexcept : rest_(cards), rng_(rng) {
        for_each_bit(cards, [&](int card) { cards_[size_++] = static_cast<std::uint8_t>(card); });
    }
    int draw() noexcept {
        const std::size_t j = at_ + static_cast<std::size_t>(rng_.below(size_ - at_));
        std::swap(cards_[at_], cards_[j]);
        rest_ ^= bit_of(cards_[at_]);
        return cards_[at_++];
    }
    CardSet rest() const noexcept { return rest_; }

private:
    std::array<std::uint8_t, kCards> cards_{};
    std::size_t size_ = 0;
    std::size_t at_ = 0;
    CardSet rest_;
    SplitMix64& rng_;
};

// Fills the places of seat `q` that the observer cannot see: the number of cards is that of `s`, the cards come from
// the pool.
void fill(const State& s, int q, Pool& pool, State& world) noexcept {
    CardSet hand = 0;
    for (int left = size_of(s.hand[at(q)]); left > 0; --left) hand |= bit_of(pool.draw());
    world.hand[at(q)] = hand;
    if (s.pending[at(q)] >= 0) world.pending[at(q)] = static_cast<std::int8_t>(pool.draw());
}

}  // namespace

State resample(const Options& o, const State& s, int seat, SplitMix64& rng) noexcept {
    Pool pool(unknown(o, s, seat), rng);
    State world = s;
    const int first = s.actor == seat ? -1 : s.actor;
    if (first >= 0) fill(s, first, pool, world);
    for (int step = 1; step < o.players; ++step) {
        const int q = (seat + step) % o.players;
        if (q != first) fill(s, q, pool, world);
    }
    world.undealt = pool.rest();
    return world;
}

}  // namespace uneri::tidal
