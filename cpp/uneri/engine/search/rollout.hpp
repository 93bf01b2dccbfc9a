// From a leaf to a value: runs rollouts and values their ends.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "uneri/base/cpu.hpp"
#include "uneri/engine/game.hpp"
#include "uneri/engine/loops.hpp"
#include "uneri/engine/random_play.hpp"
#include "uneri/engine/search/settings.hpp"
#include "uneri/engine/utility.hpp"

namespace uneri {

template <Game G>
using Values = std::array<double, G::kMaxSeats>;  // by seat, in [0, 1]

// Says how far a rollout goes and what its end is worth to each seat. Values are scaled to [0, 1], so that one
// exploration constant suits all games.
template <Game G>
class Judge {
public:
    Judge(const G& game, const typename G::State& root, const SearchSettings& settings)
        : game_(game),
          players_(game.players()),
          objective_(settings.objective),
          counts_held_(settings.cutoff == Cutoff::kHeld) {
        if constexpr (RoundGame<G>) {
            if (settings.round_only) round_ = game.round(root);
        }
        for (int p = 0; p < players_; ++p) before_[at(p)] = game.points(root, p);
    }

    // Has the rollout passed the horizon? Checked at chance nodes, since every round begins with one.
    bool is_past(const typename G::State& s) const noexcept {
        if constexpr (RoundGame<G>) return round_ >= 0 && game_.round(s) != round_;
        return false;
    }

    // The values at the end of a rollout: of the whole match if it ended, else of the points gained since the root.
    // `cut`: the rollout stopped within a round.
    void values(const typename G::State& s, bool cut, Values<G>& out) const noexcept {
        const bool over = game_.player(s) == kTerminal;
        const Points points = gained(s, over, cut);
        switch (objective_) {
            case Objective::kWin: return share_of_first(s, over, points, out);
            case Objective::kRank: return ranks(points, out);
            case Objective::kUtility: return scaled(points, over ? game_.winners(s) : 0, over, out);
        }
    }

    // Records the range of utilities, for kUtility. It is called after sample rollouts.
    void learn(const typename G::State& s, bool cut) noexcept {
        Values<G> raw;
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
    using Points = std::array<std::int64_t, G::kMaxSeats>;

    Points gained(const typename G::State& s, bool over, bool cut) const noexcept {
        Points points{};
        for (int p = 0; p < players_; ++p)
            points[at(p)] = std::int64_t{game_.points(s, p)} - (over ? 0 : before_[at(p)]);
        if constexpr (CutoffValueGame<G>) {
            if (cut && counts_held_) {
                for (int p = 0; p < players_; ++p) points[at(p)] += game_.cutoff_points(s, p);
            }
        }
        return points;
    }
    void share_of_first(const typename G::State& s, bool over, const Points& points, Values<G>& out) const noexcept {
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
    void ranks(const Points& points, Values<G>& out) const noexcept {
        const double unit = 0.5 / (players_ - 1);
        for (int p = 0; p < players_; ++p) out[at(p)] = unit * halves_behind(points, players_, p);
    }
    void scaled(const Points& points, unsigned winners, bool over, Values<G>& out) const noexcept {
        utilities(
            game_.utility(), players_, [&](int p) { return static_cast<int>(points[at(p)]); }, over, winners,
            out.data());
        const double width = high_ - low_;
        for (int p = 0; p < players_; ++p) {
            out[at(p)] = width > 0 ? std::clamp((out[at(p)] - low_) / width, 0.0, 1.0) : 0.5;
        }
    }

    const G& game_;
    int players_;
    Objective objective_;
    bool counts_held_;
    int round_ = -1;
    Points before_{};
    double low_ = std::numeric_limits<double>::infinity();
    double high_ = -std::numeric_limits<double>::infinity();
};

// How seats decide in rollouts.
struct Policy {
    // With kNetwork it is for what the network doesn't play.
    explicit Policy(const SearchSettings& settings) noexcept
        : kind(settings.rollout == Rollout::kNetwork ? Rollout::kEpsilon : settings.rollout),
          random_below(settings.epsilon >= 1.0 ? ~std::uint64_t{0}
                                               : static_cast<std::uint64_t>(settings.epsilon * 0x1p64)),
          depth(settings.depth > 0 ? settings.depth : std::numeric_limits<int>::max()) {}
    Rollout kind;
    std::uint64_t random_below;  // a raw random number below it means a random decision
    int depth;
};

// The move of the heuristic player in rollouts.
template <GreedyGame G>
Action heuristic(const G& game, const typename G::State& s) noexcept {
    if constexpr (RolloutPlayerGame<G>) {
        return game.rollout_action(s);
    } else {
        return game.greedy(s);
    }
}

// Plays `s` on to its end, the horizon or `depth` decisions; true if `depth` ended it. Chance and random choices of
// seats may have separate streams, so that rollouts with different choices draw the same cards. A search spends most of
// its time here.
template <Game G, bool by_heuristic>
UNERI_FLATTEN bool roll_out(const G& game, const Judge<G>& judge, const Policy& policy, typename G::State& s,
                            SplitMix64& luck, SplitMix64& choices) noexcept {
    RandomPlay<G> play(game, s);
    const auto choose = [&] {
        if constexpr (by_heuristic && GreedyGame<G>) {
            if (policy.kind == Rollout::kGreedy || choices.next() >= policy.random_below) return heuristic(game, s);
        }
        return play.pick(s, choices);
    };
    int left = policy.depth;
    for (int player = game.player(s); player != kTerminal; player = game.player(s)) {
        Action a;
        if (player == kChance) {
            if (judge.is_past(s)) return false;
            a = draw_chance(game, s, luck);
        } else if (left-- == 0) {
            return true;
        } else {
            a = choose();
        }
        play.apply(s, a);
    }
    return false;
}

template <Game G>
bool roll_out(const G& game, const Judge<G>& judge, const Policy& policy, typename G::State& s, SplitMix64& luck,
              SplitMix64& choices) noexcept {
    const auto run = policy.kind == Rollout::kUniform ? loops<G>().roll_out_at_random : loops<G>().roll_out_by_policy;
    return run(game, judge, policy, s, luck, choices);
}

// The world of a simulation: drawn for the seat, or the true one if the search cheats. Future chance events are drawn
// anew in both cases.
template <Game G>
typename G::State draw_world(const G& game, const typename G::State& root, int seat, bool cheats,
                             SplitMix64& rng) noexcept {
    return cheats ? root : game.resample(root, seat, rng);
}

// A judge. If it needs the range of utilities, sample rollouts have supplied it.
template <Game G>
Judge<G> make_judge(const G& game, const typename G::State& root, int seat, const SearchSettings& settings) {
    Judge<G> judge(game, root, settings);
    if (!judge.wants_range()) return judge;
    constexpr std::uint64_t kProbes = 64;
    const Policy policy(settings);
    for (std::uint64_t i = 0; i < kProbes; ++i) {
        SplitMix64 rng = stream(~settings.seed, i);
        typename G::State world = draw_world(game, root, seat, settings.cheats, rng);
        const bool cut = roll_out(game, judge, policy, world, rng, rng);
        judge.learn(world, cut);
    }
    return judge;
}

}  // namespace uneri
