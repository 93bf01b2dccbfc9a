#include "uneri/games/namima/hidden.hpp"

#include <utility>

namespace uneri::namima {
namespace {

// The unseen cards. They are dealt one by one from the front, by a partial Fisher-Yates shuffle.
class Pool {
public:
    Pool(const Cards& cards, SplitMix64& rng) noexcept : rng_(rng) {
        cards.each([&](int kind, int count) {
            for (; count > 0; --count) cards_[size_++] = static_cast<std::uint8_t>(kind);
        });
    }
    int draw() noexcept {
        const std::size_t j = at_ + static_cast<std::size_t>(rng_.below(size_ - at_));
        std::swap(cards_[at_], cards_[j]);
        return cards_[at_++];
    }

private:
    std::array<std::uint8_t, kMostInDeck> cards_{};
    std::size_t size_ = 0;
    std::size_t at_ = 0;
    SplitMix64& rng_;
};

constexpr bool is_decision(const State& s) noexcept { return s.phase == kAct || s.phase == kWon || s.phase == kMe; }

}  // namespace

State as_seen(const Options& o, const State& s, int seat) noexcept {
    const SeenNode node = seen_node(o, s, seat);
    State seen = s;
    seen.phase = node.phase;
    seen.turn = node.turn;
    seen.to_act = node.to_act;
    seen.claim = node.claim;
    return seen;
}

Cards unseen(const Options& o, const State& s, int seat) noexcept {
    Cards cards = o.melds->deck() - s.hand_of(seat) - s.lying;
    for (int p = 0; p < o.players; ++p) {
        for (const std::uint16_t meld : s.exposed_of(p).ids()) cards -= (*o.melds)[meld].cards;
    }
    return cards;
}

State resample(const Options& o, const State& s, int seat, SplitMix64& rng) noexcept {
    if (s.phase == kOver || s.phase == kSeatDraw) return s;
    State world = s;
    world.wall = unseen(o, s, seat);
    Pool pool(world.wall, rng);
    const auto fill = [&](int q) {
        Cards hand;
        for (int left = s.hand_of(q).total(); left > 0; --left) hand.add(pool.draw());
        world.hand_of(q) = hand;
        world.wall -= hand;
    };
    const int first = is_decision(s) && s.to_act != seat ? s.to_act : -1;
    if (first >= 0) fill(first);
    for (int step = 1; step < o.players; ++step) {
        const int q = o.next(seat, step);
        if (q != first) fill(q);
    }
    if (s.phase == kAct && s.to_act != seat) {
        const Cards& hand = world.hand_of(s.to_act);
        const auto size = static_cast<std::uint64_t>(hand.total());
        world.drawn = static_cast<std::int8_t>(hand.at(static_cast<unsigned>(rng.below(size))));
    }
    return world;
}

}  // namespace uneri::namima
