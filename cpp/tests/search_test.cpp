// The search's parts that Python can't see: the arena against a model, allocations, logarithms, shares.
#include <cmath>
#include <map>
#include <vector>

#include "allocations.hpp"
#include "check.hpp"
#include "uneri/engine/position.hpp"
#include "uneri/engine/search/ismcts.hpp"
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

TEST(a_simulation_allocates_only_when_the_tree_grows) {
    const onda::Onda game = *onda::Onda::make(Value(Value::Map{{"players", 4}, {"rounds", 1}}));
    const auto root = new_position(game, 5).state;
    for (const bool own_trees : {false, true}) {
        SearchSettings settings;
        settings.sims = 20'000;
        settings.own_trees = own_trees;
        const Judge<onda::Onda> judge(game, root, settings);
        Tree<onda::Onda> tree(game, judge, root, settings, 1, false);
        simulate(tree, 4'000);
        const long before = test::allocations();
        simulate(tree, 4'000);
        // Doublings of nodes, entries, links and the table of links, in each tree.
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
