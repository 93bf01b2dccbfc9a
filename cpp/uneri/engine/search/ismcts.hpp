// ISMCTS over several logical trees. Given a budget of simulations, the result depends on the number of trees but not
// of threads: each tree has its own random stream, and trees are summed in order.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "uneri/base/bytes.hpp"
#include "uneri/base/result.hpp"
#include "uneri/engine/parallel.hpp"
#include "uneri/engine/search/merge.hpp"
#include "uneri/engine/search/tree.hpp"

namespace uneri {

// The share of part `index` in a budget split into `parts`.
constexpr std::uint64_t share_of(std::uint64_t total, std::uint64_t index, std::uint64_t parts) noexcept {
    return total / parts + (index < total % parts ? 1 : 0);
}

// Runs `parts` jobs: each builds a tree with its share of the simulations and, under a time limit, of its thread's
// time. The thread that ran a job calls finish(index, tree). Unless `every`, a part whose turn comes too late is left
// out, but not the first of a thread. False if stopped.
template <class Make, class Finish>
bool run_trees(const SearchSettings& settings, std::uint64_t parts, Progress& progress, const Make& make,
               const Finish& finish, const Stopwatch& watch = {}, bool every = true) {
    const auto threads = static_cast<std::uint64_t>(settings.threads);
    const std::uint64_t turns = (parts + threads - 1) / threads;
    const auto grow = [&](std::uint64_t index, bool is_caller) {
        if (!every && index >= threads && watch.past(settings.seconds)) return;
        auto tree = make(index);
        const std::uint64_t budget = settings.sims == 0 ? ~std::uint64_t{0} : share_of(settings.sims, index, parts);
        const double until =
            settings.seconds * static_cast<double>(std::min(index / threads + 1, turns)) / static_cast<double>(turns);
        // Simulations between looks at the clock: in most games far less than a millisecond, but up to a second.
        const std::uint64_t most = settings.seconds > 0 ? 4 : 32;
        for (std::uint64_t done = 0; done < budget && !progress.stopped();) {
            const std::uint64_t slice = std::min(most, budget - done);
            simulate(*tree, slice);
            done += slice;
            if (is_caller && !progress.poll()) break;
            if (watch.past(until)) break;
        }
        finish(index, std::move(tree));
    };
    return run_chunks(
        parts, 1, settings.threads, progress,
        [&](std::uint64_t index, std::uint64_t, bool is_caller) { grow(index, is_caller); }, Split::kAtOnce);
}

// The trees of one seat. To keep them between decisions, call follow() for every decision taken, then resume().
class InformationSetSearch {
public:
    InformationSetSearch(const AnyGame& game, const std::byte* root, const SearchSettings& settings)
        : game_(game), settings_(settings) {
        begin(root);
    }
    InformationSetSearch(const InformationSetSearch&) = delete;  // the trees hold pointers to the judge
    InformationSetSearch& operator=(const InformationSetSearch&) = delete;

    // A seat has decided. `sight` is what the searching seat observes of it (see sight_in); `a` is the action if it
    // observes that.
    void follow(int player, Action a, std::uint64_t sight) noexcept {
        for (const auto& tree : trees_) known_ = known_ && tree->follow(player, a, sight);
    }
    int seat() const noexcept { return game_.player(root_); }
    // Prepares the next run(), for the seat to act at `root`. Keeps the trees if they contain this position.
    void resume(const std::byte* root) {
        bool keeps = known_ && !trees_.empty() && game_.player(root) == trees_[0]->seat();
        keeps = keeps && game_.round(root) == game_.round(root_);
        if (!keeps) return begin(root);
        root_ = KeptState(root, game_.state_bytes());
        for (const auto& tree : trees_) tree->restart(root);
    }

    // False if stopped; the trees are then lost.
    bool run(const Tick& tick, SearchReport& report) {
        const int seat = game_.player(root_);
        AnyActions list;
        game_.legal_actions(root_, list);
        for (const Action a : list) report.arms.push_back({.action = a});
        const auto count = static_cast<std::uint64_t>(settings_.trees);
        std::vector<std::unique_ptr<Tree>> kept = std::move(trees_);
        std::uint64_t earlier = 0;
        for (const auto& tree : kept) earlier += tree->simulations();
        kept.resize(count);
        trees_.clear();
        std::vector<std::unique_ptr<Tree>> trees(count);
        Progress progress(count, tick);
        const auto make = [&](std::uint64_t index) { return kept[index] ? std::move(kept[index]) : make_tree(index); };
        const auto keep = [&](std::uint64_t index, std::unique_ptr<Tree> tree) { trees[index] = std::move(tree); };
        if (!run_trees(settings_, count, progress, make, keep)) return false;
        Places roots;
        for (const auto& tree : trees) {
            report.simulations += tree->simulations();
            roots.push_back({&tree->arena(), 0});
        }
        report.simulations -= earlier;
        report.worlds = settings_.cheats ? 1 : report.simulations;
        read_trees(roots, seat, settings_.final_choice, report, settings_.wants_tree);
        const std::vector<float> shares = root_opinion(Guide(game_, settings_), game_, root_, settings_.seed);
        for (std::size_t i = 0; i < shares.size(); ++i) report.arms[i].prior = static_cast<double>(shares[i]);
        for (const ArmStat& arm : report.arms) report.reused += arm.visits;
        report.reused -= std::min(report.reused, report.simulations);
        trees_ = std::move(trees);
        known_ = true;
        return true;
    }

    // Saves all that the next decision depends on, apart from the game and the settings.
    void save(ByteWriter& out) const {
        game_.pack(start_, out);
        game_.pack(root_, out);
        const std::size_t count = known_ ? trees_.size() : 0;
        out.u32(static_cast<std::uint32_t>(count));
        for (std::size_t i = 0; i < count; ++i) trees_[i]->save(out);
    }
    // Loads a search; nothing if the bytes hold no search with these settings.
    static std::unique_ptr<InformationSetSearch> load(const AnyGame& game, const SearchSettings& settings,
                                                      ByteReader& in) {
        const Result<KeptState> start = game.unpack(in);
        if (!start || game.player(*start) < 0) return nullptr;
        const Result<KeptState> root = game.unpack(in);
        if (!root || game.player(*root) != game.player(*start)) return nullptr;
        auto search = std::make_unique<InformationSetSearch>(game, *start, settings);
        search->root_ = *root;
        const std::uint32_t count = in.u32();
        if (count != 0 && count != static_cast<std::uint32_t>(settings.trees)) return nullptr;
        for (std::uint32_t i = 0; i < count; ++i) {
            search->trees_.push_back(search->make_tree(i));
            if (!search->trees_.back()->load(in)) return nullptr;
        }
        search->known_ = count != 0;
        return in.good() ? std::move(search) : nullptr;
    }

private:
    std::unique_ptr<Tree> make_tree(std::uint64_t index) const {
        const auto count = static_cast<std::uint64_t>(settings_.trees);
        SearchSettings share = settings_;
        share.sims = settings_.sims == 0 ? 0 : settings_.sims / count + 1;
        return std::make_unique<Tree>(game_, *judge_, root_, share, stream(settings_.seed, index).next(), false);
    }
    void begin(const std::byte* root) {
        root_ = start_ = KeptState(root, game_.state_bytes());
        trees_.clear();
        judge_.emplace(make_judge(game_, root, game_.player(root), settings_));
    }

    const AnyGame game_;
    KeptState root_;
    KeptState start_;  // the root of the trees, for which the judge was made
    SearchSettings settings_;
    std::optional<Judge> judge_;
    std::vector<std::unique_ptr<Tree>> trees_;
    bool known_ = false;
};

}  // namespace uneri
