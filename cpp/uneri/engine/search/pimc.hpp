// Perfect-information Monte Carlo: worlds drawn for the seat, in each a search that sees everything, and the mean of
// what the worlds say.
#pragma once

#include <vector>

#include "uneri/engine/search/ismcts.hpp"

namespace uneri {

template <Game G>
class PerfectInformationSearch {
public:
    PerfectInformationSearch(const G& game, const typename G::State& root, const SearchSettings& settings)
        : game_(game), root_(root), settings_(settings), judge_(make_judge(game, root, game.player(root), settings)) {}

    // False if stopped.
    bool run(const Tick& tick, SearchReport& report) {
        const int seat = game_.player(root_);
        typename G::Actions list;
        game_.legal_actions(root_, list);
        for (const Action a : list) report.arms.push_back({.action = a});
        const auto count = static_cast<std::uint64_t>(settings_.worlds);
        std::vector<std::vector<ArmStat>> found(count);
        std::vector<std::uint64_t> simulations(count, 0);
        Progress progress(count, tick);
        SearchSettings share = settings_;
        share.sims = settings_.sims == 0 ? 0 : settings_.sims / count + 1;
        const auto make = [&](std::uint64_t index) {
            SplitMix64 rng = stream(settings_.seed, index);
            const typename G::State world = game_.resample(root_, seat, rng);
            return std::make_unique<Tree<G>>(game_, judge_, world, share, rng.next(), true);
        };
        const auto keep = [&](std::uint64_t index, std::unique_ptr<Tree<G>> tree) {
            SearchReport part;
            part.arms = report.arms;
            part.simulations = simulations[index] = tree->simulations();
            read_trees(Places{{&tree->arena(), 0}}, seat, settings_.final_choice, part);
            found[index] = std::move(part.arms);
        };
        if (!run_trees<G>(settings_, count, progress, make, keep)) return false;
        for (std::uint64_t world = 0; world < count; ++world) {
            report.simulations += simulations[world];
            for (std::size_t k = 0; k < report.arms.size(); ++k) report.arms[k].add(found[world][k]);
        }
        report.worlds = count;
        report.best = best_arm(report.arms, settings_.final_choice);
        report.line = {{seat, report.best}};
        for (const ArmStat& arm : report.arms) report.tree.push_back({-1, seat, arm});
        return true;
    }

private:
    const G& game_;
    const typename G::State root_;
    SearchSettings settings_;
    Judge<G> judge_;
};

}  // namespace uneri
