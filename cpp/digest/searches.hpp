// A short search of each kind, in one thread. Scores are floating-point numbers, and the last bit of some of them
// decides the choice.
#pragma once

#include "digest/walks.hpp"
#include "uneri/engine/search/flat.hpp"
#include "uneri/engine/search/ismcts.hpp"
#include "uneri/engine/search/pimc.hpp"
#include "uneri/engine/search/puct.hpp"

namespace uneri::digest {

inline void add_stat(Digest& digest, const ArmStat& stat) noexcept {
    digest.add(stat.action);
    digest.add(stat.visits);
    digest.add(stat.available);
    digest.add(stat.sum);
    digest.add(stat.squares);
    digest.add(stat.prior);
}

inline void add_report(Digest& digest, const SearchReport& report) noexcept {
    digest.add(report.best);
    digest.add(report.simulations);
    digest.add(report.worlds);
    digest.add(report.solved);
    for (const ArmStat& arm : report.arms) add_stat(digest, arm);
    for (const TreeItem& item : report.tree) {
        digest.add(item.parent);
        digest.add(item.player);
        add_stat(digest, item.stat);
    }
    for (const auto& [player, action] : report.line) {
        digest.add(player);
        digest.add(action);
    }
}

// An evaluator whose answers depend on its entire input.
class MixedAnswers {
public:
    MixedAnswers(int features, int players)
        : features_(static_cast<std::size_t>(features)), players_(static_cast<std::size_t>(players)) {}

    void begin(LeafBatch& batch, std::size_t rows) {
        memory_.resize(rows * features_);
        batch.observations = memory_.data();
    }
    void evaluate(LeafBatch& batch) {
        batch.logits.clear();
        batch.values.clear();
        for (std::size_t row = 0; row < batch.size(); ++row) {
            Digest seen;
            seen.add(batch.seats[row]);
            seen.add(std::span<const float>(batch.observations + row * features_, features_));
            SplitMix64 rng(seen.value());
            const auto next = [&] { return static_cast<float>(rng.next() >> 40) * 0x1p-24f; };
            for (std::int32_t i = batch.starts[row]; i < batch.starts[row + 1]; ++i)
                batch.logits.push_back(4 * next() - 2);
            for (std::size_t p = 0; p < players_; ++p) batch.values.push_back(next());
        }
    }

private:
    std::size_t features_;
    std::size_t players_;
    std::vector<float> memory_;
};

// The first decision with at least two actions after `decisions` decisions in a game of heuristic players; if the game
// ends before, its last decision.
inline KeptState state_after(const AnyGame& game, int decisions) {
    AnyPosition position = new_position(game, 3);
    KeptState choice = position.state;
    AnyActions list;
    SplitMix64 rng(3);
    for (int done = 0; game.player(position.state) != kTerminal; ++done) {
        game.legal_actions(position.state, list);
        if (list.size() > 1) choice = position.state;
        if (list.size() > 1 && done >= decisions) break;
        Action a = list[static_cast<std::size_t>(rng.below(list.size()))];
        if (game.has_greedy()) a = game.greedy(position.state);
        position.play(game, a);
    }
    return choice;
}

inline SearchSettings usual_settings(const AnyGame& game, std::uint64_t sims) {
    const SearchDefaults& defaults = game.search_defaults();
    SearchSettings settings;
    settings.sims = sims;
    settings.seed = 7;
    settings.round_only = true;
    settings.rollout = Rollout::kEpsilon;
    settings.epsilon = defaults.epsilon;
    settings.bias = defaults.bias;
    settings.margin = defaults.margin;
    settings.depth = 30;
    return settings;
}

template <class Search>
void add_search(Digest& digest, const AnyGame& game, const KeptState& root, const SearchSettings& settings) {
    SearchReport report;
    Search(game, root, settings).run(Tick(), report);
    add_report(digest, report);
}

inline void add_evaluated(Digest& digest, const AnyGame& game, const KeptState& root, std::uint64_t sims,
                          int considered) {
    SearchSettings settings = usual_settings(game, sims);
    settings.exploration = 1.5;
    settings.worlds = 4;
    settings.considered = considered;
    int features = 0;
    for (const Segment& segment : game.layout()) features += segment.size();
    MixedAnswers answers(features, game.limits().players);
    const Tick none;
    Progress progress(settings.sims, none);
    std::vector<SearchReport> reports;
    const std::vector<KeptState> roots(2, root);
    search_with_evaluator(game, std::span<const KeptState>(roots), settings, 64, features, answers, progress, reports);
    for (const SearchReport& report : reports) add_report(digest, report);
}

// Runs `sims` simulations of each kind, from a position after some decisions and from one near the end of a round or
// game.
template <class G>
Digest searches(const PlainData::Map& rules, std::uint64_t sims, int decisions) {
    const AnyGame game = game_of<G>(rules);
    const KeptState root = state_after(game, decisions);
    Digest digest;
    SearchSettings settings = usual_settings(game, sims);
    add_search<FlatSearch>(digest, game, root, settings);
    settings.objective = Objective::kUtility;
    settings.trees = 2;
    settings.widening = 2;
    add_search<InformationSetSearch>(digest, game, root, settings);
    settings.own_trees = true;
    settings.rollout = Rollout::kUniform;
    settings.widening = 0;
    add_search<InformationSetSearch>(digest, game, root, settings);
    settings = usual_settings(game, sims);
    settings.worlds = 4;
    settings.exact = 2'000;
    add_search<PerfectInformationSearch>(digest, game, root, settings);
    add_evaluated(digest, game, root, sims, 0);
    add_evaluated(digest, game, root, sims, 6);
    return digest;
}

}  // namespace uneri::digest
