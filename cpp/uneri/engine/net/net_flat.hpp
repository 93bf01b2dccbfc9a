// Flat Monte Carlo with a network: sequential halving over the network's best actions. All actions are tried in the
// same worlds, which the network plays out for all seats to the end of the round.
#pragma once

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdint>
#include <numeric>
#include <vector>

#include "uneri/engine/net/player.hpp"
#include "uneri/engine/parallel.hpp"
#include "uneri/engine/search/rollout.hpp"

namespace uneri {

struct NetSearchSettings {
    int top = 4;         // actions to try; 0: all
    double prior = 0.5;  // the weight of the network's own value, relative to the mean of playouts
    int worlds = 2;      // per choice within a playout, if it needs some
};

template <FeatureGame G>
class NetFlatSearch {
public:
    NetFlatSearch(const G& game, const Network& net, const typename G::State& root, const SearchSettings& settings,
                  const NetSearchSettings& own)
        : game_(game),
          root_(root),
          seat_(game.player(root)),
          settings_(settings),
          own_(own),
          judge_(make_judge(game, root, seat_, settings)),
          opinion_(game, net),
          player_(game, net, own.worlds) {}

    // False if stopped.
    bool run(const Tick& tick, SearchReport& report) {
        typename G::Actions list;
        game_.legal_actions(root_, list);
        report.arms.clear();
        for (const Action a : list) report.arms.push_back({.action = a});
        find_priors(list, report.arms);
        left_.resize(report.arms.size());
        std::iota(left_.begin(), left_.end(), std::size_t{0});
        keep_best(report.arms, own_.top > 0 ? static_cast<std::size_t>(own_.top) : left_.size());
        const auto stages = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::bit_width(left_.size() - 1)));
        Progress progress(settings_.sims, tick);
        const auto start = Clock::now();
        for (std::uint64_t stage = 0; stage < stages; ++stage) {
            const std::uint64_t rest = settings_.sims > report.simulations ? settings_.sims - report.simulations : 0;
            const std::uint64_t budget = settings_.sims == 0 ? ~std::uint64_t{0} : rest / (stages - stage);
            const double until = settings_.seconds * static_cast<double>(stage + 1) / static_cast<double>(stages);
            if (!run_stage(std::max<std::uint64_t>(1, budget / left_.size()), start, until, progress, report))
                return false;
            keep_best(report.arms, stage + 1 < stages ? (left_.size() + 1) / 2 : 1);
        }
        if (settings_.cheats) report.worlds = 1;
        report.best = report.arms[left_[0]].action;
        report.line = {{seat_, report.best}};
        for (const ArmStat& arm : report.arms) report.tree.push_back({-1, seat_, arm});
        return true;
    }

private:
    using Clock = std::chrono::steady_clock;

    void find_priors(const typename G::Actions& list, std::vector<ArmStat>& arms) const {
        typename NetPlayer<G>::Judgements values;
        SplitMix64 rng = stream(~settings_.seed, 0);
        opinion_.judge(root_, list, rng, values);
        for (std::size_t i = 0; i < arms.size(); ++i) arms[i].prior = share_of_value(values[i]) / 65536.0;
    }
    double worth(const ArmStat& arm) const noexcept {
        return arm.visits == 0 ? arm.prior : own_.prior * arm.prior + (1 - own_.prior) * arm.mean();
    }
    // Keeps the actions with the highest values; ties go to the lower action.
    void keep_best(const std::vector<ArmStat>& arms, std::size_t count) {
        std::sort(left_.begin(), left_.end(), [&](std::size_t a, std::size_t b) {
            const double x = worth(arms[a]);
            const double y = worth(arms[b]);
            return x != y ? x > y : a < b;
        });
        if (left_.size() > count) left_.resize(count);
    }
    bool run_stage(std::uint64_t worlds, Clock::time_point start, double until, Progress& progress,
                   SearchReport& report) {
        // Worlds between two looks at the clock; sums don't depend on it. A playout may take a tenth of a millisecond.
        const std::uint64_t most = settings_.seconds > 0 ? static_cast<std::uint64_t>(settings_.threads) : 16;
        std::vector<double> values;
        for (std::uint64_t done = 0; done < worlds;) {
            const std::uint64_t block = std::min(most, worlds - done);
            values.assign(block * left_.size(), 0.0);
            const bool finished =
                run_chunks(block, 1, settings_.threads, progress, [&](std::uint64_t first, std::uint64_t last, bool) {
                    for (std::uint64_t i = first; i < last; ++i)
                        try_arms(report.arms, report.worlds + i, values.data() + i * left_.size());
                });
            if (!finished) return false;
            for (std::uint64_t i = 0; i < block; ++i) {  // in order: sums must not depend on the number of threads
                for (std::size_t k = 0; k < left_.size(); ++k) {
                    const double value = values[i * left_.size() + k];
                    report.arms[left_[k]].add({.visits = 1, .available = 1, .sum = value, .squares = value * value});
                }
            }
            done += block;
            report.worlds += block;
            report.simulations += block * left_.size();
            if (settings_.seconds > 0 && std::chrono::duration<double>(Clock::now() - start).count() >= until) break;
        }
        return true;
    }
    // Tries every remaining action in one world, with the same random numbers for chance.
    void try_arms(const std::vector<ArmStat>& arms, std::uint64_t world_index, double* values) const noexcept {
        SplitMix64 rng = stream(settings_.seed, world_index);
        const typename G::State world = draw_world(game_, root_, seat_, settings_.cheats, rng);
        const std::uint64_t drawn = rng.next();
        const std::uint64_t chosen = rng.next();
        for (std::size_t k = 0; k < left_.size(); ++k) {
            typename G::State s = world;
            SplitMix64 luck(drawn);
            SplitMix64 choices(chosen);
            game_.apply(s, arms[left_[k]].action);
            for (int player = game_.player(s); player != kTerminal; player = game_.player(s)) {
                if (player == kChance) {
                    if (judge_.is_past(s)) break;
                    game_.apply(s, draw_chance(game_, s, luck));
                } else {
                    game_.apply(s, player_.choose(s, choices));
                }
            }
            Values<G> out;
            judge_.values(s, false, out);
            values[k] = out[static_cast<std::size_t>(seat_)];
        }
    }

    const G& game_;
    const typename G::State root_;
    int seat_;
    SearchSettings settings_;
    NetSearchSettings own_;
    Judge<G> judge_;
    NetPlayer<G> opinion_;
    NetPlayer<G> player_;
    std::vector<std::size_t> left_;  // the remaining arms
};

}  // namespace uneri
