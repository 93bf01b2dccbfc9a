// Tests ONDA from the inside: every state reached in play is valid, every hot function keeps its promises, damaged
// bytes are refused, and playing allocates nothing.
#include <algorithm>
#include <vector>

#include "allocations.hpp"
#include "check.hpp"
#include "uneri/engine/envelope.hpp"
#include "uneri/engine/perft.hpp"
#include "uneri/engine/playout.hpp"
#include "uneri/games/onda/onda.hpp"
#include "uneri/games/onda/plays.hpp"

namespace {

using namespace uneri;
using namespace uneri::onda;

Onda game(PlainData::Map options) { return *Onda::make(PlainData(std::move(options))); }

PlainData named_shape(std::string_view shape, std::string_view key, const PlainData& value) {
    return PlainData::Map{{"shape", shape}, {key, value}};
}

std::vector<Onda> some_games() {
    return {
        game({}),
        game({{"players", 2}}),
        game({{"players", 3}, {"rounds", 6}, {"first_seat", -1}}),
        game({{"players", 5},
              {"lead_of_bomb_shape", "plain"},
              {"reveal_returned", true},
              {"reveal_jokers", "on_discard"}}),
        game({{"players", 3},
              {"bomb_sequence", PlainData::List{2, 6, 1}},
              {"tide_reset", "trick"},
              {"reveal_jokers", "on_play"},
              {"reveal_returned", true},
              {"tide_start", "low"}}),
        game({{"players", 3}, {"pack", PlainData::Map{{"runs", "any"}}}}),
        game({{"bomb_sequence", PlainData::List{named_shape("SET2", "suit", "same"), named_shape("RUN3", "suit", "any"),
                                                PlainData::List{6, named_shape("RUN4", "from", 5)}}}})};
}

std::size_t tensor_size(const Onda& g) {
    std::size_t size = 0;
    for (const Segment& segment : g.layout()) size += static_cast<std::size_t>(segment.size());
    return size;
}

template <class Visit>
void play(const Onda& g, std::uint64_t seed, Visit&& visit) {
    SplitMix64 rng(seed);
    ActionList list;
    State s = g.initial();
    while (g.player(s) != kTerminal) {
        g.legal_actions(s, list);
        visit(s, list);
        g.apply(s, list[rng.below(list.size())]);
    }
    list.clear();
    visit(s, list);
}

TEST(every_state_is_valid_and_legal_agrees_with_is_legal) {
    for (const Onda& g : some_games()) {
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            play(g, seed, [&](const State& s, const ActionList& list) {
                CHECK(!g.validate(s));
                CHECK(std::is_sorted(list.begin(), list.end()) &&
                      std::adjacent_find(list.begin(), list.end()) == list.end());
                std::size_t legal = 0;
                for (Action a = -2; a < kAllActions + 2; ++a) legal += g.is_legal(s, a) ? 1u : 0u;
                CHECK(legal == list.size());
                for (const Action a : list) CHECK(g.is_legal(s, a));
            });
        }
    }
}

TEST(chance_pick_is_the_cumulative_rule) {
    play(game({{"first_seat", -1}}), 5, [&](const State& s, const ActionList& list) {
        const Onda g = game({{"first_seat", -1}});
        if (g.player(s) != kChance) return;
        Weight u = 0;
        for (const Action a : list) {
            for (Weight w = 0; w < g.chance_weight(s, a); ++w) CHECK(g.chance_pick(s, u++) == a);
        }
        CHECK(u == g.chance_total(s));
    });
}

TEST(playing_does_not_allocate) {
    const Onda g = game({});
    const State root = g.initial();
    const long before = test::allocations();
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        State s = root;
        SplitMix64 rng(seed);
        CHECK(play_out(g, s, rng) > 0);
        const State world = g.resample(s, 0, rng);
        CHECK(g.player(world) == kTerminal);
    }
    CHECK(test::allocations() == before);
}

TEST(resampled_worlds_are_valid_and_look_the_same) {
    for (const Onda& g : some_games()) {
        const auto size = tensor_size(g);
        std::vector<float> seen(size);
        std::vector<float> again(size);
        play(g, 11, [&](const State& s, const ActionList&) {
            for (int seat = 0; seat < g.limits().players; ++seat) {
                SplitMix64 rng(99);
                const State world = g.resample(s, seat, rng);
                CHECK(!g.validate(world));
                g.observe(s, seat, seen);
                g.observe(world, seat, again);
                CHECK(seen == again);
                CHECK(to_json(g.to_value(s, seat)) == to_json(g.to_value(world, seat)));
            }
        });
    }
}

TEST(damaged_bytes_are_refused) {
    const AnyGame g(game({{"rounds", 1}}));
    AnyPosition position = new_position(g, 3);
    SplitMix64 rng(4);
    AnyActions list;
    for (int i = 0; i < 30; ++i) {
        g.legal_actions(position.state, list);
        position.apply(g, list[rng.below(list.size())]);
    }
    const ByteWriter out = serialize(g, position);
    CHECK(*deserialize(g, out.bytes()) == position);
    std::vector<std::uint8_t> bytes(out.bytes().begin(), out.bytes().end());
    for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
        std::vector<std::uint8_t> damaged = bytes;
        damaged[bit / 8] = static_cast<std::uint8_t>(damaged[bit / 8] ^ 1u << bit % 8);
        CHECK(!deserialize(g, damaged));
    }
    for (std::size_t cut = 0; cut < bytes.size(); ++cut) CHECK(!deserialize(g, std::span(bytes).first(cut)));
}

// With a correct checksum the content itself is checked: every accepted state can be played to the end.
TEST(forged_bytes_are_refused_or_playable) {
    const Onda g = game({{"rounds", 2}});
    SplitMix64 rng(8);
    int accepted = 0;
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        const AnyGame any = AnyGame::of(g);
        AnyPosition position = new_position(any, seed);
        AnyActions list;
        for (std::uint64_t i = 0; i < 7 * seed; ++i) {
            any.legal_actions(position.state, list);
            position.apply(any, list[rng.below(list.size())]);
        }
        ByteWriter packed;
        any.pack(position.state, packed);
        for (std::size_t at = 0; at < packed.bytes().size(); ++at) {
            for (int value = 0; value < 256; value += 5) {
                std::vector<std::uint8_t> bytes(packed.bytes().begin(), packed.bytes().end());
                bytes[at] = static_cast<std::uint8_t>(value);
                ByteReader in(bytes);
                const Result<State> read = g.unpack(in);
                if (!read) continue;
                ++accepted;
                State s = *read;
                SplitMix64 dice(seed);
                for (int seat = 0; seat < 4; ++seat) CHECK(!g.validate(g.resample(s, seat, dice)));
                play_out(g, s, dice);
                CHECK(g.player(s) == kTerminal);
            }
        }
    }
    CHECK(accepted > 0);
}

TEST(min_plays_table_and_sweep_agree) {
    // Tests the same numbers as one long block and as separate ones. A chain of blue neighbours, linked through green
    // ones, must cost what the definition says: it tries all ways to shed one card after the other.
    const MinPlays& least = MinPlays::get();
    struct Slow {
        static int plays(Cards hand, int jokers) {
            if (hand.empty()) return 0;
            const int first = std::countr_zero(hand.one);
            int best = 99;
            for (Action a = kFirstPlay; a < (jokers > 0 ? kActions : kFirstJoker); ++a) {
                const Cards cards = play_of(a).cards;
                if (cards.count(first) == 0 || !hand.contains(cards)) continue;
                Cards rest = hand;
                rest.remove(cards);
                best = std::min(best, 1 + plays(rest, jokers - (a >= kFirstJoker)));
            }
            return best;
        }
    };
    SplitMix64 rng(2);
    for (int i = 0; i < 3000; ++i) {
        Cards hand;
        const int from = static_cast<int>(rng.below(8));
        for (int card = 0; card < 10; ++card) {
            const int kind = from + static_cast<int>(rng.below(8)) + kNumbers * static_cast<int>(rng.below(2));
            if (hand.count(kind) < 2) hand.add(kind);
        }
        CHECK(least(hand) == Slow::plays(hand, 0));
        if (i % 30 != 0) continue;
        CHECK(least.with_joker(hand) == Slow::plays(hand, 1));
        CHECK(least(hand, 2) == Slow::plays(hand, 2));
    }
}

// The greedy player leaves out plays that cannot be the best. Here all legal ones are valued.
TEST(greedy_plays_are_the_best_of_all) {
    const MinPlays& least = MinPlays::get();
    for (const Onda& g : some_games()) {
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            play(g, seed, [&](const State& s, const ActionList& list) {
                const auto seat = static_cast<std::size_t>(s.to_act);
                if (s.phase != kAct || std::find(list.begin(), list.end(), kTurn) != list.end()) return;
                const int jokers = s.down[seat].size();
                const auto value = [&](Cards hand, int left) {
                    return hand.empty() ? 1000 : -8 * least(hand, std::min(left, 1)) - dots(hand);
                };
                bool hurry = false;
                for (int q = 0; q < g.players(); ++q)
                    hurry |= q != s.to_act && s.hand[static_cast<std::size_t>(q)].total() <= 3;
                int best = 0;
                Action chosen = -1;
                for (const Action a : list) {
                    const Play& play = play_of(a);
                    Cards rest = s.hand[seat];
                    rest.remove(play.cards);
                    const bool joker = a >= kFirstJoker;
                    int now = 16 * (value(rest, jokers - joker) - 4 * joker);
                    now -= a == kPass ? 16000 * hurry : s.tide == 0 ? play.rank : 16 - play.rank;
                    if (chosen >= 0 && now <= best) continue;
                    best = now;
                    chosen = a;
                }
                CHECK(g.greedy(s) == chosen);
            });
        }
    }
}

TEST(greedy_is_legal_and_blind_to_what_is_hidden) {
    for (const Onda& g : some_games()) {
        play(g, 21, [&](const State& s, const ActionList&) {
            const int seat = g.player(s);
            if (seat < 0) return;
            const Action a = g.greedy(s);
            CHECK(g.is_legal(s, a));
            SplitMix64 rng(5);
            CHECK(g.greedy(g.resample(s, seat, rng)) == a);
        });
    }
}

TEST(perft_does_not_depend_on_threads) {
    const AnyGame g(game({{"rounds", 1}}));
    const AnyPosition position = new_position(g, 1);
    const auto one = perft(g, position.state, 5, 1, {});
    CHECK(one && *one > 100000 && one == perft(g, position.state, 5, 3, {}));
    CHECK(!perft(g, position.state, 40, 2, [](double) { return false; }));
}

}  // namespace
