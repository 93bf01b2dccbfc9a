// Both builds of a game's loops do the same, and playing allocates nothing.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <vector>

#include "digest/networks.hpp"
#include "tests/check.hpp"
#include "uneri/base/cpu.hpp"
#include "uneri/engine/batch.hpp"
#include "uneri/engine/position.hpp"
#include "uneri/engine/search/rollout.hpp"

namespace uneri::test {

// Both builds value every action alike, with random weights. Some hundred choices; UNERI_CHOICES=1000000 in the
// environment sets another number.
inline void check_judges(const AnyGame& one, const AnyGame& two) {
    const char* const wanted = std::getenv("UNERI_CHOICES");
    const Network net = digest::random_network(one);
    const auto compare = [&](const AnyState& s, const AnyActions& list, SplitMix64 luck,
                             std::vector<std::int32_t>& values) {
        std::vector<std::int32_t> others(list.size());
        SplitMix64 same_luck = luck;
        one.judge_actions(net, digest::kChoiceWorlds, s, list.span(), luck, values.data());
        two.judge_actions(net, digest::kChoiceWorlds, s, list.span(), same_luck, others.data());
        CHECK(values == others && luck.state() == same_luck.state());
    };
    digest::each_choice(one, wanted == nullptr ? 200 : std::atol(wanted), compare);
}

// Both builds list, allow and apply the same, step by step.
inline void check_steps(const AnyGame& one, const AnyGame& two) {
    SplitMix64 rng(3);
    AnyPosition first = new_position(one, 9);
    AnyPosition second = first;
    for (int step = 0; step < 200 && one.player(first.state) != kTerminal; ++step) {
        AnyActions list;
        AnyActions same;
        one.legal_actions(first.state, list);
        two.legal_actions(second.state, same);
        CHECK(std::equal(list.begin(), list.end(), same.begin(), same.end()));
        const Action picked = list[rng.below(list.size())];
        for (const Action a : {picked, picked + 1, picked / 2})
            CHECK(one.is_legal(first.state, a) == two.is_legal(second.state, a));
        CHECK(one.is_legal(first.state, picked));
        first.apply(one, picked);
        second.apply(two, picked);
        CHECK(first == second);
    }
}

// The game by one build of its loops: the batch's table is that of the processor, so lanes are compared apart.
template <Game G>
AnyGame by_build(const G& game, const HotTable& hot) {
    return AnyGame(std::make_shared<const G>(game), hot, cold_table<G>());
}

template <Game G>
void check_loops() {
    const Result<G> made = G::make(PlainData::Map{});
    CHECK(static_cast<bool>(made));
#ifdef UNERI_HAS_V3
    if (!has_v3()) return;
    const AnyGame one = by_build(*made, hot_table_for_all<G>());
    const AnyGame two = by_build(*made, hot_table_x86_64_v3<G>());
    const BatchTable& lanes_of_one = batch_table_for_all<G>();
    const BatchTable& lanes_of_two = batch_table_x86_64_v3<G>();
    CHECK(&hot_table<G>() == &hot_table_x86_64_v3<G>());
    CHECK(&batch_table<G>() == &lanes_of_two);
#else
    const AnyGame one = by_build(*made, hot_table<G>());
    const AnyGame two = one;
    const BatchTable& lanes_of_one = batch_table<G>();
    const BatchTable& lanes_of_two = lanes_of_one;
#endif

    constexpr std::size_t kGames = 48;
    const auto seats = static_cast<std::size_t>(one.players());
    const AnyState root = one.initial();
    const auto play = [&](const AnyGame& game) {
        std::vector<double> returns(kGames * seats);
        std::vector<std::int32_t> lengths(kGames);
        game.play_out_range(root, 4, 0, 1, returns.data(), lengths.data());  // makes the game's tables
        const long before = allocations();
        game.play_out_range(root, 5, 0, kGames, returns.data(), lengths.data());
        CHECK(allocations() == before);
        returns.insert(returns.end(), lengths.begin(), lengths.end());
        return returns;
    };
    const std::vector<double> played = play(one);
    CHECK(played == play(two));
    CHECK(std::all_of(played.end() - kGames, played.end(), [](double length) { return length > 0; }));

    check_steps(one, two);
    if (one.has_features()) check_judges(one, two);

    const Policy policy{SearchSettings()};
    for (std::uint64_t i = 0; i < 8; ++i) {
        const auto roll = [&](const AnyGame& game, bool by_policy) {
            SplitMix64 rng = stream(7, i);
            AnyState s = root;
            CHECK(!(by_policy ? game.roll_out_by_policy(kNoHorizon, policy, s, rng, rng)
                              : game.roll_out_at_random(kNoHorizon, policy, s, rng, rng)));
            return s;
        };
        CHECK(roll(one, false) == roll(two, false));
        CHECK(roll(one, true) == roll(two, true));
    }

    BatchSettings of_batch;
    of_batch.lanes = 32;
    of_batch.opponents.players.assign(seats - 1, one.has_greedy() ? Opponent::kGreedy : Opponent::kRandom);
    Batch first(one, of_batch);
    Batch second(two, of_batch);
    for (std::size_t i = 0; i < of_batch.lanes; ++i) {
        first.seed_lane(i, i);
        second.seed_lane(i, i);
    }
    const auto same = [](const auto& a, const auto& b) { return std::equal(a.data(), a.data() + a.size(), b.data()); };
    for (int step = 0; step < 40; ++step) {
        lanes_of_one.step_lanes(first, 0, of_batch.lanes, nullptr);
        lanes_of_one.observe_lanes(first, 0, of_batch.lanes);
        lanes_of_two.step_lanes(second, 0, of_batch.lanes, nullptr);
        lanes_of_two.observe_lanes(second, 0, of_batch.lanes);
        CHECK(same(first.actions, second.actions) && same(first.legal, second.legal));
        CHECK(same(first.rewards, second.rewards) && same(first.seeds, second.seeds));
        CHECK(same(first.observation, second.observation));
    }
}

}  // namespace uneri::test
