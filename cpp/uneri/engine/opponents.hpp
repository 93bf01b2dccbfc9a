// Plays the other seats by the core's own players, up to the learner's next decision.
#pragma once

#include <cstdint>
#include <vector>

#include "uneri/base/cpu.hpp"
#include "uneri/engine/loops.hpp"
#include "uneri/engine/position.hpp"

namespace uneri {

enum class Opponent : std::uint8_t { kRandom, kGreedy, kAsked };  // kAsked: somebody outside of the core

// Who may play a seat: of several, one is drawn for each game.
struct Place {
    struct Member {
        Opponent player = Opponent::kRandom;
        std::int32_t number = -1;  // of the one that is asked
    };

    std::vector<Member> members;
    std::vector<double> sums;  // of the weights, up to each member; empty: there is one member, and nothing is drawn
};

struct Opponents {
    static constexpr int kAnySeat = -1;

    std::vector<Opponent> players;  // one per other seat, in order after the learner; empty: the caller plays all,
    std::vector<Place> places;      // ... or, one per other seat, these do
    int seat = 0;                   // the learner's; kAnySeat: drawn for each game

    bool empty() const noexcept { return players.empty() && places.empty(); }
    bool has_places() const noexcept { return !places.empty(); }
};

inline constexpr std::int32_t kNoLearner = -1;

// The generator of a game's opponents: draws the learner's seat if asked to, then random players' choices. Its stream
// index is one that no episode has, so it shares no numbers with the lane's later games.
constexpr SplitMix64 opponents_stream(std::uint64_t game_seed) noexcept {
    return stream(game_seed, std::uint64_t{1} << 63);
}

// As in batch.hpp, gcc 12 follows chance nodes into the code for seats. It also misses that a seat to act always has a
// legal action.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Warray-bounds"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
template <Game G>
Action opponent_action(const G& game, const typename G::State& s, Opponent player, SplitMix64& generator) noexcept {
    if constexpr (GreedyGame<G>) {
        if (player == Opponent::kGreedy) return game.greedy(s);
    }
    typename G::Actions list;
    list.clear();
    game.legal_actions(s, list);
    return list[generator.below(static_cast<std::uint64_t>(list.size()))];
}

// Plays a seeded position on until the learner or somebody outside of the core is to act, or the game is over. Points
// earned meanwhile count for the learner's last action. Not inlined: a batch calls it from several places, and players
// are long.
template <Game G>
UNERI_NOINLINE void play_opponents(const G& game, const Opponent* players, int seats, int learner,
                                   Position<G>& position, std::uint64_t& generator) noexcept {
    SplitMix64 numbers(generator);
    for (int seat = game.player(position.state); seat != learner && seat != kTerminal;
         seat = game.player(position.state)) {
        const auto place = static_cast<std::size_t>((seat - learner - 1 + seats) % seats);
        if (players[place] == Opponent::kAsked) break;
        position.play(game, opponent_action(game, position.state, players[place], numbers));
    }
    generator = numbers.state();
}
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

}  // namespace uneri
