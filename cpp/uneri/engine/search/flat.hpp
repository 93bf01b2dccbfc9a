// Flat Monte Carlo: sequential halving over the actions of the root, every action in the same fresh worlds.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <vector>

#include "uneri/engine/parallel.hpp"
#include "uneri/engine/search/rollout.hpp"

namespace uneri {

// World i of a stage: every arm that is left is played out in it with the same numbers (common random numbers: arms
// differ by what they do, not by luck). values[i * arms + k] is what arm k brings the seat.
template <Game G>
void try_arms(const G& game, const Judge<G>& judge, const Policy& policy, const typename G::State& root, int seat,
              bool cheats, std::uint64_t seed, std::uint64_t world_index, const std::vector<Action>& arms,
              double* values) noexcept {
    SplitMix64 rng = stream(seed, world_index);
    const typename G::State world = draw_world(game, root, seat, cheats, rng);
    const std::uint64_t luck = rng.next();
    for (std::size_t k = 0; k < arms.size(); ++k) {
        typename G::State s = world;
        SplitMix64 numbers(luck);
        game.apply(s, arms[k]);
        const bool cut = roll_out(game, judge, policy, s, numbers);
        Values<G> out;
        judge.values(s, cut, out);
        values[k] = out[static_cast<std::size_t>(seat)];
    }
}

template <Game G>
class FlatSearch {
public:
    FlatSearch(const G& game, const typename G::State& root, const SearchSettings& settings)
        : game_(game),
          root_(root),
          seat_(game.player(root)),
          settings_(settings),
          judge_(make_judge(game, root, seat_, settings)),
          policy_(settings) {}

    // False if stopped.
    bool run(const Tick& tick, SearchReport& report) {
        typename G::Actions list;
        game_.legal_actions(root_, list);
        report.arms.clear();
        for (const Action a : list) report.arms.push_back({.action = a});
        std::vector<std::size_t> left(report.arms.size());
        for (std::size_t i = 0; i < left.size(); ++i) left[i] = i;
        const auto stages = static_cast<std::uint64_t>(std::bit_width(left.size() - 1));
        const std::uint64_t stage_count = stages < 1 ? 1 : stages;
        Progress progress(settings_.sims, tick);
        const auto start = Clock::now();
        for (std::uint64_t stage = 0; stage < stage_count; ++stage) {
            // The budget is shared evenly among the stages; what a stage rounds off, the later ones have.
            const std::uint64_t rest =
                settings_.sims > report.simulations ? settings_.sims - report.simulations : 0;  // a stage has a world
            const std::uint64_t budget = settings_.sims == 0 ? ~std::uint64_t{0} : rest / (stage_count - stage);
            const double until = settings_.seconds * static_cast<double>(stage + 1) / static_cast<double>(stage_count);
            if (!run_stage(std::max<std::uint64_t>(1, budget / left.size()), start, until, progress, left, report))
                return false;
            if (stage + 1 < stage_count) keep_better_half(left, report.arms);
        }
        if (settings_.cheats) report.worlds = 1;
        report.best = best_of(left, report.arms);
        report.line = {{seat_, report.best}};
        for (const ArmStat& arm : report.arms) report.tree.push_back({-1, seat_, arm});
        return true;
    }

private:
    using Clock = std::chrono::steady_clock;

    bool run_stage(std::uint64_t worlds, Clock::time_point start, double until, Progress& progress,
                   const std::vector<std::size_t>& left, SearchReport& report) {
        std::vector<Action> actions;
        for (const std::size_t i : left) actions.push_back(report.arms[i].action);
        // In blocks of worlds: memory stays small, and with a limit of time a block is the grain. Sums don't depend on
        // it.
        const std::uint64_t most = settings_.seconds > 0 ? 16 : 256;
        std::vector<double> values;
        for (std::uint64_t done = 0; done < worlds;) {
            const std::uint64_t block = std::min(most, worlds - done);
            values.assign(block * left.size(), 0.0);
            const bool finished =
                run_chunks(block, 4, settings_.threads, progress, [&](std::uint64_t first, std::uint64_t last, bool) {
                    for (std::uint64_t i = first; i < last; ++i) {
                        try_arms(game_, judge_, policy_, root_, seat_, settings_.cheats, settings_.seed,
                                 report.worlds + i, actions, values.data() + i * left.size());
                    }
                });
            if (!finished) return false;
            for (std::uint64_t i = 0; i < block; ++i) {  // in order: the sums are the same for any number of threads
                for (std::size_t k = 0; k < left.size(); ++k) {
                    const double value = values[i * left.size() + k];
                    report.arms[left[k]].add({.visits = 1, .available = 1, .sum = value, .squares = value * value});
                }
            }
            done += block;
            report.worlds += block;
            report.simulations += block * left.size();
            if (settings_.seconds > 0 && std::chrono::duration<double>(Clock::now() - start).count() >= until) break;
        }
        return true;
    }
    static bool is_better(const ArmStat& a, const ArmStat& b) noexcept {
        return a.mean() != b.mean() ? a.mean() > b.mean() : a.action < b.action;
    }
    static void keep_better_half(std::vector<std::size_t>& left, const std::vector<ArmStat>& arms) {
        std::sort(left.begin(), left.end(), [&](std::size_t a, std::size_t b) { return is_better(arms[a], arms[b]); });
        left.resize((left.size() + 1) / 2);
        std::sort(left.begin(), left.end());
    }
    static Action best_of(const std::vector<std::size_t>& left, const std::vector<ArmStat>& arms) {
        return arms[*std::min_element(left.begin(), left.end(),
                                      [&](std::size_t a, std::size_t b) { return is_better(arms[a], arms[b]); })]
            .action;
    }

    const G& game_;
    const typename G::State root_;
    int seat_;
    SearchSettings settings_;
    Judge<G> judge_;
    Policy policy_;
};

}  // namespace uneri
