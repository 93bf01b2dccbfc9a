// Random and heuristic rollouts of a game of its own type, for its tables (define_table.hpp).
#pragma once

#include <cstdint>
#include <limits>

#include "uneri/base/cpu.hpp"
#include "uneri/engine/game.hpp"
#include "uneri/engine/random_play.hpp"
#include "uneri/engine/search/settings.hpp"

namespace uneri {

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

inline constexpr int kNoHorizon = -1;

// Plays `s` on to its end, past round number `horizon` or by `depth` decisions; true if `depth` ended it. Chance and
// random choices of seats may have separate streams, so that rollouts with different choices draw the same cards. A
// search spends most of its time here.
template <Game G, bool by_heuristic>
UNERI_FLATTEN bool roll_out(const G& game, int horizon, const Policy& policy, typename G::State& s, SplitMix64& luck,
                            SplitMix64& choices) noexcept {
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
            if (horizon != kNoHorizon && round_of(game, s) != horizon) return false;
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

}  // namespace uneri
