#include "uneri/games/namima/hidden.hpp"

#include "uneri/base/draw_pool.hpp"

namespace uneri::namima {
namespace {

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
    DrawPool<kMostInDeck> pool(rng);
    world.wall.each([&](int kind, int count) { pool.add(kind, count); });
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
