// Compares random play with the cache to random play with lists, and the cache with the melds themselves.
#include <cstdint>
#include <string>

#include "check.hpp"
#include "uneri/engine/playout.hpp"
#include "uneri/games/namima/namima.hpp"

namespace {

using namespace uneri;
using namespace uneri::namima;

Namima game_of(std::string_view variant, int players, bool options) {
    return *Namima::make(PlainData(PlainData::Map{{"variant", variant},
                                                  {"players", players},
                                                  {"games", 2},
                                                  {"first_seat", options ? -1 : 0},
                                                  {"riichi", options},
                                                  {"dora", options}}));
}

// By the definitions: tries every meld that holds the kind.
Touch plain_touch(const Melds& melds, const Cards& hand) {
    Touch touch;
    touch.bare = hand.some();
    for (int id = 0; id < melds.size(); ++id) {
        const Cards& meld = melds[id].cards;
        if (hand.contains(meld)) touch.bare &= ~meld.some();
        meld.each([&](int kind, int) {
            Cards own = meld;
            own.remove(kind);
            if (hand.contains(own)) touch.callable |= std::uint64_t{1} << kind;
        });
    }
    return touch;
}

// The cache of every seat at rest, and every answer from it, must equal those computed from the state.
void check_cache(const Namima& game, const State& s, const PlayoutCache& cache) {
    const Options& o = game.rules();
    if (s.phase < kDraw || s.phase == kOver) return;
    const PlayoutCache fresh = game.playout_cache(s);
    for (int seat = 0; seat < o.players; ++seat) {
        if (seat == s.to_act && cache.apart) {
            Cards rest = s.hand_of(seat);
            rest.remove(s.drawn);
            CHECK(cache.of(seat).touch == plain_touch(*o.melds, rest));
            CHECK(cache.of(seat).laid == fresh.of(seat).laid);
        } else {
            CHECK(cache.of(seat) == fresh.of(seat));
        }
    }
    CHECK(!cache.apart || s.phase == kAct);
}

TEST(namima_random_play_by_notes) {
    for (const std::string_view variant : kVariants) {
        for (int players = 2; players <= 5; ++players) {
            const Namima game = game_of(variant, players, players % 2 == 0);
            for (std::uint64_t seed = 0; seed < 12; ++seed) {
                SplitMix64 rng(seed);
                State s = game.initial();
                State noted = s;
                PlayoutCache cache = game.playout_cache(noted);
                Namima::Actions list;
                while (game.player(s) != kTerminal) {
                    Action a = 0;
                    if (game.player(s) == kChance) {
                        a = draw_chance(game, s, rng);
                    } else {
                        SplitMix64 same = rng;
                        game.legal_actions(s, list);
                        a = list[rng.below(list.size())];
                        CHECK(game.pick(noted, cache, same) == a);
                        SplitMix64 again(seed);
                        SplitMix64 other(seed);
                        CHECK(game.pick(noted, game.playout_cache(noted), again) == list[other.below(list.size())]);
                    }
                    game.apply(s, a);
                    game.apply(noted, a, cache);
                    CHECK(s == noted);
                    check_cache(game, noted, cache);
                }
            }
        }
    }
}

// Hands from random play, and worlds in which the seat being asked may have no call.
TEST(namima_touch) {
    for (const std::string_view variant : kVariants) {
        const Namima game = game_of(variant, 4, false);
        const Options& o = game.rules();
        Namima::Actions list;
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            SplitMix64 rng(seed);
            State s = game.initial();
            for (int steps = 0; s.phase != kOver && steps < 400; ++steps) {
                game.legal_actions(s, list);
                game.apply(s, game.player(s) == kChance ? draw_chance(game, s, rng) : list[rng.below(list.size())]);
                if (s.phase < kDraw || s.phase == kOver) continue;
                for (int seat = 0; seat < o.players; ++seat) {
                    const Touch touch = o.neighbours->touch(s.hand_of(seat));
                    CHECK(touch == plain_touch(*o.melds, s.hand_of(seat)));
                }
                if (game.player(s) < 0) continue;
                const State world = game.resample(s, (s.to_act + 1) % o.players, rng);
                game.legal_actions(world, list);
                SplitMix64 same = rng;
                const Action a = list[rng.below(list.size())];
                CHECK(game.pick(world, game.playout_cache(world), same) == a);
            }
        }
    }
}

}  // namespace
