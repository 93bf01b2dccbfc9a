// Plays one game on at random: R-3 at chance, legal[below(size)] at a seat's node.
#pragma once

#include "uneri/engine/game.hpp"

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

}  // namespace uneri
