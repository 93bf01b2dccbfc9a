// Flat Monte Carlo: sequential halving over the root's actions. All actions are tried in the same fresh worlds. With a
// network only its best actions are tried, and its opinion counts beside the rollouts.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <span>
#include <vector>

#include "uneri/engine/net/guide.hpp"
#include "uneri/engine/parallel.hpp"
#include "uneri/engine/search/judge.hpp"

namespace uneri {

// What all rollouts of a flat search share.
struct FlatTable {
    FlatTable(const AnyGame& of, const std::byte* from, const SearchSettings& given)
        : game(of),
          root(from, of.state_bytes()),
          seat(game.player(from)),
          settings(given),
          judge(make_judge(game, from, seat, given)),
          policy(given),
          guide(game, given) {}
    FlatTable(const FlatTable&) = delete;
    FlatTable& operator=(const FlatTable&) = delete;

    // Plays out world number `world_index` once for every arm, with common random numbers: arms then differ by their
    // action, not by luck. Chance has its own stream, so the seats' choices do not shift it. values[k] is the result of
    // arms[k] for the seat.
    void try_arms(std::uint64_t world_index, std::span<const Action> arms, double* values) const noexcept {
        SplitMix64 rng = stream(settings.seed, world_index);
        const AnyState world = draw_world(game, root, seat, settings.cheats, rng);
        const std::uint64_t drawn = rng.next();
        const std::uint64_t chosen = rng.next();
        for (std::size_t k = 0; k < arms.size(); ++k) {
            AnyState s = world;
            SplitMix64 luck(drawn);
            SplitMix64 choices(chosen);
            game.apply(s, arms[k]);
            const bool cut = play_on(game, guide, judge, policy, s, luck, choices);
            Values out;
            judge.values(s, cut, out);
            values[k] = out[static_cast<std::size_t>(seat)];
        }
    }

    const AnyGame game;  // first: the judge and the guide refer to it
    const KeptState root;
    int seat;
    SearchSettings settings;
    Judge judge;
    Policy policy;
    Guide guide;
};

// By how much an arm beats another one, the base, world by world.
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

class FlatSearch {
public:
    FlatSearch(const AnyGame& game, const std::byte* root, const SearchSettings& settings)
        : table_(game, root, settings), settings_(settings), prior_(table_.guide.has_opinion() ? settings.prior : 0) {}

    // False if stopped.
    bool run(const Tick& tick, SearchReport& report) {
        Progress progress(settings_.sims, tick);
        const WorkLimit watch = progress.watch();
        AnyActions list;
        table_.game.legal_actions(table_.root, list);
        report.arms.clear();
        for (const Action a : list) report.arms.push_back({.action = a});
        take_opinion(report.arms);
        find_base(list);
        const bool finished = settings_.seconds > 0 ? run_passes(progress, report) : run_stages(progress, report);
        if (!finished) return false;
        if (settings_.cheats) report.worlds = 1;
        report.best = best_of(report.arms, settings_.margin);
        report.line = {{table_.seat, report.best}};
        for (const ArmStat& arm : report.arms) report.tree.push_back({-1, table_.seat, arm});
        return progress.poll();
    }

    // After a run: the best of the remaining arms. With a margin: of those whose lead over the base is clear, or else
    // the base.
    Action best_of(const std::vector<ArmStat>& arms, double margin) const {
        const std::vector<double> values = worths(arms);
        std::size_t best = base_;
        for (const std::size_t k : left_) {
            if (base_ != kNoBase && k != base_ && !leads_[k].is_clear(margin)) continue;
            if (best == kNoBase || is_better(values, k, best)) best = k;
        }
        return arms[best].action;
    }

private:
    // A known number of simulations: stages share it evenly, and each but the last drops the worse half.
    bool run_stages(Progress& progress, SearchReport& report) {
        const std::uint64_t stages = stages_of(left_.size());
        for (std::uint64_t stage = 0; stage < stages; ++stage) {
            // Later stages get what earlier ones lose by rounding.
            const std::uint64_t rest = settings_.sims > report.simulations ? settings_.sims - report.simulations : 0;
            const std::uint64_t budget = rest / (stages - stage);
            const std::uint64_t worlds = std::max<std::uint64_t>(1, budget / left_.size());  // a stage has a world
            if (!run_stage(worlds, progress, report)) return false;
            if (stage + 1 < stages) keep_better_half(report.arms);
        }
        return true;
    }
    bool run_stage(std::uint64_t worlds, Progress& progress, SearchReport& report) {
        std::vector<Action> actions;
        for (const std::size_t i : left_) actions.push_back(report.arms[i].action);
        const auto base = static_cast<std::size_t>(std::find(left_.begin(), left_.end(), base_) - left_.begin());
        // Works in blocks of worlds to limit memory. Sums do not depend on the size of blocks.
        const std::size_t size = left_.size();
        const std::uint64_t most = std::max<std::uint64_t>(1, 16'384 / size);
        std::vector<double> values;
        for (std::uint64_t done = 0; done < worlds;) {
            const std::uint64_t block = std::min(most, worlds - done);
            values.assign(block * size, 0.0);
            const auto try_some = [&](std::uint64_t first, std::uint64_t last, bool) {
                while (first < last) {  // the arms of one world, or some of them
                    const auto k = static_cast<std::size_t>(first % size);
                    const std::size_t count = std::min(size - k, static_cast<std::size_t>(last - first));
                    table_.try_arms(report.worlds + first / size, std::span(actions).subspan(k, count), &values[first]);
                    first += count;
                }
            };
            if (!run_trials(block * size, progress, try_some)) return false;
            for (std::uint64_t i = 0; i < block; ++i) {  // in order: sums must not depend on the number of threads
                const double* in_world = values.data() + i * size;
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
        }
        return true;
    }

    // A time limit, so that the number of simulations is not known (Sagers, Winands and Soemers 2024: Anytime
    // sequential halving): whole halvings one after the other, each as small as can be. In the first round of each, all
    // arms are tried once; in the next, the better half twice; and so on.
    bool run_passes(Progress& progress, SearchReport& report) {
        const Stopwatch watch;
        const std::vector<std::size_t> all = left_;
        const std::uint64_t stages = stages_of(all.size());
        sums_.assign(report.arms.size(), {});
        // The worlds that every arm can be tried in within a round's time.
        const auto worlds_of = [&](std::size_t arms, double left) {
            const double of_round = std::min(left, std::clamp(settings_.seconds / 16, 0.0002, 0.001));
            if (settings_.threads == 1 || pace_ == 0 || of_round <= 0) return std::uint64_t{1};
            return static_cast<std::uint64_t>(std::clamp(of_round / (pace_ * static_cast<double>(arms)), 1.0, 1e6));
        };
        for (bool goes_on = true; goes_on;) {
            left_ = all;
            const std::uint64_t times = worlds_of(all.size(), settings_.seconds);
            for (std::uint64_t stage = 0; stage < stages && goes_on; ++stage) {
                for (std::uint64_t rest = times << stage; rest > 0 && goes_on;) {
                    std::uint64_t worlds = std::min(rest, worlds_of(left_.size(), settings_.seconds - watch.seconds()));
                    if (settings_.sims > 0)
                        worlds = std::min(worlds, (settings_.sims - report.simulations) / left_.size() + 1);
                    if (!run_round(worlds, progress, report)) return false;
                    rest -= worlds;
                    goes_on =
                        !watch.past(settings_.seconds) && (settings_.sims == 0 || report.simulations < settings_.sims);
                }
                if (goes_on && stage + 1 < stages) keep_better_half(report.arms);
            }
        }
        // Those that were often among the best; a few lucky worlds prove nothing.
        std::uint64_t most = 0;
        for (const ArmStat& arm : report.arms) most = std::max(most, arm.visits);
        left_ = all;
        std::erase_if(left_, [&](std::size_t k) { return k != base_ && 2 * report.arms[k].visits < most; });
        return true;
    }
    // Each remaining arm is tried in its next worlds. An arm's worlds are the first ones, whenever it is tried, so that
    // any two arms have worlds in common.
    bool run_round(std::uint64_t worlds, Progress& progress, SearchReport& report) {
        struct Trial {
            std::uint64_t world;
            std::size_t arm;
            double value;
        };
        std::vector<Trial> trials;
        for (const std::size_t k : left_) {
            for (std::uint64_t i = 0; i < worlds; ++i) trials.push_back({report.arms[k].visits + i, k, 0});
        }
        std::sort(trials.begin(), trials.end(), [](const Trial& a, const Trial& b) {
            return a.world != b.world ? a.world < b.world : a.arm < b.arm;
        });
        const auto try_some = [&](std::uint64_t first, std::uint64_t last, bool) {
            std::vector<Action> actions;
            std::vector<double> values(left_.size());
            while (first < last) {  // the trials in one world
                const std::uint64_t world = trials[first].world;
                actions.clear();
                for (std::uint64_t i = first; i < last && trials[i].world == world; ++i)
                    actions.push_back(report.arms[trials[i].arm].action);
                table_.try_arms(world, actions, values.data());
                for (std::size_t i = 0; i < actions.size(); ++i) trials[first++].value = values[i];
            }
        };
        if (!run_trials(trials.size(), progress, try_some)) return false;
        for (const Trial& trial : trials) {
            const double value = trial.value;
            report.arms[trial.arm].add({.visits = 1, .available = 1, .sum = value, .squares = value * value});
            report.worlds = std::max(report.worlds, trial.world + 1);
            std::vector<double>& sums = sums_[trial.arm];
            if (sums.size() < kMostPaired) sums.push_back((sums.empty() ? 0.0 : sums.back()) + value);
        }
        report.simulations += trials.size();
        if (base_ == kNoBase) return true;
        for (const Trial& trial : trials) {  // the base has been in every round, so in every world
            if (trial.world >= kMostPaired) continue;
            const double lead = value_in(trial.arm, trial.world) - value_in(base_, trial.world);
            leads_[trial.arm].add(lead);
        }
        return true;
    }
    template <class TrySome>
    bool run_trials(std::uint64_t count, Progress& progress, const TrySome& try_some) {
        constexpr double kLong = 0.0002;  // seconds; several times what it takes to wake a thread
        const Split split = pace_ * static_cast<double>(count) > kLong ? Split::kAtOnce : Split::kIfLong;
        // Between two looks at the clock: a rollout by a network may take a tenth of a millisecond.
        const std::uint64_t worlds = table_.guide.plays_out() ? 1 : 4;
        const Stopwatch watch;
        const bool finished = run_chunks(count, worlds * left_.size(), settings_.threads, progress, try_some, split);
        pace_ = watch.seconds() / static_cast<double>(count);
        return finished;
    }
    double value_in(std::size_t arm, std::uint64_t world) const noexcept {
        const std::vector<double>& sums = sums_[arm];
        const auto w = static_cast<std::size_t>(world);
        return sums[w] - (w == 0 ? 0.0 : sums[w - 1]);
    }
    static std::uint64_t stages_of(std::size_t arms) noexcept {
        return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::bit_width(arms - 1)));
    }
    // The arms to try, and the network's opinion if there is one.
    void take_opinion(std::vector<ArmStat>& arms) {
        const std::vector<float> shares = root_opinion(table_.guide, table_.game, table_.root, settings_.seed);
        for (std::size_t i = 0; i < shares.size(); ++i) arms[i].prior = static_cast<double>(shares[i]);
        left_ = best_of_opinion(shares, settings_.top);
        if (!shares.empty()) return;
        left_.resize(arms.size());
        std::iota(left_.begin(), left_.end(), std::size_t{0});
    }
    // Finds the action that a margin is about: the heuristic player's, or the network's favourite.
    void find_base(const AnyActions& list) {
        leads_.assign(list.size(), {});
        base_ = kNoBase;
        if (settings_.margin == 0) return;
        if (table_.guide.has_opinion()) {
            base_ = best_of_opinion(root_opinion(table_.guide, table_.game, table_.root, settings_.seed), 1)[0];
            return;
        }
        if (!table_.game.has_greedy() || table_.policy.kind == Rollout::kUniform) return;
        const Action heuristics = table_.game.greedy(table_.root);
        for (std::size_t i = 0; const Action a : list) {
            if (a == heuristics) base_ = i;
            ++i;
        }
    }
    // What each arm is worth. With a time limit arms have different numbers of worlds: then the mean is that of how
    // far an arm is ahead of the one with the most worlds, in those that both have. The network's opinion weighs the
    // same for all arms, since it may lie above or below the means of rollouts.
    std::vector<double> worths(const std::vector<ArmStat>& arms) const {
        const std::vector<double>* most = nullptr;
        for (const std::vector<double>& sums : sums_) {
            if (most == nullptr || sums.size() > most->size()) most = &sums;
        }
        std::uint64_t playouts = 0;
        for (const ArmStat& arm : arms) playouts = std::max(playouts, arm.visits);
        const double weight = opinion_weight(prior_, static_cast<double>(playouts));
        std::vector<double> found;
        for (std::size_t k = 0; k < arms.size(); ++k) {
            double mean = arms[k].mean();
            if (most != nullptr && !sums_[k].empty()) {
                const std::size_t worlds = sums_[k].size();
                mean = (sums_[k][worlds - 1] - (*most)[worlds - 1]) / static_cast<double>(worlds);
            }
            found.push_back(weight > 0 ? weight * arms[k].prior + (1 - weight) * mean : mean);
        }
        return found;
    }
    static bool is_better(const std::vector<double>& worths, std::size_t a, std::size_t b) noexcept {
        return worths[a] != worths[b] ? worths[a] > worths[b] : a < b;
    }
    // The base stays in all stages.
    void keep_better_half(const std::vector<ArmStat>& arms) {
        const std::vector<double> values = worths(arms);
        std::sort(left_.begin(), left_.end(), [&](std::size_t a, std::size_t b) {
            return (a == base_) != (b == base_) ? a == base_ : is_better(values, a, b);
        });
        left_.resize((left_.size() + 1) / 2);
        std::sort(left_.begin(), left_.end());
    }

    static constexpr std::size_t kNoBase = ~std::size_t{0};
    static constexpr std::uint64_t kMostPaired = 1 << 20;  // worlds of an arm that are kept for comparisons

    FlatTable table_;
    SearchSettings settings_;
    double prior_;     // the weight of the network's opinion
    double pace_ = 0;  // seconds a trial by all threads, most recently
    std::size_t base_ = kNoBase;
    std::vector<Lead> leads_;                // per arm: its lead over the base
    std::vector<std::size_t> left_;          // the remaining arms
    std::vector<std::vector<double>> sums_;  // with a time limit, per arm: sums over its first worlds
};

}  // namespace uneri
