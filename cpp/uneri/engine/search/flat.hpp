// Flat Monte Carlo: sequential halving over the root's actions. All actions are tried in the same fresh worlds.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <vector>

#include "uneri/engine/loops.hpp"
#include "uneri/engine/parallel.hpp"
#include "uneri/engine/search/rollout.hpp"

namespace uneri {

// Plays out world i of a stage once for every remaining arm, with common random numbers: arms then differ by their
// action, not by luck. Chance has its own stream, so the seats' choices do not shift it.
// values[i * arms + k] is the result of arm k for the seat.
template <Game G>
void try_arms(const G& game, const Judge<G>& judge, const Policy& policy, const typename G::State& root, int seat,
              bool cheats, std::uint64_t seed, std::uint64_t world_index, const std::vector<Action>& arms,
              double* values) noexcept {
    SplitMix64 rng = stream(seed, world_index);
    const typename G::State world = draw_world(game, root, seat, cheats, rng);
    const std::uint64_t drawn = rng.next();
    const std::uint64_t chosen = rng.next();
    for (std::size_t k = 0; k < arms.size(); ++k) {
        typename G::State s = world;
        SplitMix64 luck(drawn);
        SplitMix64 choices(chosen);
        game.apply(s, arms[k]);
        const bool cut = roll_out(game, judge, policy, s, luck, choices);
        Values<G> out;
        judge.values(s, cut, out);
        values[k] = out[static_cast<std::size_t>(seat)];
    }
}

// By how much an arm beats the heuristic player's arm, world by world.
struct Lead {
    double worlds = 0;
    double sum = 0;
    double squares = 0;

    void add(double more) noexcept {
        ++worlds;
        sum += more;
        squares += more * more;
    }
    // Is the lead larger than `margin` standard errors? One lost world is added first, since few worlds prove little.
    bool is_clear(double margin) const noexcept {
        const double n = worlds + 1;
        const double mean = (sum - 1) / n;
        const double spread = (squares + 1) / n - mean * mean;
        return mean > 0 && mean * mean * n > margin * margin * spread;
    }
};

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
        left_.resize(report.arms.size());
        for (std::size_t i = 0; i < left_.size(); ++i) left_[i] = i;
        find_base(list);
        const auto stages = static_cast<std::uint64_t>(std::bit_width(left_.size() - 1));
        const std::uint64_t stage_count = stages < 1 ? 1 : stages;
        Progress progress(settings_.sims, tick);
        const auto start = Clock::now();
        for (std::uint64_t stage = 0; stage < stage_count; ++stage) {
            // Stages share the budget evenly. Later stages get what earlier ones lose by rounding.
            const std::uint64_t rest =
                settings_.sims > report.simulations ? settings_.sims - report.simulations : 0;  // a stage has a world
            const std::uint64_t budget = settings_.sims == 0 ? ~std::uint64_t{0} : rest / (stage_count - stage);
            const double until = settings_.seconds * static_cast<double>(stage + 1) / static_cast<double>(stage_count);
            if (!run_stage(std::max<std::uint64_t>(1, budget / left_.size()), start, until, progress, report))
                return false;
            if (stage + 1 < stage_count) keep_better_half(report.arms);
        }
        if (settings_.cheats) report.worlds = 1;
        report.best = best_of(report.arms, settings_.margin);
        report.line = {{seat_, report.best}};
        for (const ArmStat& arm : report.arms) report.tree.push_back({-1, seat_, arm});
        return true;
    }

    // After a run with a margin: the best arm whose lead over the heuristic player's action is clear, or else that
    // action.
    Action best_of(const std::vector<ArmStat>& arms, double margin) const {
        std::size_t best = base_;
        for (const std::size_t k : left_) {
            if (base_ != kNoBase && k != base_ && !leads_[k].is_clear(margin)) continue;
            if (best == kNoBase || is_better(arms[k], arms[best])) best = k;
        }
        return arms[best].action;
    }

private:
    using Clock = std::chrono::steady_clock;

    bool run_stage(std::uint64_t worlds, Clock::time_point start, double until, Progress& progress,
                   SearchReport& report) {
        std::vector<Action> actions;
        for (const std::size_t i : left_) actions.push_back(report.arms[i].action);
        const auto base = static_cast<std::size_t>(std::find(left_.begin(), left_.end(), base_) - left_.begin());
        // Works in blocks of worlds to limit memory. With a time limit, the clock is read once per block. Sums do not
        // depend on the size of blocks.
        const std::uint64_t most = settings_.seconds > 0 ? 16 : 256;
        std::vector<double> values;
        for (std::uint64_t done = 0; done < worlds;) {
            const std::uint64_t block = std::min(most, worlds - done);
            values.assign(block * left_.size(), 0.0);
            const bool finished =
                run_chunks(block, 4, settings_.threads, progress, [&](std::uint64_t first, std::uint64_t last, bool) {
                    for (std::uint64_t i = first; i < last; ++i) {
                        try_arms(game_, judge_, policy_, root_, seat_, settings_.cheats, settings_.seed,
                                 report.worlds + i, actions, values.data() + i * left_.size());
                    }
                });
            if (!finished) return false;
            for (std::uint64_t i = 0; i < block; ++i) {  // in order: sums must not depend on the number of threads
                const double* in_world = values.data() + i * left_.size();
                for (std::size_t k = 0; k < left_.size(); ++k) {
                    const double value = in_world[k];
                    report.arms[left_[k]].add({.visits = 1, .available = 1, .sum = value, .squares = value * value});
                }
                if (base_ == kNoBase) continue;
                for (std::size_t k = 0; k < left_.size(); ++k) leads_[left_[k]].add(in_world[k] - in_world[base]);
            }
            done += block;
            report.worlds += block;
            report.simulations += block * left_.size();
            if (settings_.seconds > 0 && std::chrono::duration<double>(Clock::now() - start).count() >= until) break;
        }
        return true;
    }
    // Finds the heuristic player's action if a margin is set.
    void find_base(const typename G::Actions& list) {
        leads_.assign(list.size(), {});
        if constexpr (GreedyGame<G>) {
            if (settings_.margin == 0 || policy_.kind == Rollout::kUniform) return;
            const Action heuristics = loops<G>().greedy(game_, root_);
            for (std::size_t i = 0; const Action a : list) {
                if (a == heuristics) base_ = i;
                ++i;
            }
        }
    }
    static bool is_better(const ArmStat& a, const ArmStat& b) noexcept {
        return a.mean() != b.mean() ? a.mean() > b.mean() : a.action < b.action;
    }
    // The heuristic player's action stays in all stages.
    void keep_better_half(const std::vector<ArmStat>& arms) {
        std::sort(left_.begin(), left_.end(), [&](std::size_t a, std::size_t b) {
            return (a == base_) != (b == base_) ? a == base_ : is_better(arms[a], arms[b]);
        });
        left_.resize((left_.size() + 1) / 2);
        std::sort(left_.begin(), left_.end());
    }

    const G& game_;
    const typename G::State root_;
    int seat_;
    SearchSettings settings_;
    Judge<G> judge_;
    Policy policy_;
    static constexpr std::size_t kNoBase = ~std::size_t{0};
    std::size_t base_ = kNoBase;     // the arm of the heuristic player
    std::vector<Lead> leads_;        // per arm: its lead over that arm
    std::vector<std::size_t> left_;  // the remaining arms
};

}  // namespace uneri
