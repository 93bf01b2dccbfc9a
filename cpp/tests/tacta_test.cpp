// Tests TACTA from the inside: the golden walks of its rules, geometry, and the promises of every game.
#include <algorithm>
#include <cmath>
#include <vector>

#include "allocations.hpp"
#include "check.hpp"
#include "uneri/base/hash.hpp"
#include "uneri/engine/playout.hpp"
#include "uneri/games/tacta/tacta.hpp"

namespace {

using namespace uneri;
using namespace uneri::tacta;

Tacta tacta_game(PlainData::Map options) { return *Tacta::make(PlainData(std::move(options))); }

// A seat's view is its fields by seat, and beside them what the first seat sees.
void check_fields_by_seat(const Tacta& g, const tacta::State& s, int seat) {
    const PlainData view = g.to_value(s, seat);
    const PlainData first = g.to_value(s, 0);
    const PlainData own = g.fields_by_seat(s, seat);
    for (const auto& [name, value] : *view.as<PlainData::Map>()) {
        const PlainData* mine = own.find(name);
        CHECK(value == (mine != nullptr ? *mine : *first.find(name)));
    }
}

// Checks what must hold in every state of a walk.
void check_state(const Tacta& g, const tacta::State& s, std::uint64_t seed) {
    CHECK(!g.validate(s));
    for (int seat = 0; seat < g.limits().players; ++seat) {
        SplitMix64 luck(seed);
        const tacta::State world = g.resample(s, seat, luck);
        CHECK(!g.validate(world));
        CHECK(to_json(g.to_value(world, seat)) == to_json(g.to_value(s, seat)));
        check_fields_by_seat(g, s, seat);
    }
    const Result<tacta::State> back = g.from_value(g.to_value(s, -1));
    CHECK(back && *back == s);
    ByteWriter out;
    g.pack(s, out);
    ByteReader in(out.bytes());
    const Result<tacta::State> unpacked = g.unpack(in);
    CHECK(unpacked && *unpacked == s);
}

struct Walked {
    std::uint64_t digest = 0;
    int nodes = 0;
    std::vector<int> scores;
    unsigned winners = 0;
};

// With `thorough`, compares all legal ids with the definition and checks every tenth state.
Walked walk(const Tacta& g, std::uint64_t seed, bool thorough) {
    SplitMix64 rng(seed);
    Fnv1a hash;
    Tacta::Actions list;
    tacta::State s = g.initial();
    Walked walked;
    for (; g.player(s) != kTerminal; ++walked.nodes) {
        g.legal_actions(s, list);
        CHECK(!list.empty() && std::is_sorted(list.begin(), list.end()));
        if (thorough && walked.nodes % 10 == 0) {
            check_state(g, s, seed);
            std::size_t legal = 0;
            for (Action a = -2; a < g.limits().actions + 2; ++a) legal += g.is_legal(s, a) ? 1u : 0u;
            CHECK(legal == list.size());
        }
        const Action chosen = list[rng.below(list.size())];
        hash.add_le(static_cast<std::uint64_t>(g.player(s)) & 0xFF, 1);
        hash.add_le(list.size(), 4);
        std::size_t place = 0;
        for (const Action a : list) {
            CHECK(list[place++] == a);
            if (thorough) CHECK(g.is_legal(s, a));
            hash.add_le(static_cast<std::uint64_t>(a), 4);
        }
        hash.add_le(static_cast<std::uint64_t>(chosen), 4);
        g.apply(s, chosen);
    }
    if (thorough) check_state(g, s, seed);
    for (int p = 0; p < g.limits().players; ++p) {
        walked.scores.push_back(g.points(s, p));
        hash.add_le(static_cast<std::uint64_t>(std::int64_t{g.points(s, p)} * 1000), 8);
    }
    walked.digest = hash.value();
    walked.winners = g.winners(s);
    return walked;
}

struct Row {
    PlainData::Map options;
    std::uint64_t seed;
    int nodes;
    std::uint64_t digest;
    std::vector<int> scores;
};

std::vector<Row> golden_rows() {
    return {
        {{}, 1, 72, 0x5d864829bd4f00dd, {47, 44}},
        {{{"players", 3}}, 2, 108, 0xc56c5c2a7c840250, {45, 48, 34}},
        {{{"players", 4}}, 3, 144, 0x8e9cde8c0d064452, {40, 42, 48, 37}},
        {{{"players", 5}}, 4, 180, 0x2aa155cb02f9f17c, {38, 53, 41, 42, 45}},
        {{{"players", 6}}, 5, 216, 0xd00611a589bc8586, {45, 44, 40, 39, 37, 50}},
        {{{"mode", "quick"}, {"suits", "t"}}, 6, 24, 0xcd527f3300494b64, {17, 17}},
        {{{"players", 3}, {"mode", "limited_space"}}, 7, 108, 0x2f337d6efc4b6eb8, {49, 48, 45}},
        {{{"players", 3}, {"mode", "sabotage"}, {"suits", "ct"}}, 8, 75, 0x3cdc34088e9a6861, {27, 28, 26}},
        {{{"players", 8}, {"mode", "team_up"}}, 9, 144, 0x41ffdcc1125ac6d8, {51, 25, 36, 45, 51, 25, 36, 45}},
        {{{"players", 12}, {"mode", "team_up"}, {"suits", "s"}, {"table", "600x500"}},
         10,
         65,
         0xbca82aa4edd6f67e,
         {13, 5, 7, 7, 7, 5, 13, 5, 7, 7, 7, 5}},
        {{{"players", 5}, {"mode", "free_play"}, {"suits", "cs"}}, 11, 146, 0xe4474dc84de86385, {12, 28, 24, 23, 18}},
        {{{"mode", "free_play"}, {"table", "320x240"}}, 12, 14, 0x648a1536da321fa6, {3, 6}},
        {{{"mode", "team_free_play"}}, 13, 69, 0xd141f79823e16f9b, {23, 39, 23, 39}},
        {{{"suits", "s"}, {"table", "320x240"}, {"tie_break", "first_to_finish"}}, 14, 10, 0xf999c97d377904d3, {6, 6}},
        {{{"players", 3}, {"suits", "st"}, {"rounds", 4}, {"target", 60}, {"outer_cards", "owner"}},
         15,
         144,
         0xb8a101a38d41a7c1,
         {67, 47, 46}},
    };
}

TEST(tacta_golden_walks) {
    for (const Row& row : golden_rows()) {
        const Walked walked = walk(tacta_game(row.options), row.seed, true);
        CHECK(walked.digest == row.digest);
        CHECK(walked.nodes == row.nodes);
        CHECK(walked.scores == row.scores);
    }
}

TEST(tacta_first_to_finish) {  // example 33
    const PlainData tie = "first_to_finish";
    CHECK(walk(tacta_game({{"suits", "s"}, {"table", "320x240"}, {"tie_break", tie}}), 14, false).winners == 0b10);
    CHECK(walk(tacta_game({{"mode", "quick"}, {"suits", "t"}, {"tie_break", tie}}), 6, false).winners == 0b10);
    const Tacta teams = tacta_game({{"players", 4}, {"mode", "team_up"}, {"suits", "c"}, {"tie_break", tie}});
    CHECK(walk(teams, 5, false).winners == 0b1010);
}

TEST(tacta_signs) {  // example 1
    CHECK(sign({17, -12}) > 0 && sign({7, -5}) < 0 && sign({99, -70}) > 0 && sign({-41, 29}) > 0);
    CHECK(sign({-140, 99}) > 0 && sign({0, 0}) == 0);
}

// Compares the fixed-point numbers of hot loops with exact ones, for rectangles near each other in 10^5 random pairs of
// poses.
TEST(tacta_gaps_agree_with_integers) {
    const Tacta g = tacta_game({});
    const Tables& t = g.rules().t();
    SplitMix64 rng(7);
    const auto random_card = [&](int spread) {
        const auto part = [&](int most) {
            return static_cast<std::int16_t>(static_cast<int>(rng.below(static_cast<std::uint64_t>(2 * most + 1))) -
                                             most);
        };
        Placed p;
        p.orientation = static_cast<std::uint8_t>(rng.below(kOrientations));
        p.bx = part(400);
        p.by = part(400);
        // Whole parts that move the card back near the middle.
        p.ax = static_cast<std::int16_t>(part(spread) - std::lround(p.bx * std::sqrt(2.0)));
        p.ay = static_cast<std::int16_t>(part(spread) - std::lround(p.by * std::sqrt(2.0)));
        return p;
    };
    int overlapping = 0;
    int unsure = 0;
    for (int i = 0; i < 100'000; ++i) {
        const Placed one = random_card(80);
        const Placed other = random_card(80);
        const std::size_t outer = one.orientation % 4;
        const std::size_t frame = other.orientation % 4;
        const Twice m = middle_of(t, one);
        const Twice n = middle_of(t, other);
        const Fixed apart = gap(fixed_half(m.ax, m.bx) - fixed_half(n.ax, n.bx),
                                fixed_half(m.ay, m.by) - fixed_half(n.ay, n.by), t.outer_frame[outer][frame]);
        const bool exact = overlap(t.outer(one.pose()), t.frame(other.pose()));
        CHECK(exact == overlap_exact(m, n, t.outer_frame_exact[outer][frame]));
        if (apart < -kUnsure || apart > kUnsure) CHECK(exact == (apart < 0));
        overlapping += exact ? 1 : 0;
        unsure += apart >= -kUnsure && apart <= kUnsure ? 1 : 0;
        CHECK(apart_exact(m, n, t.outer_outer_exact[outer][frame]) ==
              tacta::apart(t.outer(one.pose()), t.outer(other.pose())));
    }
    CHECK(overlapping > 20'000 && overlapping < 95'000 && unsure < 100);
}

TEST(tacta_greedy_takes_the_best_change) {
    const Tacta g = tacta_game({{"players", 3}, {"outer_cards", "owner"}});
    Tacta::Actions list;
    SplitMix64 rng(3);
    for (int games = 0; games < 10; ++games) {
        tacta::State s = g.initial();
        while (g.player(s) != kTerminal) {
            const int seat = g.player(s);
            g.legal_actions(s, list);
            if (seat >= 0) {
                const Action a = g.greedy(s);
                CHECK(g.is_legal(s, a));
                CHECK(g.greedy(g.resample(s, seat, rng)) == a);
                const auto worth = [&](Action action) {  // by the visible dots afterwards
                    tacta::State next = s;
                    g.apply(next, action);
                    int value = 0;
                    for (int p = 0; p < 3; ++p) {
                        const int change = g.points(next, p) - g.points(s, p);
                        value += p == seat ? change : -change;
                    }
                    return value;
                };
                int best = worth(list[0]);
                for (const Action other : list) best = std::max(best, worth(other));
                CHECK(worth(a) == best);
            }
            g.apply(s, list[rng.below(list.size())]);
        }
    }
}

TEST(tacta_safe_dots_stay_safe) {
    for (const char* mode : {"standard", "free_play"}) {
        const Tacta g = tacta_game({{"players", 4}, {"mode", mode}, {"table", "700x600"}});
        Tacta::Actions list;
        SplitMix64 rng(11);
        tacta::State s = g.initial();
        Dots before{};
        while (true) {
            const Dots safe = safe_dots(g.rules(), s, false);
            const Dots strict = safe_dots(g.rules(), s, true);
            const Bounds range = bounds(g.rules(), s);
            for (int c = 0; c < 4; ++c) {
                CHECK(before[at(c)] <= safe[at(c)] && safe[at(c)] <= strict[at(c)]);
                CHECK(strict[at(c)] <= visible(s)[at(c)] && visible(s)[at(c)] <= range.upper[at(c)]);
            }
            before = safe;
            if (g.player(s) == kTerminal) break;
            g.legal_actions(s, list);
            g.apply(s, list[rng.below(list.size())]);
        }
    }
}

// Side bars at several heights fit an end bar in as many ways. That gives more than two footprints, and more than the
// state keeps up to date.
TEST(tacta_other_decks_play_by_the_definition) {
    const auto with_bars = [](std::vector<std::pair<int, int>> tops) {
        Deck deck = default_deck();
        for (const auto& [card, top] : tops) {
            Slot slot = deck.slot(deck.cards[at(card)].shapes.back().slot);
            slot.name += std::to_string(top);
            for (std::size_t i = 0; i < 4; ++i) slot.polygon[i].y = i < 2 ? top : top + 80;
            slot.anchor.y = top + 40;
            deck.cards[at(card)].shapes.back().slot = static_cast<int>(deck.slots.size());
            deck.slots.push_back(slot);
        }
        return tacta_game({{"deck", deck_value(deck)}});
    };
    const Tacta few = with_bars({{4, 26}});
    CHECK(!few.rules().t().wide && few.rules().t().feet == 4);  // end bar, side bar, the other one on either face
    walk(few, 1, true);
    const Tacta many = with_bars({{4, 26}, {9, 28}, {12, 32}, {14, 18}});
    CHECK(many.rules().t().wide);
    walk(many, 1, true);
}

TEST(tacta_plays_without_allocating) {
    const Tacta g = tacta_game({{"players", 4}});
    const tacta::State root = g.initial();
    const long before = test::allocations();
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        tacta::State s = root;
        SplitMix64 rng(seed);
        CHECK(play_out(g, s, rng) >= 72);
    }
    CHECK(test::allocations() == before);
}

}  // namespace
