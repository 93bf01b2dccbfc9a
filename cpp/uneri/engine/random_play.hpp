// Plays games on at random: R-3 at chance, legal[below(size)] at a seat's node. For the tables of a game
// (define_table.hpp).
#pragma once

#include <cstdint>

#include "uneri/base/cpu.hpp"
#include "uneri/engine/game.hpp"
#include "uneri/engine/utility.hpp"

namespace uneri {

template <Game G>
class RandomPlay {
public:
    RandomPlay(const G& game, const typename G::State&) noexcept : game_(game) {}

    Action pick(const typename G::State& s, SplitMix64& rng) noexcept {
        game_.legal_actions(s, list_);
        return list_[static_cast<std::size_t>(rng.below(list_.size()))];
    }
    void apply(typename G::State& s, Action a) const noexcept { game_.apply(s, a); }

private:
    const G& game_;
    typename G::Actions list_;
};

template <CachedPlayoutGame G>
class RandomPlay<G> {
public:
    RandomPlay(const G& game, const typename G::State& s) noexcept : game_(game), cache_(game.playout_cache(s)) {}

    Action pick(const typename G::State& s, SplitMix64& rng) noexcept { return game_.pick(s, cache_, rng); }
    void apply(typename G::State& s, Action a) noexcept { game_.apply(s, a, cache_); }

private:
    const G& game_;
    typename G::PlayoutCache cache_;
};

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
