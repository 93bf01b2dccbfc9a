#include "uneri/games/tacta/hidden.hpp"

#include <algorithm>
#include <utility>

namespace uneri::tacta {
namespace {

struct Place {
    std::int8_t seat = 0;
    std::int8_t end = 0;
};

struct Places {
    std::array<Place, 2 * kEnds> list{};  // a team has two seats
    int size = 0;
};

Places unseen_places(const Options& o, const State& s, int seat, int pool) noexcept {
    Places places;
    for (int other = pool; other < o.players; other += o.pools()) {
        if (sees_ends(o, seat, other)) continue;
        for (int end = 0; end < kEnds; ++end) {
            if (s.ends[at(other)][at(end)] == kNone) continue;
            places.list[at(places.size++)] = {static_cast<std::int8_t>(other), static_cast<std::int8_t>(end)};
        }
    }
    return places;
}

// Do the ends of a seat agree with its barred cards and announced values?
bool fits_what_is_known(const Options& o, const State& s, int seat, const Told& told) noexcept {
    for (std::size_t end = 0; end < kEnds; ++end) {
        const int held = s.ends[at(seat)][end];
        if (held != kNone && (s.barred[at(seat)][end] >> card_of(held) & 1) != 0) return false;
    }
    return told_of(o, s, seat) == told;
}

// Draws the unseen ends of one deck or team until they agree with public knowledge.
void resample_pool(const Options& o, const State& s, int seat, int pool, SplitMix64& rng, State& world) noexcept {
    const Places places = unseen_places(o, s, seat, pool);
    if (places.size == 0) return;
    std::array<std::int8_t, 2 * kDeckSize> cards{};
    std::size_t size = 0;
    each_in_pool(o, s, pool, [&](int coloured) { cards[size++] = static_cast<std::int8_t>(coloured); });
    for (int i = 0; i < places.size; ++i)
        cards[size++] = s.ends[at(places.list[at(i)].seat)][at(places.list[at(i)].end)];
    std::sort(cards.begin(), cards.begin() + static_cast<std::ptrdiff_t>(size));
    for (bool fits = false; !fits;) {
        for (std::size_t i = 0; i < at(places.size); ++i) {
            std::swap(cards[i], cards[i + static_cast<std::size_t>(rng.below(size - i))]);
            world.ends[at(places.list[i].seat)][at(places.list[i].end)] = cards[i];
        }
        fits = true;
        for (int i = 0; i < places.size; ++i) {
            const int other = places.list[at(i)].seat;
            fits = fits && fits_what_is_known(o, world, other, told_of(o, s, other));
        }
    }
    for (int colour = 0; colour < o.colours; ++colour) world.pool[at(colour)] &= ~dealt(o, s, pool, colour);
    for (std::size_t i = at(places.size); i < size; ++i)
        world.pool[at(colour_of(cards[i]))] |= CardSet{1} << card_of(cards[i]);
}

}  // namespace

Unseen unseen_cards(const Options& o, const State& s, int seat) noexcept {
    Unseen unseen = s.pool;
    for (int other = 0; other < o.players; ++other) {
        if (sees_ends(o, seat, other)) continue;
        for (const int held : s.ends[at(other)]) {
            if (held != kNone) unseen[at(colour_of(held))] |= CardSet{1} << card_of(held);
        }
    }
    return unseen;
}

State resample(const Options& o, const State& s, int seat, SplitMix64& rng) noexcept {
    State world = s;
    if (s.phase == kChooseSuit) {
        for (int other = 0; other < s.turn; ++other) {
            if (other != seat) world.handed[at(other)] = static_cast<std::int8_t>(rng.below(2));
        }
        return world;
    }
    for (int pool = 0; pool < o.pools() && o.owner; ++pool) resample_pool(o, s, seat, pool, rng, world);
    return world;
}

}  // namespace uneri::tacta
