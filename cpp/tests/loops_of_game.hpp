// Both builds of a game's loops do the same.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "digest/networks.hpp"
#include "tests/check.hpp"
#include "uneri/base/cpu.hpp"
#include "uneri/engine/batch.hpp"
#include "uneri/engine/loops.hpp"
#include "uneri/engine/playout.hpp"
#include "uneri/engine/position.hpp"
#include "uneri/engine/search/rollout.hpp"

namespace uneri {

// Of engine/define_loops.hpp.
template <Game G>
const Loops<G>& loops_for_all() noexcept;
template <Game G>
const Loops<G>& loops_x86_64_v3() noexcept;

}  // namespace uneri

namespace uneri::test {

// Both builds think the same of every action, with random weights. Some hundred choices; UNERI_CHOICES=1000000 in the
// environment asks for so many.
template <FeatureGame G>
void check_judges(const G& game, const Loops<G>& one, const Loops<G>& two) {
    const char* const wanted = std::getenv("UNERI_CHOICES");
    const Network net = digest::random_network(game);
    const auto compare = [&](const auto& s, const auto& list, SplitMix64 luck, std::vector<std::int32_t>& values) {
        std::vector<std::int32_t> others(list.size());
        SplitMix64 same_luck = luck;
        one.judge_actions(game, net, digest::kChoiceWorlds, s, list, luck, values.data());
        two.judge_actions(game, net, digest::kChoiceWorlds, s, list, same_luck, others.data());
        CHECK(values == others && luck.state() == same_luck.state());
    };
    digest::each_choice(game, wanted == nullptr ? 200 : std::atol(wanted), compare);
}

// Both builds list, allow and apply the same, step by step.
template <Game G>
void check_steps(const G& game, const Loops<G>& one, const Loops<G>& two) {
    SplitMix64 rng(3);
    Position<G> first = new_position(game, 9);
    Position<G> second = first;
    for (int step = 0; step < 200 && game.player(first.state) != kTerminal; ++step) {
        typename G::Actions list;
        typename G::Actions same;
        one.legal_actions(game, first.state, list);
        two.legal_actions(game, second.state, same);
        CHECK(std::equal(list.begin(), list.end(), same.begin(), same.end()));
        const auto picked = static_cast<Action>(list[rng.below(list.size())]);
        for (const Action a : {picked, static_cast<Action>(picked + 1), static_cast<Action>(picked / 2)})
            CHECK(one.is_legal(game, first.state, a) == two.is_legal(game, second.state, a));
        CHECK(one.is_legal(game, first.state, picked));
        one.apply(game, game.players(), first, picked);
        two.apply(game, game.players(), second, picked);
        CHECK(first == second);
    }
}

template <Game G>
void check_loops(const PlainData& options) {
    const Result<G> made = G::make(options);
    CHECK(static_cast<bool>(made));
    const G& game = *made;
#ifdef UNERI_HAS_V3
    if (!has_v3()) return;
    const Loops<G>& one = loops_for_all<G>();
    const Loops<G>& two = loops_x86_64_v3<G>();
    CHECK(&loops<G>() == &two);
#else
    const Loops<G>& one = loops<G>();
    const Loops<G>& two = one;
#endif

    constexpr std::size_t kGames = 48;
    const auto seats = static_cast<std::size_t>(game.players());
    const typename G::State root = game.initial();
    const auto play = [&](const Loops<G>& table) {
        std::vector<double> returns(kGames * seats);
        std::vector<std::int32_t> lengths(kGames);
        table.play_out_range(game, root, 5, 0, kGames, returns.data(), lengths.data());
        returns.insert(returns.end(), lengths.begin(), lengths.end());
        return returns;
    };
    const std::vector<double> played = play(one);
    CHECK(played == play(two));
    CHECK(std::all_of(played.end() - kGames, played.end(), [](double length) { return length > 0; }));

    check_steps(game, one, two);
    if constexpr (FeatureGame<G>) check_judges(game, one, two);

    SearchSettings settings;
    const Judge<G> judge(game, root, settings);
    const Policy policy(settings);
    for (std::uint64_t i = 0; i < 8; ++i) {
        const auto roll = [&](const Loops<G>& table, bool by_policy) {
            SplitMix64 rng = stream(7, i);
            typename G::State s = root;
            const auto run = by_policy ? table.roll_out_by_policy : table.roll_out_at_random;
            CHECK(!run(game, judge, policy, s, rng, rng));
            return s;
        };
        CHECK(roll(one, false) == roll(two, false));
        CHECK(roll(one, true) == roll(two, true));
    }

    BatchSettings of_batch;
    of_batch.lanes = 32;
    of_batch.opponents.players.assign(seats - 1, GreedyGame<G> ? Opponent::kGreedy : Opponent::kRandom);
    Batch<G> first(game, of_batch);
    Batch<G> second(game, of_batch);
    for (std::size_t i = 0; i < of_batch.lanes; ++i) {
        first.seed_lane(i, i);
        second.seed_lane(i, i);
    }
    const auto same = [](const auto& a, const auto& b) { return std::equal(a.data(), a.data() + a.size(), b.data()); };
    for (int step = 0; step < 40; ++step) {
        one.step_lanes(first, 0, of_batch.lanes, nullptr);
        one.observe_lanes(first, 0, of_batch.lanes);
        two.step_lanes(second, 0, of_batch.lanes, nullptr);
        two.observe_lanes(second, 0, of_batch.lanes);
        CHECK(same(first.actions, second.actions) && same(first.legal, second.legal));
        CHECK(same(first.rewards, second.rewards) && same(first.seeds, second.seeds));
        CHECK(same(first.observation, second.observation));
        CHECK(one.first_illegal(first, first.legal.data()) == two.first_illegal(second, first.legal.data()));
    }
}

}  // namespace uneri::test
