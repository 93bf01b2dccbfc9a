// From a leaf to a value: says how far rollouts go and what their ends are worth.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>

#include "uneri/engine/any_game.hpp"
#include "uneri/engine/search/rollout.hpp"
#include "uneri/engine/search/settings.hpp"
#include "uneri/engine/utility.hpp"

namespace uneri {

using Values = std::array<double, kMostSeats>;  // by seat, in [0, 1]

// Says how far a rollout goes and what its end is worth to each seat. Values are scaled to [0, 1], so that one
// exploration constant suits all games.
class Judge {
public:
    Judge(const AnyGame& game, const std::byte* root, const SearchSettings& settings)
        : game_(game), players_(game.players()), objective_(settings.objective) {
        if (settings.round_only && game.has_rounds()) horizon_ = game.round(root);
        game.points(root, before_.data());
    }

    // The round after which rollouts end, or kNoHorizon.
    int horizon() const noexcept { return horizon_; }
    // Has the rollout passed the horizon? Checked at chance nodes, since every round begins with one.
    bool is_past(const std::byte* s) const noexcept { return horizon_ != kNoHorizon && game_.round(s) != horizon_; }

    // The values at the end of a rollout: of the whole match if it ended, else of the points gained since the root.
    // `cut`: the rollout stopped within a round.
    void values(const std::byte* s, bool cut, Values& out) const noexcept {
        const bool over = game_.player(s) == kTerminal;
        const Points points = gained(s, over, cut);
        switch (objective_) {
            case Objective::kWin: return share_of_first(s, over, points, out);
            case Objective::kRank: return ranks(points, out);
            case Objective::kUtility: return scaled(points, over ? game_.winners(s) : 0, over, out);
        }
    }

    // Records the range of utilities, for kUtility. It is called after sample rollouts.
    void learn(const std::byte* s, bool cut) noexcept {
        Values raw;
        const bool over = game_.player(s) == kTerminal;
        const Points points = gained(s, over, cut);
        utilities(
            game_.utility(), players_, [&](int p) { return static_cast<int>(points[at(p)]); }, over,
            over ? game_.winners(s) : 0, raw.data());
        for (int p = 0; p < players_; ++p) {
            low_ = std::min(low_, raw[at(p)]);
            high_ = std::max(high_, raw[at(p)]);
        }
    }
    bool wants_range() const noexcept { return objective_ == Objective::kUtility; }

private:
    static constexpr std::size_t at(int p) noexcept { return static_cast<std::size_t>(p); }
    using Points = std::array<std::int64_t, kMostSeats>;

    Points gained(const std::byte* s, bool over, bool cut) const noexcept {
        Points points{};
        game_.points(s, points.data());
        for (int p = 0; p < players_; ++p) {
            if (!over) points[at(p)] -= before_[at(p)];
            if (cut) points[at(p)] += game_.cutoff_points(s, p);
        }
        return points;
    }
    void share_of_first(const std::byte* s, bool over, const Points& points, Values& out) const noexcept {
        unsigned first = 0;
        if (over) {
            first = game_.winners(s);
        } else {
            const std::int64_t most = *std::max_element(points.begin(), points.begin() + players_);
            for (int p = 0; p < players_; ++p) first |= static_cast<unsigned>(points[at(p)] == most) << p;
        }
        const double share = 1.0 / std::popcount(first);
        for (int p = 0; p < players_; ++p) out[at(p)] = (first >> p & 1) != 0 ? share : 0.0;
    }
    // The share of other seats that a seat leaves behind; a tie counts half.
    void ranks(const Points& points, Values& out) const noexcept {
        const double unit = 0.5 / (players_ - 1);
        for (int p = 0; p < players_; ++p) out[at(p)] = unit * halves_behind(points, players_, p);
    }
    void scaled(const Points& points, unsigned winners, bool over, Values& out) const noexcept {
        utilities(
            game_.utility(), players_, [&](int p) { return static_cast<int>(points[at(p)]); }, over, winners,
            out.data());
        const double width = high_ - low_;
        for (int p = 0; p < players_; ++p) {
            out[at(p)] = width > 0 ? std::clamp((out[at(p)] - low_) / width, 0.0, 1.0) : 0.5;
        }
    }

    const AnyGame& game_;
    int players_;
    Objective objective_;
    int horizon_ = kNoHorizon;
    Points before_{};
    double low_ = std::numeric_limits<double>::infinity();
    double high_ = -std::numeric_limits<double>::infinity();
};

inline bool roll_out(const AnyGame& game, const Judge& judge, const Policy& policy, std::byte* s, SplitMix64& luck,
                     SplitMix64& choices) noexcept {
    if (policy.kind == Rollout::kUniform) return game.roll_out_at_random(judge.horizon(), policy, s, luck, choices);
    return game.roll_out_by_policy(judge.horizon(), policy, s, luck, choices);
}

// The world of a simulation: drawn for the seat, or the true one if the search cheats. Future chance events are drawn
// afresh in both cases.
inline AnyState draw_world(const AnyGame& game, const std::byte* root, int seat, bool cheats,
                           SplitMix64& rng) noexcept {
    return cheats ? game.copy(root) : game.resample(root, seat, rng);
}

// A judge. If it needs the range of utilities, sample rollouts have supplied it.
inline Judge make_judge(const AnyGame& game, const std::byte* root, int seat, const SearchSettings& settings) {
    Judge judge(game, root, settings);
    if (!judge.wants_range()) return judge;
    constexpr std::uint64_t kProbes = 64;
    const Policy policy(settings);
    for (std::uint64_t i = 0; i < kProbes; ++i) {
        SplitMix64 rng = stream(~settings.seed, i);
        AnyState world = draw_world(game, root, seat, settings.cheats, rng);
        const bool cut = roll_out(game, judge, policy, world, rng, rng);
        judge.learn(world, cut);
    }
    return judge;
}

}  // namespace uneri
