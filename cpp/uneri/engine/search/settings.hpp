// What a search is asked for and what it answers, without a game's type.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "uneri/base/types.hpp"

namespace uneri {

enum class Rollout : std::uint8_t { kUniform, kGreedy, kEpsilon };
enum class Objective : std::uint8_t { kUtility, kRank, kWin };
enum class Cutoff : std::uint8_t { kPoints, kHeld };
enum class Selection : std::uint8_t { kUcb, kRegret };
enum class FinalChoice : std::uint8_t { kVisits, kMean };

inline constexpr int kMostTrees = 256;
inline constexpr std::uint64_t kMostSims = 1'000'000'000;  // a tree has one node a simulation and 32-bit indices

struct SearchSettings {
    std::uint64_t sims = 0;  // 0: until the time is over
    double seconds = 0;      // 0: no limit of time
    std::uint64_t seed = 0;
    int threads = 1;
    int trees = 1;  // logical trees: the result depends on them, and never on threads
    double exploration = 0.7;
    double bias = 0;      // added, over its visits, to the score of the heuristic player's action (progressive bias)
    double margin = 0;    // FlatMC: standard errors by which an action must beat the heuristic player's
    double widening = 0;  // below the root a node has at most this times the root of its visits actions; 0: all
    double root_widening = 0;               // the same at the root
    Selection selection = Selection::kUcb;  // kRegret: regret matching where seats choose at once
    Rollout rollout = Rollout::kUniform;
    double epsilon = 0;             // kEpsilon: the share of random decisions
    int depth = 0;                  // decisions of a rollout; 0: as far as the horizon
    Cutoff cutoff = Cutoff::kHeld;  // what counts where `depth` ends a rollout: points, or also what the seats hold
    bool round_only = false;
    Objective objective = Objective::kRank;
    bool paranoid = false;   // the others want the searcher to do badly
    bool own_trees = false;  // a tree for each seat, which it walks by what it sees (MO-ISMCTS)
    bool cheats = false;     // sees the true state: what hidden knowledge is worth, to compare fair searches with
    FinalChoice final_choice = FinalChoice::kVisits;
    int worlds = 0;           // PIMC: perfect-information searches; with an evaluator: leaves of a tree in one batch
    int postpone = 0;         // PIMC: decisions before a world is seen; each tree then has `worlds` of them
    std::uint64_t exact = 0;  // PIMC: positions that may be looked at to solve a world; 0: none are solved
    bool wants_tree = true;   // in the report
    int considered = 0;       // with an evaluator: actions that the root tries in turn (Gumbel); 0: PUCT there, too
};

// One action of the searching seat.
struct ArmStat {
    Action action = 0;
    std::uint64_t visits = 0;
    std::uint64_t available = 0;
    double sum = 0;  // of values in [0, 1] as the seat sees them
    double squares = 0;
    double prior = -1;  // below 0: none

    void add(const ArmStat& other) noexcept {
        visits += other.visits;
        available += other.available;
        sum += other.sum;
        squares += other.squares;
    }
    double mean() const noexcept { return visits == 0 ? 0.0 : sum / static_cast<double>(visits); }
    // Squared standard error of the mean; infinite while there is nothing to estimate it from.
    double variance_of_mean() const noexcept {
        if (visits < 2) return std::numeric_limits<double>::infinity();
        const auto n = static_cast<double>(visits);
        const double m = sum / n;
        const double spread = squares / n - m * m;
        return spread <= 0 ? 0.0 : spread / (n - 1);
    }
};

// A decision in the tree as plain data, parents before children.
struct TreeItem {
    std::int32_t parent = -1;  // index; -1: at the root
    std::int32_t player = 0;
    ArmStat stat;
};

struct SearchReport {
    std::vector<ArmStat> arms;  // by action, ascending: every legal action of the root
    Action best = -1;
    std::uint64_t simulations = 0;
    std::uint64_t worlds = 0;
    std::uint64_t solved = 0;  // of the worlds
    std::uint64_t reused = 0;  // visits of the arms from earlier decisions
    std::vector<TreeItem> tree;
    std::vector<std::pair<int, Action>> line;  // principal variation: player, action
};

// The best arm: by visits, then mean (or the reverse), then the lower action.
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
