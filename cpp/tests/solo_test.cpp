// Tests SOLO from the inside: the golden walks of its rules, and the promises of every game.
#include <algorithm>
#include <array>
#include <vector>

#include "allocations.hpp"
#include "check.hpp"
#include "uneri/base/hash.hpp"
#include "uneri/engine/playout.hpp"
#include "uneri/games/solo/solo.hpp"

namespace {

using namespace uneri;
using namespace uneri::solo;

Solo solo_game(PlainData::Map options) { return *Solo::make(PlainData(std::move(options))); }

struct Walked {
    std::uint64_t digest;
    int nodes;
};

// Checks all that must hold in every state.
void check_state(const Solo& g, const solo::State& s, std::uint64_t seed) {
    CHECK(!g.validate(s));
    for (int seat = 0; seat < g.limits().players; ++seat) {
        SplitMix64 luck(seed);
        const solo::State world = g.resample(s, seat, luck);
        CHECK(!g.validate(world));
        CHECK(to_json(g.to_value(world, seat)) == to_json(g.to_value(s, seat)));
    }
    const Result<solo::State> back = g.from_value(g.to_value(s, -1));
    CHECK(back && *back == s);
    ByteWriter out;
    g.pack(s, out);
    ByteReader in(out.bytes());
    const Result<solo::State> unpacked = g.unpack(in);
    CHECK(unpacked && *unpacked == s);
}

// Fully checks every `stride`-th state.
Walked walk(const Solo& g, std::uint64_t seed, int stride) {
    SplitMix64 rng(seed);
    Fnv1a hash;
    Solo::Actions list;
    solo::State s = g.initial();
    int nodes = 0;
    for (; g.player(s) != kTerminal; ++nodes) {
        g.legal_actions(s, list);
        if (nodes % stride == 0) check_state(g, s, seed);
        std::size_t legal = 0;
        for (Action a = -2; a < 80; ++a) legal += g.is_legal(s, a) ? 1u : 0u;
        CHECK(legal == list.size() && std::is_sorted(list.begin(), list.end()));
        const Action chosen = list[rng.below(list.size())];
        hash.add_le(static_cast<std::uint64_t>(g.player(s)) & 0xFF, 1);
        hash.add_le(list.size(), 4);
        for (const Action a : list) {
            CHECK(g.is_legal(s, a));
            hash.add_le(static_cast<std::uint64_t>(a), 4);
        }
        hash.add_le(static_cast<std::uint64_t>(chosen), 4);
        g.apply(s, chosen);
    }
    check_state(g, s, seed);
    for (int p = 0; p < g.limits().players; ++p) {
        hash.add_le(static_cast<std::uint64_t>(std::int64_t{g.points(s, p)} * 1000), 8);
    }
    return {hash.value(), nodes};
}

TEST(solo_golden_walks) {
    struct Row {
        PlainData::Map options;
        std::uint64_t seed;
        int nodes;
        std::uint64_t digest;
    };
    const std::vector<Row> rows = {
        {{}, 1, 4803, 0x81c1f4557f65cb4a},
        {{}, 2, 2784, 0xd70d5d798f3cdc82},
        {{}, 3, 3589, 0xaa2750ec0d35cca4},
        {{{"players", 2}}, 1, 6804, 0x3e1e97e139af0ecf},
        {{{"players", 2}, {"reverse_two_player", "plain"}}, 1, 11413, 0xfe538af7306a67b1},
        {{{"players", 3}, {"first_seat", -1}, {"next_starter", "winner"}}, 1, 4307, 0xf5e56059864f8a34},
        {{{"players", 5}, {"next_starter", "left_of_winner"}, {"solo_call", "auto"}}, 1, 2811, 0x81e7bcf8bdd7a039},
        {{{"players", 10}}, 1, 3159, 0xd64490381145cdf4},
        {{{"players", 10}, {"solo_penalty", 10}, {"jump_window", "every_turn"}, {"self_jump_in", true}},
         1,
         949,
         0xfb333c25f840ef5f},
        {{{"extend_any_wild", true}, {"last_card_draws", true}, {"solo_penalty", 3}}, 1, 3335, 0xf8933da0bcaa38b8},
        {{{"jump_in", "coloured"}, {"self_jump_in", true}, {"jump_window", "every_turn"}}, 1, 4286, 0x4ae8ca60e0db025c},
        {{{"jump_in", "numbers"}, {"jump_in_last_card", false}}, 1, 5939, 0xf93b021325591ccc},
        {{{"players", 10}, {"jump_in_last_card", false}, {"last_card_draws", true}}, 1, 3125, 0xe9f2ad781b8329c9},
        {{{"players", 10}, {"solo_penalty", 10}, {"turn_cap", 100000}, {"start_points", 1000}},
         18,
         11695,
         0x06f0df01ec4609b5},
        {{{"jump_in", "none"}, {"max_rounds", 2}}, 1, 2406, 0xac9dc850ce0ab014},
        {{{"players", 6}, {"turn_cap", 7}, {"start_points", 1000}}, 1, 741, 0x30e7924bcb0c95db},
        {{{"players", 7}, {"turn_cap", 0}, {"max_rounds", 3}, {"start_points", 2000}}, 1, 2815, 0x42cfe4f6c6943b17},
    };
    for (const Row& row : rows) {
        const Walked walked = walk(solo_game(row.options), row.seed, 7);
        CHECK(walked.digest == row.digest);
        CHECK(walked.nodes == row.nodes);
    }
}

// Swap and Swap-in-turn are rare in random play, and so are long chains of knowledge. So it plays many short rounds.
TEST(solo_knowledge_holds) {
    for (int players : {2, 3, 4, 7, 10}) {
        for (std::uint64_t seed = 100; seed < 106; ++seed) {
            const Solo g = solo_game({{"players", players},
                                      {"max_rounds", 1},
                                      {"turn_cap", 300},
                                      {"jump_window", seed % 2 == 0 ? "every_turn" : "after_card"},
                                      {"self_jump_in", seed % 3 == 0}});
            walk(g, seed, 1);
        }
    }
}

TEST(solo_plays_without_allocating) {
    const Solo g = solo_game({});
    const solo::State root = g.initial();
    const long before = test::allocations();
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        solo::State s = root;
        SplitMix64 rng(seed);
        CHECK(play_out(g, s, rng) <= g.limits().decisions);
    }
    CHECK(test::allocations() == before);
}

TEST(solo_multisets) {
    Cards cards;
    SplitMix64 rng(7);
    std::array<int, kKinds> counts{};
    for (int step = 0; step < 20000; ++step) {
        const int kind = static_cast<int>(rng.below(kKinds));
        int& count = counts[static_cast<std::size_t>(kind)];
        if (rng.below(2) == 0 && count < most_of(kind)) {
            cards.add(kind);
            ++count;
        } else if (count > 0) {
            cards.remove(kind);
            --count;
        }
        unsigned before = 0;
        for (int k = 0; k < kKinds; ++k) {
            const auto here = static_cast<unsigned>(counts[static_cast<std::size_t>(k)]);
            CHECK(cards.count(k) == static_cast<int>(here) && cards.has(k) == (here > 0));
            for (unsigned u = before; u < before + here; ++u) CHECK(cards.pick(u) == k);
            before += here;
        }
        CHECK(cards.total() == static_cast<int>(before));
        CHECK(cards.is_single() == (before == 1) && cards.empty() == (before == 0) && cards.sound());
    }
}

}  // namespace
