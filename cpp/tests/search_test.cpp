// Tests the parts of searches that Python cannot see: the arena against a model, allocations, logarithms, shares.
#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "check.hpp"
#include "uneri/base/elementary.hpp"
#include "uneri/engine/position.hpp"
#include "uneri/engine/search/pimc.hpp"
#include "uneri/games/onda/onda.hpp"

namespace {

using namespace uneri;

TEST(the_arena_is_a_map_of_maps) {
    Arena arena;
    arena.reset(4);
    std::map<Arena::Index, std::map<std::uint32_t, std::uint32_t>> visits;
    std::map<std::pair<Arena::Index, std::uint32_t>, Arena::Index> children;
    std::map<std::pair<Arena::Index, std::uint64_t>, Arena::Index> links;
    SplitMix64 rng(3);
    for (int step = 0; step < 20'000; ++step) {
        const auto node = static_cast<Arena::Index>(rng.below(arena.nodes()));
        const std::uint32_t key = Arena::key_of(static_cast<int>(rng.below(3)), static_cast<Action>(rng.below(20)));
        const Arena::Index slot = arena.find_or_add(node, key);
        CHECK(arena.at(node, slot).key == key);
        CHECK(arena.at(node, slot).visits == visits[node][key]);
        arena.at(node, slot).visits = ++visits[node][key];
        CHECK(arena.size(node) == visits[node].size());
        if (rng.below(10) == 0) {
            const Arena::Index child = arena.child(node, slot);
            const auto [found, fresh] = children.try_emplace({node, key}, child);
            CHECK(found->second == child);
            CHECK(!fresh || child + 1 == arena.nodes());
        }
        if (rng.below(10) == 0) {
            const std::uint64_t sight = sight_of(rng.below(6));
            const Arena::Index child = arena.follow(node, sight);
            const auto [found, fresh] = links.try_emplace({node, sight}, child);
            CHECK(found->second == child);
            CHECK(!fresh || child + 1 == arena.nodes());
        }
    }
    std::size_t linked = 0;
    for (Arena::Index node = 0; node < arena.nodes(); ++node) {
        for (Arena::Index i = arena.first_link(node); i != 0; i = arena.link(i).next) {
            const Link& link = arena.link(i);
            const bool known = links.contains({node, link.sight}) && links[{node, link.sight}] == link.child;
            CHECK(known);
            ++linked;
        }
    }
    CHECK(linked == links.size());
}

TEST(a_subtree_is_all_that_lies_behind_its_root) {
    const AnyGame game(*onda::Onda::make(PlainData(PlainData::Map{{"players", 4}, {"rounds", 1}})));
    const auto root = new_position(game, 5).state;
    SearchSettings settings;
    settings.sims = 5'000;
    const Judge judge(game, root, settings);
    Tree tree(game, judge, root, settings, 1, false);
    simulate(tree, 5'000);
    const Arena& arena = tree.arena();
    std::size_t compared = 0;
    const auto same = [&](const auto& self, const Arena& part, Arena::Index a, Arena::Index b) -> void {
        CHECK(arena.size(a) == part.size(b));
        CHECK(arena.visits(a) == part.visits(b));
        ++compared;
        for (Arena::Index slot = 0; slot < arena.size(a); ++slot) {
            const Entry& one = arena.begin(a)[slot];
            const Entry& other = part.begin(b)[slot];
            CHECK(one.key == other.key && one.visits == other.visits && one.available == other.available);
            CHECK(one.sum == other.sum);
            CHECK((one.child == 0) == (other.child == 0));
            if (one.child != 0) self(self, part, one.child, other.child);
        }
        for (Arena::Index i = arena.first_link(a); i != 0; i = arena.link(i).next) {
            const Arena::Index behind = part.find_link(b, arena.link(i).sight);
            CHECK(behind != Arena::kNone);
            self(self, part, arena.link(i).child, behind);
        }
        CHECK(part.find_link(b, 1) == Arena::kNone);
    };
    for (Arena::Index node = 0; node < arena.nodes(); node += 1 + node / 4) {
        const Arena part = arena.subtree(node);
        const std::size_t before = compared;
        same(same, part, node, 0);
        CHECK(compared - before == part.nodes());
    }
    CHECK(arena.subtree(0).nodes() == arena.nodes());
}

// max^n without a cache or a limit.
Values best_values(const AnyGame& game, const Judge& judge, const std::byte* s) {
    Values best{};
    const int player = game.player(s);
    if (player < 0) {
        judge.values(s, false, best);
        return best;
    }
    double most = -1;
    AnyActions list;
    game.legal_actions(s, list);
    for (const Action a : list) {
        AnyState next = game.copy(s);
        game.apply(next, a);
        const Values one = best_values(game, judge, next);
        if (one[static_cast<std::size_t>(player)] <= most) continue;
        most = one[static_cast<std::size_t>(player)];
        best = one;
    }
    return best;
}

TEST(solved_worlds_have_the_values_of_a_plain_search) {
    const AnyGame game(*onda::Onda::make(PlainData(PlainData::Map{{"players", 2}, {"rounds", 1}})));
    int solved = 0;
    int refused = 0;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        std::vector<KeptState> trail;
        for (auto s = new_position(game, seed).state; game.player(s) >= 0; game.apply(s, game.greedy(s)))
            trail.push_back(s);
        const KeptState& late = trail[trail.size() - std::min<std::size_t>(trail.size(), 4)];
        SearchSettings settings;
        const Judge judge(game, late, settings);
        const int seat = game.player(late);
        ExactSolver solver(game, judge, 20'000, seat);
        ExactSolver hasty(game, judge, 1, seat);
        std::vector<double> values;
        if (!solver.solve(late, SplitMix64(seed), values)) continue;
        ++solved;
        AnyActions list;
        game.legal_actions(late, list);
        CHECK(values.size() == list.size());
        for (std::size_t i = 0; i < list.size(); ++i) {
            AnyState next = game.copy(late);
            game.apply(next, list[i]);
            CHECK(values[i] == best_values(game, judge, next)[static_cast<std::size_t>(seat)]);
        }
        refused += !hasty.solve(late, SplitMix64(seed), values);
    }
    CHECK(solved > 10);
    CHECK(refused > 5);
}

TEST(worlds_count_alike) {
    const auto world = [](std::uint64_t visits, double mean) {
        return ArmStat{.action = 7, .visits = visits, .available = visits, .sum = mean * static_cast<double>(visits)};
    };
    const ArmStat arm = mean_of_worlds({world(90, 1.0), world(10, 0.0), world(0, 0.0)});
    CHECK(arm.action == 7);
    CHECK(arm.visits == 100);
    CHECK(std::abs(arm.mean() - 0.5) < 1e-12);
    CHECK(std::abs(arm.variance_of_mean() - 0.25) < 1e-12);  // of 0 and 1: a variance of 0.5, over two worlds
    CHECK(mean_of_worlds({world(0, 0.0)}).visits == 0);
}

TEST(a_simulation_allocates_only_when_the_tree_grows) {
    const AnyGame game(*onda::Onda::make(PlainData(PlainData::Map{{"players", 4}, {"rounds", 1}})));
    const auto root = new_position(game, 5).state;
    for (const bool own_trees : {false, true}) {
        SearchSettings settings;
        settings.sims = 20'000;
        settings.own_trees = own_trees;
        const Judge judge(game, root, settings);
        Tree tree(game, judge, root, settings, 1, false);
        simulate(tree, 4'000);
        const long before = test::allocations();
        simulate(tree, 4'000);
        // Each tree doubles its nodes, entries, links and table of links.
        CHECK(test::allocations() - before <= (own_trees ? 16 : 4));
        CHECK(tree.simulations() == 8'000);
    }
}

TEST(logarithms_are_good_enough_to_explore_by) {
    for (std::uint32_t n = 1; n < 3'000'000; n += 1 + n / 100) {
        CHECK(std::abs(static_cast<double>(log_of(n)) - std::log(static_cast<double>(n))) < 0.01);
    }
    CHECK(log_of(1) == 0.0f);
}

TEST(logarithms_and_exponentials_are_those_of_the_library) {
    SplitMix64 rng(1);
    const auto uniform = [&] { return (static_cast<double>(rng.next() >> 11) + 0.5) * 0x1p-53; };
    const auto near = [](double a, double b) {
        return std::abs(a - b) <= 6e-16 * std::abs(b);
    };  // 2 units and a rounding error
    for (int i = 0; i < 100'000; ++i) {
        const double u = uniform();
        const double tiny = u * std::exp2(-static_cast<double>(rng.below(900)));
        const double huge = std::exp2(static_cast<double>(rng.below(900))) / u;
        for (const double x : {u, 1 - u * 0x1p-20, 1 + u * 0x1p-20, tiny, huge, -std::log(u)})
            CHECK(near(log_of_real(x), std::log(x)));
        for (const double x : {-u, -30 * u, -700 * u, -tiny}) CHECK(std::abs(exp_of_real(x) / std::exp(x) - 1) < 1e-13);
    }
    CHECK(log_of_real(1) == 0 && exp_of_real(0) == 1);
    CHECK(log_of_real(0) < -700 && log_of_real(0) > -710);
    CHECK(std::abs(exp_of_real(-700) / std::exp(-700.0) - 1) < 1e-13);
    CHECK(exp_of_real(-701) == 0 && exp_of_real(-1e38) == 0);
}

TEST(shares_add_up) {
    for (const std::uint64_t total : {0u, 1u, 7u, 1000u}) {
        for (std::uint64_t parts = 1; parts < 9; ++parts) {
            std::uint64_t sum = 0;
            for (std::uint64_t i = 0; i < parts; ++i) sum += share_of(total, i, parts);
            CHECK(sum == total);
        }
    }
}

}  // namespace
