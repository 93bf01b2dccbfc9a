// Perfect-information Monte Carlo: draws worlds for the seat, searches each with all cards visible, and averages the
// results.
#pragma once

#include <vector>

#include "uneri/engine/search/exact.hpp"
#include "uneri/engine/search/ismcts.hpp"

namespace uneri {

// One arm averaged over all worlds, each with the same weight. Visits must not be the weights: a search visits an arm
// often where it is good, so they would overrate it. The error is the one between worlds.
inline ArmStat mean_of_worlds(const std::vector<ArmStat>& worlds) noexcept {
    ArmStat out{.action = worlds.front().action};
    double sum = 0;
    double squares = 0;
    double tried = 0;
    for (const ArmStat& world : worlds) {
        out.visits += world.visits;
        out.available += world.available;
        if (world.visits == 0) continue;
        sum += world.mean();
        squares += world.mean() * world.mean();
        ++tried;
    }
    if (tried == 0) return out;
    const auto n = static_cast<double>(out.visits);
    const double mean = sum / tried;
    const double spread = tried > 1 ? std::max(0.0, squares / tried - mean * mean) / (tried - 1) : 0.0;
    out.sum = n * mean;
    out.squares = n * (mean * mean + (n - 1) * spread);  // so that variance_of_mean() is `spread`
    return out;
}

class PerfectInformationSearch {
public:
    PerfectInformationSearch(const AnyGame& game, const std::byte* root, const SearchSettings& settings)
        : game_(game),
          root_(root, game.state_bytes()),
          settings_(settings),
          judge_(make_judge(game_, root, game_.player(root), settings)) {}

    PerfectInformationSearch(const PerfectInformationSearch&) = delete;  // the judge refers to the game
    PerfectInformationSearch& operator=(const PerfectInformationSearch&) = delete;

    // False if stopped.
    bool run(const Tick& tick, SearchReport& report) {
        const Stopwatch watch;
        const int seat = game_.player(root_);
        AnyActions list;
        game_.legal_actions(root_, list);
        for (const Action a : list) report.arms.push_back({.action = a});
        const auto count = static_cast<std::uint64_t>(settings_.worlds);
        std::vector<std::vector<ArmStat>> found(count);
        std::vector<std::uint64_t> simulations(count, 0);
        std::vector<std::uint64_t> open;  // worlds that were not solved
        if (!solve_worlds(tick, watch, report.arms, found, open)) return false;
        report.solved = count - open.size();
        Progress progress(open.size(), tick);
        SearchSettings share = settings_;
        share.sims = settings_.sims == 0 || open.empty() ? 0 : settings_.sims / open.size() + 1;
        const auto make = [&](std::uint64_t place) {
            SplitMix64 rng = stream(settings_.seed, open[place]);
            const AnyState world = draw_world(game_, root_, seat, settings_.cheats, rng);
            return std::make_unique<Tree>(game_, judge_, world, share, rng.next(), true);
        };
        const auto keep = [&](std::uint64_t place, std::unique_ptr<Tree> tree) {
            const std::uint64_t index = open[place];
            SearchReport part;
            part.arms = report.arms;
            part.simulations = simulations[index] = tree->simulations();
            read_trees(Places{{&tree->arena(), 0}}, seat, settings_.final_choice, part, false);
            found[index] = std::move(part.arms);
        };
        if (!open.empty() && !run_trees(settings_, open.size(), progress, make, keep, watch, false)) return false;
        std::erase_if(found, [](const std::vector<ArmStat>& world) { return world.empty(); });  // left out
        for (const std::uint64_t in_world : simulations) report.simulations += in_world;
        for (std::size_t k = 0; k < report.arms.size(); ++k) {
            std::vector<ArmStat> by_world;
            for (const std::vector<ArmStat>& world : found) by_world.push_back(world[k]);
            report.arms[k] = mean_of_worlds(by_world);
        }
        report.worlds = found.size();
        report.best = best_arm(report.arms, settings_.final_choice);
        report.line = {{seat, report.best}};
        for (const ArmStat& arm : report.arms) report.tree.push_back({-1, seat, arm});
        return true;
    }

private:
    // Finds the arms of the worlds that can be solved. Each arm counts as if the search had shared its visits evenly.
    bool solve_worlds(const Tick& tick, const Stopwatch& watch, const std::vector<ArmStat>& arms,
                      std::vector<std::vector<ArmStat>>& found, std::vector<std::uint64_t>& open) const {
        if (settings_.exact > 0) {
            const int seat = game_.player(root_);
            const std::uint64_t weight =
                std::max<std::uint64_t>(1, settings_.sims / (found.size() * std::max<std::size_t>(1, arms.size())));
            Progress progress(found.size(), tick);
            const auto solve = [&](std::uint64_t index) {
                if (watch.past(settings_.seconds)) return;
                ExactSolver solver(game_, judge_, settings_.exact, seat);
                SplitMix64 rng = stream(settings_.seed, index);
                const AnyState world = draw_world(game_, root_, seat, settings_.cheats, rng);
                std::vector<double> values;
                if (!solver.solve(world, rng, values)) return;
                found[index] = arms;
                for (std::size_t k = 0; k < arms.size(); ++k) {
                    const double times = static_cast<double>(weight);
                    found[index][k].add({.visits = weight,
                                         .available = weight,
                                         .sum = times * values[k],
                                         .squares = times * values[k] * values[k]});
                }
            };
            const bool finished = run_chunks(found.size(), 1, settings_.threads, progress,
                                             [&](std::uint64_t index, std::uint64_t, bool) { solve(index); });
            if (!finished) return false;
        }
        for (std::uint64_t index = 0; index < found.size(); ++index) {
            if (found[index].empty()) open.push_back(index);
        }
        return true;
    }

    const AnyGame game_;
    const KeptState root_;
    SearchSettings settings_;
    Judge judge_;
};

}  // namespace uneri
