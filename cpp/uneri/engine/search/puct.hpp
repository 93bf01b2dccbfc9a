// PUCT over information sets, with an evaluator that judges leaves in batches. Many positions are searched in
// lock-step, so batches are full although each tree adds only a few leaves at a time.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "uneri/base/elementary.hpp"
#include "uneri/engine/any_game.hpp"
#include "uneri/engine/parallel.hpp"
#include "uneri/engine/search/arena.hpp"
#include "uneri/engine/search/judge.hpp"
#include "uneri/engine/search/merge.hpp"
#include "uneri/engine/search/pipelined_worker.hpp"

namespace uneri {

// The input of an evaluator. Row i is a decision of seats[i]; its observation is observations[i * features ...] and its
// legal actions are actions[starts[i]] .. actions[starts[i + 1] - 1]. The answer has a logit for each action, and
// values from 0 to 1 as [row][seats], first the row's seat, then clockwise, as in the observation.
struct LeafBatch {
    float* observations = nullptr;  // room for the largest batch, from Evaluator::begin
    std::vector<std::int32_t> starts{0};
    std::vector<std::int32_t> actions;
    std::vector<std::int32_t> seats;
    std::vector<float> logits;
    std::vector<float> values;

    std::size_t size() const noexcept { return seats.size(); }
    void clear() noexcept {
        starts.assign(1, 0);
        actions.clear();
        seats.clear();
    }
};

template <class E>
concept Evaluator = requires(E& e, LeafBatch& batch, std::size_t rows) {
    { e.begin(batch, rows) } -> std::same_as<void>;  // provides memory for this number of observations
    { e.evaluate(batch) } -> std::same_as<void>;     // writes the answers; may provide other memory
};

struct PriorEntry : Entry {
    float prior = 0;
};

// The tree of one position. gather() and settle(), called in turn, make it grow.
class PriorTree {
public:
    PriorTree(const AnyGame& game, const std::byte* root, const SearchSettings& settings, std::uint64_t seed,
              int features)
        : game_(game),
          root_(root, game.state_bytes()),
          seat_(game.player(root)),
          players_(game.players()),
          features_(features),
          exploration_(static_cast<float>(settings.exploration)),
          judge_(game, root, settings),
          seed_(seed),
          budget_(settings.sims),
          considered_(settings.considered),
          marks_(static_cast<std::size_t>(game.limits().actions)) {
        arena_.reset(static_cast<std::size_t>(std::min<std::uint64_t>(settings.sims, 1 << 16)));
    }

    std::uint64_t simulations() const noexcept { return simulations_; }
    int seat() const noexcept { return seat_; }
    const ArenaOf<PriorEntry>& arena() const noexcept { return arena_; }

    // The number of walks to do next: 1 for the root's own evaluation, then `most`, or what is left of the budget or
    // stage.
    std::uint64_t wanted(std::uint64_t most) {
        if (simulations_ == 0) return 1;
        const std::uint64_t left = budget_ - simulations_;
        if (considered_ == 0 || left == 0) return std::min(most, left);
        if (stage_left_ == 0) next_stage(left);
        return std::min({most, left, stage_left_});
    }
    // The choice of Gumbel at the root. All rows must be settled.
    Action choice() {
        if (candidates_.empty()) next_stage(0);
        return *std::max_element(candidates_.begin(), candidates_.end(),
                                 [this](Action a, Action b) { return is_better(b, a); });
    }

    // Walks to `count` leaves, each in a new world, and adds a row for each that is not the end of a game. Until they
    // are settled their paths count as visits with value 0, so that the walks of a batch spread out.
    void gather(std::uint64_t count, LeafBatch& batch) {
        stage_left_ -= std::min(stage_left_, count);
        waiting_ = static_cast<std::size_t>(count);
        if (walks_.size() < waiting_) walks_.resize(waiting_);
        for (std::size_t i = 0; i < waiting_; ++i) {
            Walk& walk = walks_[i];
            walk.start();
            SplitMix64 rng = stream(seed_, simulations_++);
            AnyState world = game_.resample(root_, seat_, rng);
            descend(world, rng, walk);
            AnyActions list;
            if (walk.is_leaf) {
                game_.legal_actions(world, list);
                walk.row = batch.size();
                batch.seats.push_back(game_.player(world));
                batch.actions.insert(batch.actions.end(), list.begin(), list.end());
                batch.starts.push_back(static_cast<std::int32_t>(batch.actions.size()));
                const auto features = static_cast<std::size_t>(features_);
                game_.observe(world, game_.player(world), {batch.observations + walk.row * features, features});
            } else {
                judge_.values(world, false, walk.values);
            }
        }
    }

    // Reads the answers to the rows that gather() added.
    void settle(const LeafBatch& batch) {
        for (Walk& walk : std::span(walks_).first(waiting_)) {
            if (walk.is_leaf) {
                const int observer = batch.seats[walk.row];
                for (int i = 0; i < players_; ++i) {
                    const float value = batch.values[walk.row * static_cast<std::size_t>(players_) + at(i)];
                    walk.values[at((observer + i) % players_)] = std::clamp(value, 0.0f, 1.0f);
                }
                expand(walk, batch);
            }
            for (const Step& step : walk.path) {
                Entry& entry = arena_.at(step.node, step.slot);
                const double value = walk.values[at(step.player)];
                entry.sum += value;
                entry.squares += value * value;
            }
        }
    }

private:
    using Index = std::uint32_t;
    using Tree = ArenaOf<PriorEntry>;
    struct Step {
        Index node;
        Index slot;
        int player;
    };
    struct Walk {
        std::vector<Step> path;
        Index node = 0;
        bool is_leaf = false;
        std::size_t row = 0;
        Values values{};

        void start() noexcept {  // keeps the path's memory
            path.clear();
            node = 0;
            is_leaf = false;
        }
    };
    static constexpr std::size_t at(int i) noexcept { return static_cast<std::size_t>(i); }

    void descend(std::byte* world, SplitMix64& rng, Walk& walk) {
        AnyActions list;
        for (int player = game_.player(world); player != kTerminal; player = game_.player(world)) {
            if (player == kChance) {
                if (judge_.is_past(world)) return;
                game_.apply(world, game_.draw_chance(world, rng));
                continue;
            }
            game_.legal_actions(world, list);
            const Index node = walk.node;
            Index slot = 0;
            if (list.size() == 1) {
                slot = arena_.find_or_add(node, Tree::key_of(player, list[0]));
                ++arena_.at(node, slot).available;
            } else if (!has_entry(node, player)) {
                walk.is_leaf = true;
                return;
            } else if (!candidates_.empty() && walk.path.empty()) {
                slot = next_candidate();
            } else {
                slot = choose(node, player, list);
            }
            walk.path.push_back({node, slot, player});
            ++arena_.at(node, slot).visits;
            const Action a = Tree::action_of(arena_.at(node, slot).key);
            walk.node = next_node(world, a, node, slot);
            game_.apply(world, a);
        }
    }

    // --- Gumbel at the root: Danihelka, Guez, Schrittwieser, Silver, "Policy improvement by planning with Gumbel"
    // (ICLR 2022). Starts with the actions with the highest noise plus logit, and halves them in stages of equal
    // visits.

    PriorEntry& root_entry(Action a) { return arena_.at(0, arena_.find_or_add(0, Tree::key_of(seat_, a))); }
    // Noise + logit + a term of the value that grows with the visits: the paper's sigma with c_visit 50, c_scale 1.
    double worth(Action a) {
        constexpr double kVisits = 50;
        std::uint32_t most = 0;
        for (const Action other : candidates_) most = std::max(most, root_entry(other).visits);
        const PriorEntry& entry = root_entry(a);
        const double mean = entry.visits > 0 ? entry.sum / entry.visits : 0.5;
        return noise_[at(a)] + log_of_real(static_cast<double>(entry.prior)) + (kVisits + most) * mean;
    }
    bool is_better(Action a, Action b) {
        const double of_a = worth(a);
        const double of_b = worth(b);
        return of_a != of_b ? of_a > of_b : a < b;
    }
    // Sets the candidates of the next stage, and its visits out of the `left` ones.
    void next_stage(std::uint64_t left) {
        if (candidates_.empty()) {
            AnyActions list;
            game_.legal_actions(root_, list);
            noise_.assign(marks_.size(), 0.0);
            SplitMix64 rng = stream(~seed_, 0);
            for (const Action a : list) {
                const double uniform = (static_cast<double>(rng.next() >> 11) + 0.5) * 0x1p-53;
                noise_[at(a)] = -log_of_real(-log_of_real(uniform));
            }
            candidates_.assign(list.begin(), list.end());
        }
        const bool first = stages_ == 0;
        if (!first || candidates_.size() > static_cast<std::size_t>(considered_)) {
            const std::size_t keep = first ? static_cast<std::size_t>(considered_) : (candidates_.size() + 1) / 2;
            // Computes all scores before it removes any candidate.
            std::vector<std::pair<double, Action>> order;
            for (const Action a : candidates_) order.emplace_back(-worth(a), a);
            std::sort(order.begin(), order.end());
            candidates_.clear();
            for (std::size_t i = 0; i < keep; ++i) candidates_.push_back(order[i].second);
        }
        if (first) {
            // log2 of the candidates, rounded up: the number of halvings.
            stages_ = std::max(1, static_cast<int>(std::bit_width(candidates_.size() - 1)));
            stage_visits_ = std::max<std::uint64_t>(1, left / static_cast<std::uint64_t>(stages_));
        }
        const std::uint64_t each = std::max<std::uint64_t>(1, stage_visits_ / candidates_.size());
        stage_left_ = candidates_.size() > 2 ? each * candidates_.size() : left;
    }
    Index next_candidate() {  // the least visited, so that visits stay equal within a stage
        const auto visits = [this](Action a) { return root_entry(a).visits; };
        Action least = candidates_[0];
        for (const Action a : candidates_) {
            if (visits(a) < visits(least)) least = a;
        }
        ++root_entry(least).available;
        return arena_.find_or_add(0, Tree::key_of(seat_, least));
    }

    bool has_entry(Index node, int player) const noexcept {
        for (Index slot = 0; slot < arena_.size(node); ++slot) {
            const PriorEntry& entry = arena_.begin(node)[slot];
            if (Tree::player_of(entry.key) == player && entry.prior > 0) return true;
        }
        return false;
    }

    Index next_node(const std::byte* world, Action a, Index node, Index slot) {
        const std::uint64_t sight = game_.sight(world, a, seat_);
        if (sight == kSeesNothing) return node;
        if (sight != kSeesAction) return arena_.follow(node, sight);
        return arena_.child(node, slot);
    }

    // Q + c * P * sqrt(N) / (1 + n) over the legal actions. Actions without a prior so far share evenly.
    template <class List>
    Index choose(Index node, int player, const List& list) {
        if (++stamp_ == 0) {
            std::fill(marks_.begin(), marks_.end(), 0u);
            stamp_ = 1;
        }
        for (const Action a : list) marks_[at(a)] = stamp_;
        legal_.clear();
        const Index size = arena_.size(node);
        for (Index slot = 0; slot < size; ++slot) {
            const std::uint32_t key = arena_.begin(node)[slot].key;
            if (Tree::player_of(key) != player || marks_[at(Tree::action_of(key))] != stamp_) continue;
            marks_[at(Tree::action_of(key))] = 0;
            legal_.push_back(slot);
        }
        if (legal_.size() < list.size()) {
            for (const Action a : list) {
                if (marks_[at(a)] == stamp_) legal_.push_back(arena_.add(node, Tree::key_of(player, a)));
            }
        }
        PriorEntry* entries = arena_.begin(node);
        float priors = 0;
        std::uint64_t visits = 0;
        double sum = 0;
        for (const Index slot : legal_) {
            PriorEntry& entry = entries[slot];
            if (entry.prior <= 0) entry.prior = 1.0f / static_cast<float>(list.size());
            ++entry.available;
            priors += entry.prior;
            visits += entry.visits;
            sum += entry.sum;
        }
        const float scale = exploration_ * std::sqrt(static_cast<float>(visits) + 1.0f) / priors;
        // An action without visits gets the node's mean value.
        const float hoped = visits > 0 ? static_cast<float>(sum / static_cast<double>(visits)) : 0.5f;
        float best_score = -1;
        Index best = 0;
        for (const Index slot : legal_) {
            const PriorEntry& entry = entries[slot];
            const auto n = static_cast<float>(entry.visits);
            const float mean = entry.visits > 0 ? static_cast<float>(entry.sum) / n : hoped;
            const float score = mean + scale * entry.prior / (1.0f + n);
            if (score > best_score) {
                best_score = score;
                best = slot;
            }
        }
        return best;
    }

    void expand(const Walk& walk, const LeafBatch& batch) {
        const auto first = static_cast<std::size_t>(batch.starts[walk.row]);
        const auto count = static_cast<std::size_t>(batch.starts[walk.row + 1]) - first;
        const auto logits = std::span(batch.logits).subspan(first, count);
        const float most = *std::max_element(logits.begin(), logits.end());
        shares_.resize(count);
        float total = 0;
        for (std::size_t i = 0; i < count; ++i) {
            shares_[i] = static_cast<float>(exp_of_real(static_cast<double>(logits[i]) - static_cast<double>(most)));
            total += shares_[i];
        }
        const bool is_new = arena_.size(walk.node) == 0;
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint32_t key = Tree::key_of(batch.seats[walk.row], batch.actions[first + i]);
            const Index slot = is_new ? arena_.add(walk.node, key) : arena_.find_or_add(walk.node, key);
            constexpr float kLeast = 1e-6f;  // above 0, which means "no prior yet"
            PriorEntry& entry = arena_.at(walk.node, slot);
            if (entry.prior <= 0) entry.prior = std::max(kLeast, shares_[i] / total);
        }
    }

    const AnyGame& game_;
    const KeptState root_;
    int seat_;
    int players_;
    int features_;
    float exploration_;
    Judge judge_;
    std::uint64_t seed_;
    std::uint64_t simulations_ = 0;
    std::uint64_t budget_;
    int considered_;
    int stages_ = 0;
    std::uint64_t stage_visits_ = 0;
    std::uint64_t stage_left_ = 0;
    std::vector<Action> candidates_;
    std::vector<double> noise_;  // by action
    Tree arena_;
    std::vector<std::uint32_t> marks_;  // by action: equal to stamp_ if legal here and not met yet
    std::uint32_t stamp_ = 0;
    std::vector<Walk> walks_;  // of the batch under way: the first `waiting_`
    std::size_t waiting_ = 0;
    std::vector<float> shares_;  // of the current row
    std::vector<Index> legal_;   // slots of the current node
};

// The trees of all positions, split into groups. Each group fills one batch.
class LockStep {
public:
    LockStep(std::vector<PriorTree>& trees, std::uint64_t sims, std::uint64_t share, std::uint64_t batch_size)
        : trees_(trees),
          sims_(sims),
          share_(share),
          at_once_(static_cast<std::size_t>(std::max<std::uint64_t>(1, batch_size / share))),
          open_((trees.size() + at_once_ - 1) / at_once_, true) {}

    std::size_t groups() const noexcept { return open_.size(); }
    std::size_t most_rows() const noexcept {
        return std::min(at_once_, trees_.size()) * static_cast<std::size_t>(share_);
    }
    // The next group with simulations left, in cyclic order; `after` itself comes last. groups() if there is none.
    std::size_t next_open(std::size_t after) const noexcept {
        for (std::size_t i = 1; i <= groups(); ++i) {
            const std::size_t group = (after + i) % groups();
            if (open_[group]) return group;
        }
        return groups();
    }
    void gather(std::size_t group, LeafBatch& batch) {
        batch.clear();
        bool open = false;
        for (PriorTree& tree : trees_of(group)) {
            tree.gather(tree.wanted(share_), batch);
            open = open || tree.simulations() < sims_;
        }
        open_[group] = open;
    }
    void settle(std::size_t group, const LeafBatch& batch) {
        for (PriorTree& tree : trees_of(group)) tree.settle(batch);
    }

private:
    std::span<PriorTree> trees_of(std::size_t group) noexcept {
        const std::size_t first = group * at_once_;
        return std::span(trees_).subspan(first, std::min(at_once_, trees_.size() - first));
    }

    std::vector<PriorTree>& trees_;
    std::uint64_t sims_;
    // A tree's rows per batch. It must not depend on the number of positions, or results would, too.
    std::uint64_t share_;
    std::size_t at_once_;
    std::vector<bool> open_;  // per group: has it simulations left?
};

// Searches all `roots` at once. Each tree draws its worlds from its own stream and knows nothing of the others, so the
// result depends on the settings alone. `batch_size` is the most rows per call. If the positions fill two batches, the
// calling thread evaluates one while another thread prepares the next. False if stopped.
template <Evaluator E>
bool search_with_evaluator(const AnyGame& game, std::span<const KeptState> roots, const SearchSettings& settings,
                           std::uint64_t batch_size, int features, E& evaluator, Progress& progress,
                           std::vector<SearchReport>& reports) {
    std::vector<PriorTree> trees;
    trees.reserve(roots.size());
    for (const KeptState& root : roots) {
        // The same seed for all: results do not depend on the other positions.
        trees.emplace_back(game, root, settings, settings.seed, features);
    }
    LockStep steps(trees, settings.sims, static_cast<std::uint64_t>(settings.worlds), batch_size);
    std::array<LeafBatch, 2> batches;
    const std::size_t none = steps.groups();
    for (LeafBatch& batch : std::span(batches).first(none > 1 ? 2 : 1)) evaluator.begin(batch, steps.most_rows());
    LeafBatch* now = &batches[0];
    LeafBatch* other = &batches[1];
    std::size_t group = 0;      // the group whose leaves are in `now`
    std::size_t before = none;  // the group whose answers are in `other`
    std::size_t next = none;    // the group whose leaves go into `other`
    PipelinedWorker helper(none > 1 && game.threads(2) > 1, [&] {
        if (before != none) steps.settle(before, *other);
        next = steps.next_open(group);
        if (next == group) next = none;  // it needs its answers first
        if (next != none) steps.gather(next, *other);
    });
    steps.gather(group, *now);
    while (group != none) {
        if (!progress.poll()) return false;
        helper.start();
        if (now->size() > 0) evaluator.evaluate(*now);
        helper.finish();
        before = none;
        if (next != none) {
            before = std::exchange(group, next);
            std::swap(now, other);
            continue;
        }
        steps.settle(group, *now);
        group = steps.next_open(group);
        if (group != none) steps.gather(group, *now);
    }
    for (std::size_t t = 0; t < trees.size(); ++t) {
        SearchReport& report = reports.emplace_back();
        AnyActions list;
        game.legal_actions(roots[t], list);
        for (const Action a : list) report.arms.push_back({.action = a});
        report.simulations = report.worlds = trees[t].simulations();
        read_trees(PlacesIn<ArenaOf<PriorEntry>>{{&trees[t].arena(), 0}}, trees[t].seat(), settings.final_choice,
                   report, settings.wants_tree);
        if (settings.considered > 0) report.best = trees[t].choice();
        const ArenaOf<PriorEntry>& arena = trees[t].arena();
        for (std::uint32_t slot = 0; slot < arena.size(0); ++slot) {
            const PriorEntry& entry = arena.begin(0)[slot];
            for (ArmStat& arm : report.arms) {
                if (arm.action == Arena::action_of(entry.key) && Arena::player_of(entry.key) == trees[t].seat())
                    arm.prior = static_cast<double>(entry.prior);
            }
        }
    }
    return progress.poll();
}

}  // namespace uneri
