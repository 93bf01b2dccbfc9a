// One logical tree of information-set Monte Carlo tree search. It selects by UCB1 with availability counts, adds one
// entry per simulation, and backs up to each decision the value for the seat that decided (max^n).
//
// The tree is open-loop. An entry is a decision of a seat; the path of decisions leads to a node. Chance is drawn again
// in every simulation and has no node. A hidden decision enters a seat's path only as its observation: see `sight`.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "uneri/engine/net/guide.hpp"
#include "uneri/engine/search/arena_bytes.hpp"
#include "uneri/engine/search/judge.hpp"

namespace uneri {

// Natural logarithm of a count, accurate to 0.01: enough for exploration, and the same on every platform.
inline float log_of(std::uint32_t count) noexcept {
    const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(count));
    const float exponent = static_cast<float>(static_cast<int>(bits >> 23) - 127);
    const float m = std::bit_cast<float>((bits & 0x7FFFFFu) | 0x3F800000u) - 1.0f;
    return 0.69314718f * (exponent + m * (1.3465f - 0.3465f * m));
}

class Tree {
public:
    // If `fixed` is set, all simulations start from that very world (perfect information), else from worlds drawn for
    // the seat to act at `root`.
    Tree(const AnyGame& game, const Judge& judge, const std::byte* root, const SearchSettings& settings,
         std::uint64_t seed, bool fixed)
        : game_(game),
          judge_(judge),
          root_(root, game.state_bytes()),
          seat_(game.player(root)),
          players_(game.players()),
          policy_(settings),
          guide_(game, settings),
          prior_(guide_.has_opinion() ? settings.prior : 0),
          top_(settings.top),
          opinion_seed_(settings.seed),
          exploration_(static_cast<float>(settings.exploration)),
          bias_(policy_.kind != Rollout::kUniform && !guide_.has_opinion() ? static_cast<float>(settings.bias) : 0.0f),
          widening_(static_cast<float>(settings.widening)),
          root_widening_(static_cast<float>(settings.root_widening)),
          own_trees_(settings.own_trees && !fixed),
          fixed_(fixed),
          cheats_(settings.cheats),
          seed_(seed),
          arenas_(own_trees_ ? static_cast<std::size_t>(players_) : 1),
          marks_(static_cast<std::size_t>(game.limits().actions)) {
        constexpr std::uint64_t kMostReserved = 1 << 16;
        const std::uint64_t expected = settings.sims == 0 ? kMostReserved : settings.sims;
        for (Arena& arena : arenas_) arena.reset(static_cast<std::size_t>(std::min(expected, kMostReserved)));
        path_.reserve(256);
        ask_at_root();
    }

    std::uint64_t simulations() const noexcept { return simulations_; }
    int seat() const noexcept { return seat_; }
    // The tree of the searching seat.
    const Arena& arena() const noexcept { return arenas_[own_trees_ ? static_cast<std::size_t>(seat_) : 0]; }

    // Moves the searching seat's place in its tree by what it observes of a decision. False if the tree does not
    // contain the new place. In both cases call restart() before the next simulation.
    bool follow(int player, Action a, std::uint64_t sight) noexcept {
        if (sight == kSeesNothing) return true;
        place_ = sight == kSeesAction ? arena().find_child(place_, Arena::key_of(player, a))
                                      : arena().find_link(place_, sight);
        return place_ != Arena::kNone;
    }
    // Starts from `root`, keeping the statistics of the place reached by follow(). Trees of other seats start empty,
    // since their observations are not known.
    void restart(const std::byte* root) {
        root_ = KeptState(root, game_.state_bytes());
        const auto own = own_trees_ ? static_cast<std::size_t>(seat_) : 0;
        for (std::size_t t = 0; t < arenas_.size(); ++t) {
            if (t == own) {
                arenas_[t] = arenas_[t].subtree(place_);
            } else {
                arenas_[t].reset(0);
            }
        }
        place_ = 0;
        ask_at_root();
    }

    // Saves what restart() needs. Trees of other seats are not included.
    void save(ByteWriter& out) const {
        out.u64(simulations_);
        out.u32(place_);
        save_arena(arena(), out);
    }
    // Loads what save() wrote into a new tree with the same settings and seed. False if the bytes hold no such tree.
    bool load(ByteReader& in) {
        simulations_ = in.u64();
        place_ = in.u32();
        std::optional<Arena> arena = load_arena(in, players_, game_.limits().actions);
        if (!arena || place_ >= arena->nodes()) return false;
        arenas_[own_trees_ ? static_cast<std::size_t>(seat_) : 0] = std::move(*arena);
        return true;
    }

    void simulate() {
        const std::uint64_t number = simulations_++;
        SplitMix64 rng = stream(seed_, number);
        AnyState world = draw_world(game_, root_, seat_, fixed_ || cheats_, rng);
        path_.clear();
        at_.fill(0);
        descend(world, rng);
        const bool cut = play_on(game_, guide_, judge_, policy_, world, rng, rng);
        Values values;
        judge_.values(world, cut, values);
        back_up(values);
    }

private:
    using Index = Arena::Index;
    struct Step {
        Index node;
        Index slot;
        std::int16_t arena;
        std::int16_t player;  // -1: another seat's decision, as observed
    };
    struct Choice {
        Index slot;
        bool fresh;
    };

    // The network's best actions at the root, which are the same in all worlds.
    void ask_at_root() {
        root_actions_.clear();
        root_priors_.clear();
        if (!guide_.has_opinion()) return;
        AnyActions list;
        game_.legal_actions(root_, list);
        const std::vector<float> shares = root_opinion(guide_, game_, root_, opinion_seed_);
        for (const std::size_t i : best_of_opinion(shares, top_)) {
            root_actions_.push_back(list[i]);
            root_priors_.push_back(shares[i]);
        }
    }

    std::size_t arena_of(int player) const noexcept { return own_trees_ ? static_cast<std::size_t>(player) : 0; }

    // Walks down to the first new decision and takes it.
    void descend(std::byte* world, SplitMix64& rng) {
        AnyActions list;
        for (int player = game_.player(world); player != kTerminal; player = game_.player(world)) {
            if (player == kChance) {
                if (judge_.is_past(world)) return;
                game_.apply(world, game_.draw_chance(world, rng));
                continue;
            }
            game_.legal_actions(world, list);
            const std::size_t own = arena_of(player);
            Arena& arena = arenas_[own];
            const Index node = at_[own];
            Choice choice;
            if (list.size() == 1) {  // not a real decision: walks on, as the simulation still has its new entry to add
                choice = {arena.find_or_add(node, Arena::key_of(player, list[0])), false};
                ++arena.at(node, choice.slot).available;
            } else if (path_.empty() && guide_.has_opinion()) {
                choice = choose(arena, node, player, root_actions_, world, rng);
            } else {
                choice = choose(arena, node, player, list, world, rng);
            }
            path_.push_back({node, choice.slot, static_cast<std::int16_t>(own), static_cast<std::int16_t>(player)});
            const Action a = Arena::action_of(arena.at(node, choice.slot).key);
            if (!choice.fresh) advance(world, player, a, choice.slot);
            game_.apply(world, a);
            if (choice.fresh) return;
        }
    }

    // UCB1 over the legal actions that have an entry, or a new action.
    template <class List>
    Choice choose(Arena& arena, Index node, int player, const List& list, const std::byte* world, SplitMix64& rng) {
        if (++stamp_ == 0) {
            std::fill(marks_.begin(), marks_.end(), 0u);
            stamp_ = 1;
        }
        for (const Action a : list) marks_[static_cast<std::size_t>(a)] = stamp_;
        arena.visit(node);
        Entry* entries = arena.begin(node);
        const Index count = arena.size(node);
        const std::uint32_t low = Arena::key_of(player, 0);
        const std::uint32_t high = Arena::key_of(player + 1, 0);
        std::size_t tried = 0;
        float best_score = -1;
        Index best = 0;
        std::uint32_t last_available = 0;
        float log_available = 0;
        const double playouts = static_cast<double>(arena.visits(node)) / static_cast<double>(list.size());
        const auto weight = static_cast<float>(opinion_weight(prior_, playouts));
        float bias = bias_;  // for the seat's first entry, the heuristic player's action
        for (Index slot = 0; slot < count; ++slot) {
            Entry& entry = entries[slot];
            if (entry.key < low || entry.key >= high) continue;
            const float bonus = std::exchange(bias, 0.0f);
            std::uint32_t& mark = marks_[static_cast<std::size_t>(Arena::action_of(entry.key))];
            if (mark != stamp_) continue;
            mark = 0;
            ++tried;
            if (++entry.available != last_available) {
                last_available = entry.available;
                log_available = log_of(last_available);
            }
            // Without visits: this very simulation added it, and returns while nothing was observed.
            const float inverse = 1.0f / static_cast<float>(std::max(entry.visits, 1u));
            float mean = static_cast<float>(entry.sum) * inverse;
            if (entry.prior >= 0) mean += weight * (entry.prior - mean);
            const float score = mean + exploration_ * std::sqrt(log_available * inverse) + bonus * inverse;
            if (score > best_score) {
                best_score = score;
                best = slot;
            }
        }
        if (tried == list.size() || (tried > 0 && !may_widen(arena, node, tried))) return {best, false};
        float prior = -1;
        const Action a = guide_.has_opinion() ? best_untried(world, list, rng, prior)
                                              : untried(world, list, list.size() - tried, rng);
        const Index slot = arena.add(node, Arena::key_of(player, a));
        arena.at(node, slot).available = 1;
        arena.at(node, slot).prior = prior;
        return {slot, true};
    }

    // May this node, with `tried` actions, add one more?
    bool may_widen(const Arena& arena, Index node, std::size_t tried) const noexcept {
        const float widening = path_.empty() ? root_widening_ : widening_;
        if (widening <= 0) return true;
        return static_cast<float>(tried) < widening * std::sqrt(static_cast<float>(arena.visits(node)));
    }

    // The action to try next: first the heuristic player's, then any.
    template <class List>
    Action untried(const std::byte* world, const List& list, std::size_t left, SplitMix64& rng) noexcept {
        if (game_.has_greedy() && policy_.kind != Rollout::kUniform) {
            const Action a = path_.empty() ? game_.greedy(world) : game_.rollout_action(world);
            if (marks_[static_cast<std::size_t>(a)] == stamp_) return a;
        }
        std::uint64_t skip = rng.below(left);
        for (const Action a : list) {
            if (marks_[static_cast<std::size_t>(a)] == stamp_ && skip-- == 0) return a;
        }
        return list[0];  // unreachable: `left` actions are marked
    }

    // The untried action that the network likes best, as the seat to act sees it in this world; and how much.
    Action best_untried(const std::byte*, const std::vector<Action>& list, SplitMix64&, float& prior) const {
        return most_liked(list, root_priors_, prior);
    }
    Action best_untried(const std::byte* world, const AnyActions& list, SplitMix64& rng, float& prior) {
        guide_.judge(world, list.span(), rng, shares_);
        return most_liked(list, shares_, prior);
    }
    template <class List>
    Action most_liked(const List& list, const std::vector<float>& shares, float& prior) const {
        Action best = -1;
        for (std::size_t i = 0; const Action a : list) {
            const float share = shares[i++];
            if (marks_[static_cast<std::size_t>(a)] != stamp_ || (best >= 0 && share <= prior)) continue;
            best = a;
            prior = share;
        }
        return best;
    }

    // Moves every seat's place in its tree by what it observes of the decision. With one common tree only the searching
    // seat has a place.
    void advance(const std::byte* world, int player, Action a, Index slot) {
        for (std::size_t t = 0; t < arenas_.size(); ++t) {
            const int viewer = own_trees_ ? static_cast<int>(t) : seat_;
            Arena& arena = arenas_[t];
            Index& place = at_[t];
            const bool decided_here = t == arena_of(player);
            if (game_.hides_moves()) {
                const bool sees_all = fixed_ || (cheats_ && viewer == seat_);
                const std::uint64_t sight = sees_all ? kSeesAction : game_.sight(world, a, viewer);
                if (sight == kSeesNothing) continue;
                if (sight != kSeesAction) {
                    place = arena.follow(place, sight);
                    continue;
                }
            }
            Index taken = slot;
            if (!decided_here) {
                taken = arena.find_or_add(place, Arena::key_of(player, a));
                path_.push_back({place, taken, static_cast<std::int16_t>(t), -1});
            }
            place = arena.child(place, taken);
        }
    }

    void back_up(const Values& values) noexcept {
        for (const Step& step : path_) {
            Entry& entry = arenas_[static_cast<std::size_t>(step.arena)].at(step.node, step.slot);
            ++entry.visits;
            if (step.player < 0) continue;
            const double value = values[static_cast<std::size_t>(step.player)];
            entry.sum += value;
            entry.squares += value * value;
        }
    }

    const AnyGame& game_;
    const Judge& judge_;
    KeptState root_;
    int seat_;
    int players_;
    Policy policy_;
    Guide guide_;
    double prior_;  // the weight of the network's opinion
    int top_;
    std::uint64_t opinion_seed_;
    std::vector<Action> root_actions_;  // with a network: those that are tried at the root,
    std::vector<float> root_priors_;    // and its opinion of them
    std::vector<float> shares_;         // its opinion of the actions of another node
    float exploration_;
    float bias_;
    float widening_;
    float root_widening_;
    bool own_trees_;
    bool fixed_;
    bool cheats_;  // every simulation starts from the true state, fully visible to the searching seat
    std::uint64_t seed_;
    std::uint64_t simulations_ = 0;
    std::vector<Arena> arenas_;
    std::array<Index, kMostSeats> at_{};  // by arena: the current node
    std::vector<Step> path_;
    std::vector<std::uint32_t> marks_;  // by action: equal to stamp_ if legal here and still without an entry
    std::uint32_t stamp_ = 0;
    Index place_ = 0;  // the searching seat's node since the last simulation
};

inline void simulate(Tree& tree, std::uint64_t count) {
    for (std::uint64_t i = 0; i < count; ++i) tree.simulate();
}

}  // namespace uneri
