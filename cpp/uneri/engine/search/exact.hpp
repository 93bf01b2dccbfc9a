// Exact values of a fully visible world: each seat maximises its own value (max^n), chance nodes take the mean.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "uneri/base/hash.hpp"
#include "uneri/engine/search/judge.hpp"

namespace uneri {

class ExactSolver {
public:
    // `limit`: the most positions that may be visited.
    ExactSolver(const AnyGame& game, const Judge& judge, std::uint64_t limit, int seat)
        : game_(game), judge_(judge), limit_(limit), seat_(seat) {}

    // The value to `seat` of each legal action of `s`. False if that needs more positions than the limit.
    bool solve(const std::byte* s, SplitMix64 rng, std::vector<double>& values) {
        if (!looks_short(s, rng)) return false;
        next_.resize(kMostDepth, KeptState(game_.state_bytes()));
        left_ = limit_;
        known_.clear();
        values.clear();
        for (const Action a : actions(s)) {
            AnyState next = game_.copy(s);
            game_.apply(next, a);
            Values out;
            if (!value(next, 0, out)) return false;
            values.push_back(out[static_cast<std::size_t>(seat_)]);
        }
        return true;
    }

private:
    static constexpr int kMostDepth = 40;  // of the recursion; endings that can be solved are shorter
    struct Hash {
        std::size_t operator()(const KeptState& s) const noexcept { return static_cast<std::size_t>(s.hash()); }
    };

    std::vector<Action> actions(const std::byte* s) {  // list_ is too large for a deep stack
        game_.legal_actions(s, list_);
        return {list_.begin(), list_.end()};
    }

    // Knuth's estimate of the tree's size from a few random lines. Positions reached more than once make it too high.
    bool looks_short(const std::byte* root, SplitMix64& rng) {
        constexpr int kLines = 4;
        constexpr double kMetAgain = 100;
        double total = 0;
        for (int i = 0; i < kLines; ++i) {
            AnyState s = game_.copy(root);
            double width = 1;
            for (int depth = 0; game_.player(s) != kTerminal; ++depth) {
                const bool chance = game_.player(s) == kChance;
                if (chance && judge_.is_past(s)) break;
                game_.legal_actions(s, list_);
                width *= static_cast<double>(list_.size());
                total += width;
                if (depth == kMostDepth || total > kMetAgain * kLines * static_cast<double>(limit_)) return false;
                game_.apply(
                    s, chance ? game_.draw_chance(s, rng) : list_[static_cast<std::size_t>(rng.below(list_.size()))]);
            }
        }
        return true;
    }

    bool value(const std::byte* s, int depth, Values& out) {
        const int player = game_.player(s);
        if (player == kTerminal || (player == kChance && judge_.is_past(s))) {
            judge_.values(s, false, out);
            return true;
        }
        KeptState kept(s, game_.state_bytes());
        const auto found = known_.find(kept);
        if (found != known_.end()) {
            out = found->second;
            return true;
        }
        if (left_ == 0 || depth == kMostDepth) return false;
        --left_;
        if (!(player == kChance ? weigh(s, depth, out) : decide(s, player, depth, out))) return false;
        known_.emplace(std::move(kept), out);
        return true;
    }
    bool weigh(const std::byte* s, int depth, Values& out) {
        out.fill(0);
        const auto total = static_cast<double>(game_.chance_total(s));
        for (const Action a : actions(s)) {
            const double share = static_cast<double>(game_.chance_weight(s, a)) / total;
            Values one;
            if (!after(s, a, depth, one)) return false;
            for (std::size_t p = 0; p < out.size(); ++p) out[p] += share * one[p];
        }
        return true;
    }
    bool decide(const std::byte* s, int player, int depth, Values& out) {
        double best = -1;
        for (const Action a : actions(s)) {
            Values one;
            if (!after(s, a, depth, one)) return false;
            const double wanted = one[static_cast<std::size_t>(player)];
            if (wanted <= best) continue;
            best = wanted;
            out = one;
        }
        return true;
    }
    bool after(const std::byte* s, Action a, int depth, Values& out) {
        std::byte* next = next_[static_cast<std::size_t>(depth)];
        game_.copy(s, next);
        game_.apply(next, a);
        out.fill(0);
        return value(next, depth + 1, out);
    }

    const AnyGame& game_;
    const Judge& judge_;
    std::uint64_t limit_;
    int seat_;
    std::uint64_t left_ = 0;
    AnyActions list_;
    std::vector<KeptState> next_;  // by depth; too large for a deep stack
    std::unordered_map<KeptState, Values, Hash> known_;
};

}  // namespace uneri
