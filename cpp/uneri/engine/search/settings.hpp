// The settings and results of searches, independent of the game.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "uneri/base/types.hpp"

namespace uneri {

enum class Rollout : std::uint8_t { kUniform, kGreedy, kEpsilon, kNetwork };
enum class Objective : std::uint8_t { kUtility, kRank, kWin };
enum class FinalChoice : std::uint8_t { kVisits, kMean };

inline constexpr int kMostTrees = 256;
inline constexpr std::uint64_t kMostSims = 1'000'000'000;  // a tree has one node per simulation, with 32-bit indices

class Network;

struct SearchSettings {
    std::uint64_t sims = 0;  // 0: until the time limit
    double seconds = 0;      // 0: no time limit
    std::uint64_t seed = 0;
    int threads = 1;
    int trees = 1;  // logical trees: results depend on them, never on threads
    double exploration = 0.7;
    double bias = 0;           // progressive bias: the heuristic player's action gets this, over its visits, as a bonus
    double margin = 0;         // FlatMC: an action must beat the heuristic player's by this many standard errors
    double widening = 0;       // below the root: the most actions per square root of a node's visits; 0: all actions
    double root_widening = 0;  // the same at the root
    Rollout rollout = Rollout::kUniform;
    double epsilon = 0;  // kEpsilon: the probability of a random decision
    int depth = 0;       // most decisions in a rollout; 0: up to the horizon
    bool round_only = false;
    Objective objective = Objective::kRank;
    bool own_trees = false;  // one tree per seat, walked by that seat's observations (MO-ISMCTS)
    bool cheats = false;     // sees the true state: an upper bound for fair searches
    FinalChoice final_choice = FinalChoice::kVisits;
    int worlds = 0;                // PIMC: perfect-information searches; with an evaluator: leaves per tree and batch
    std::uint64_t exact = 0;       // PIMC: positions that may be visited to solve a world; 0: no solving
    bool wants_tree = true;        // include the tree in the report
    const Network* net = nullptr;  // its opinion orders actions and counts; with kNetwork it plays in rollouts
    int top = 0;                   // with a network: the number of root actions to try, its best; 0: all
    double prior = 0;              // with a network: the weight of its opinion beside the mean of many rollouts
    int considered = 0;  // with an evaluator: actions that the root tries in turn (Gumbel); 0: PUCT at the root, too
};

// One action of the searching seat.
struct ArmStat {
    Action action = 0;
    std::uint64_t visits = 0;
    std::uint64_t available = 0;
    double sum = 0;  // of values in [0, 1] for the seat
    double squares = 0;
    double prior = -1;  // below 0: no prior

    void add(const ArmStat& other) noexcept {
        visits += other.visits;
        available += other.available;
        sum += other.sum;
        squares += other.squares;
    }
    double mean() const noexcept { return visits == 0 ? 0.0 : sum / static_cast<double>(visits); }
    // Squared standard error of the mean; infinite while there are too few values to estimate it.
    double variance_of_mean() const noexcept {
        if (visits < 2) return std::numeric_limits<double>::infinity();
        const auto n = static_cast<double>(visits);
        const double m = sum / n;
        const double spread = squares / n - m * m;
        return spread <= 0 ? 0.0 : spread / (n - 1);
    }
};

// A decision in the tree as plain data; parents come before children.
struct TreeItem {
    std::int32_t parent = -1;  // an index; -1: at the root
    std::int32_t player = 0;
    ArmStat stat;
};

struct SearchReport {
    std::vector<ArmStat> arms;  // every legal action of the root, ascending
    Action best = -1;
    std::uint64_t simulations = 0;
    std::uint64_t worlds = 0;
    std::uint64_t solved = 0;  // worlds solved exactly
    std::uint64_t reused = 0;  // visits of the arms kept from earlier decisions
    std::vector<TreeItem> tree;
    std::vector<std::pair<int, Action>> line;  // principal variation: player, action
};

// The best arm: by visits, then by mean (or the reverse); ties go to the lower action.
inline Action best_arm(const std::vector<ArmStat>& arms, FinalChoice choice) noexcept {
    const auto better = [choice](const ArmStat& a, const ArmStat& b) {
        if (choice == FinalChoice::kVisits && a.visits != b.visits) return a.visits > b.visits;
        if ((a.visits == 0) != (b.visits == 0)) return b.visits == 0;
        if (a.mean() != b.mean()) return a.mean() > b.mean();
        return a.visits > b.visits;
    };
    const ArmStat* best = nullptr;
    for (const ArmStat& arm : arms) {
        if (best == nullptr || better(arm, *best)) best = &arm;
    }
    return best == nullptr ? -1 : best->action;
}

}  // namespace uneri
