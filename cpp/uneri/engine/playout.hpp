// Uniformly random playouts of a game of its own type, for its tables (define_table.hpp).
#pragma once

#include <cstdint>
#include <span>

#include "uneri/base/cpu.hpp"
#include "uneri/engine/game.hpp"
#include "uneri/engine/random_play.hpp"
#include "uneri/engine/utility.hpp"

namespace uneri {

// Plays `s` to its end: legal[below(size)] at a seat's node, R-3 at chance. Returns the number of decisions.
template <Game G>
std::int32_t play_out(const G& game, typename G::State& s, SplitMix64& rng) noexcept {
    std::int32_t decisions = 0;
    RandomPlay<G> play(game, s);
    for (int player = game.player(s); player != kTerminal; player = game.player(s)) {
        decisions += player != kChance ? 1 : 0;
        play.apply(s, player == kChance ? draw_chance(game, s, rng) : play.pick(s, rng));
    }
    return decisions;
}

// Playouts first..last-1 from `root`, a row each. Playout i draws from stream(seed, i).
template <Game G>
UNERI_FLATTEN void play_out_range(const G& game, const typename G::State& root, std::uint64_t seed, std::uint64_t first,
                                  std::uint64_t last, double* returns, std::int32_t* lengths) noexcept {
    const auto players = static_cast<std::uint64_t>(game.players());
    for (std::uint64_t i = first; i < last; ++i) {
        typename G::State s = root;
        SplitMix64 rng = stream(seed, i);
        *lengths++ = play_out(game, s, rng);
        returns_of(game, s, returns);
        returns += players;
    }
}

}  // namespace uneri
