// Tests Tidal from the inside: the golden walks of its rules, and the promises of every game.
#include <algorithm>
#include <array>
#include <vector>

#include "allocations.hpp"
#include "check.hpp"
#include "uneri/base/hash.hpp"
#include "uneri/engine/playout.hpp"
#include "uneri/games/tidal/tidal.hpp"

namespace {

using namespace uneri;
using namespace uneri::tidal;

Tidal tidal_game(PlainData::Map options) { return *Tidal::make(PlainData(std::move(options))); }

struct Walked {
    std::uint64_t digest;
    int nodes;
};

// Checks every state on the way.
Walked walk(const Tidal& g, std::uint64_t seed) {
    SplitMix64 rng(seed);
    Fnv1a hash;
    Tidal::Actions list;
    tidal::State s = g.initial();
    int nodes = 0;
    for (; g.player(s) != kTerminal; ++nodes) {
        g.legal_actions(s, list);
        CHECK(!g.validate(s));
        std::size_t legal = 0;
        for (Action a = -2; a < 60; ++a) legal += g.is_legal(s, a) ? 1u : 0u;
        CHECK(legal == list.size() && std::is_sorted(list.begin(), list.end()));
        const Action chosen = list[rng.below(list.size())];
        hash.add_le(static_cast<std::uint64_t>(g.player(s)) & 0xFF, 1);
        hash.add_le(list.size(), 4);
        for (const Action a : list) {
            CHECK(g.is_legal(s, a));
            hash.add_le(static_cast<std::uint64_t>(a), 4);
        }
        hash.add_le(static_cast<std::uint64_t>(chosen), 4);
        for (int seat = 0; seat < g.limits().players; ++seat) {
            SplitMix64 luck(seed);
            const tidal::State world = g.resample(s, seat, luck);
            CHECK(!g.validate(world));
            CHECK(to_json(g.to_value(world, seat)) == to_json(g.to_value(s, seat)));
        }
        const Result<tidal::State> back = g.from_value(g.to_value(s, -1));
        CHECK(back && *back == s);
        ByteWriter out;
        g.pack(s, out);
        ByteReader in(out.bytes());
        const Result<tidal::State> unpacked = g.unpack(in);
        CHECK(unpacked && *unpacked == s);
        g.apply(s, chosen);
    }
    CHECK(!g.validate(s));
    for (int p = 0; p < g.limits().players; ++p) {
        hash.add_le(static_cast<std::uint64_t>(std::int64_t{g.points(s, p)} * 1000), 8);
    }
    return {hash.value(), nodes};
}

TEST(tidal_golden_walks) {
    struct Row {
        int players, rounds;
        std::uint64_t seed;
        int nodes;
        std::uint64_t digest;
    };
    constexpr std::array<Row, 10> kRows = {{{2, 3, 1, 119, 0x4e94f928eaf852ae},
                                            {2, 3, 2, 119, 0x817e071d239e389d},
                                            {3, 3, 1, 167, 0x98188a73e2ed831a},
                                            {3, 3, 2, 167, 0xca019eeabcdfda2f},
                                            {4, 3, 1, 215, 0xb3482089389fd2a6},
                                            {4, 3, 2, 215, 0xbbdaa883f09b3ba9},
                                            {5, 3, 1, 230, 0xeb16ac2d2d2191d1},
                                            {5, 3, 2, 230, 0x7a86bf2860ed9650},
                                            {4, 1, 3, 71, 0x1d7e32674473ccb1},
                                            {3, 2, 3, 111, 0x0a945d6ce8336ed9}}};
    for (const Row& row : kRows) {
        const Walked walked = walk(tidal_game({{"players", row.players}, {"rounds", row.rounds}}), row.seed);
        CHECK(walked.digest == row.digest);
        CHECK(walked.nodes == row.nodes);
    }
}

TEST(tidal_greedy_is_legal_and_blind_to_what_is_hidden) {
    for (int players = 2; players <= 5; ++players) {
        const Tidal g = tidal_game({{"players", players}});
        Tidal::Actions list;
        SplitMix64 rng(static_cast<std::uint64_t>(players));
        for (int games = 0; games < 10; ++games) {
            tidal::State s = g.initial();
            while (g.player(s) != kTerminal) {
                const int seat = g.player(s);
                if (seat >= 0) {
                    const Action a = g.greedy(s);
                    CHECK(g.is_legal(s, a));
                    const tidal::State world = g.resample(s, seat, rng);
                    CHECK(g.greedy(world) == a);
                }
                g.legal_actions(s, list);
                g.apply(s, list[rng.below(list.size())]);
            }
        }
    }
}

TEST(tidal_greedy_takes_equal_cards_alike) {
    // With an empty supply, 5 and 8 of a suit with no unknown card between them have the same effect in every role.
    const Tidal g = tidal_game({{"players", 2}, {"rounds", 1}});
    const int low = 25;
    const int high = 28;
    constexpr std::array<std::uint8_t, 12> kPlayed = {26, 27, 31, 32, 33, 34, 35, 36, 37, 38, 39, 1};
    int lows = 0;
    int highs = 0;
    for (std::uint8_t boat = 1; boat <= 8; ++boat) {
        for (std::uint8_t gate = 1; gate <= 8; ++gate) {
            tidal::State s = g.initial();
            s.phase = tidal::kPlay;
            s.bout = 7;
            s.actor = s.lead = 0;
            s.deal_left = 0;
            std::copy(kPlayed.begin(), kPlayed.end(), s.played.begin());
            s.gate = gate;
            s.boat[0] = boat;
            s.supply[0] = 0;
            s.tower[0][0] = 14;
            s.hand[0] = bit_of(low) | bit_of(high);
            s.hand[1] = bit_of(11) | bit_of(12);
            s.undealt = unknown(g.rules(), s, 0) & ~s.hand[1];
            CHECK(!g.validate(s));
            const Action a = g.greedy(s);
            CHECK(a == low || a == high);
            (a == low ? lows : highs) += 1;
        }
    }
    CHECK(lows > 16 && highs > 16);  // of 64 tosses: fewer has a chance of about 10^-5
}

TEST(tidal_plays_without_allocating) {
    const Tidal g = tidal_game({});
    const tidal::State root = g.initial();
    const long before = test::allocations();
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        tidal::State s = root;
        SplitMix64 rng(seed);
        CHECK(play_out(g, s, rng) == g.limits().decisions);
    }
    CHECK(test::allocations() == before);
}

}  // namespace
