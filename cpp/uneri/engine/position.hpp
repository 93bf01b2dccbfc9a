// A state as users hold it: with seeded chance, checked actions and the rewards since the last action.
#pragma once

#include <array>
#include <cstdint>

#include "uneri/base/hash.hpp"
#include "uneri/engine/game.hpp"
#include "uneri/engine/utility.hpp"

namespace uneri {

template <Game G>
struct Position {
    typename G::State state;
    std::uint64_t rng = 0;                            // of a seeded position
    std::uint64_t seeded = 0;                         // 0 or 1; a whole word, to avoid padding
    std::array<std::int64_t, G::kMaxSeats> before{};  // points before the last action

    // Equal positions continue alike. The reward of the last action is not compared.
    bool operator==(const Position& other) const noexcept {
        return state == other.state && rng == other.rng && seeded == other.seeded;
    }
    std::uint64_t hash() const noexcept { return hash_value(state) * 3 + rng * 7 + seeded; }

    void remember_points(const G& game, int players) noexcept {
        for (int p = 0; p < players; ++p) before[static_cast<std::size_t>(p)] = game.points(state, p);
    }
    void resolve_chance(const G& game) noexcept {
        if (seeded == 0) return;
        SplitMix64 generator(rng);
        while (game.player(state) == kChance) game.apply(state, draw_chance(game, state, generator));
        rng = generator.state();
    }
    // `a` is legal.
    void apply(const G& game, int players, Action a) noexcept {
        remember_points(game, players);
        play(game, a);
    }
    // The same, but rewards count from an earlier action.
    void play(const G& game, Action a) noexcept {
        game.apply(state, a);
        resolve_chance(game);
    }
    void rewards(const G& game, int players, double* out) const noexcept {
        std::array<double, G::kMaxSeats> earlier{};
        returns_of(game, state, out);
        utilities(
            game.utility(), players, [&](int p) { return static_cast<int>(before[static_cast<std::size_t>(p)]); },
            false, 0, earlier.data());
        for (int p = 0; p < players; ++p) out[p] -= earlier[static_cast<std::size_t>(p)];
    }
    Position resampled(const G& game, int seat, std::uint64_t seed) const noexcept {
        SplitMix64 generator(seed);
        Position world = *this;
        world.state = game.resample(state, seat, generator);
        if (seeded != 0) world.rng = generator.next();
        return world;
    }
};

template <Game G>
Position<G> new_position(const G& game) noexcept {
    Position<G> position{game.initial()};
    position.remember_points(game, game.players());  // starting points are no reward
    return position;
}

// Resets to the start of the game of `seed`.
template <Game G>
void begin_position(const G& game, std::uint64_t seed, Position<G>& position) noexcept {
    position.state = game.initial();
    position.remember_points(game, game.players());
    position.seeded = 1;
    position.rng = seed;
    position.resolve_chance(game);
}

template <Game G>
Position<G> new_position(const G& game, std::uint64_t seed) noexcept {
    Position<G> position = new_position(game);
    begin_position(game, seed, position);
    return position;
}

}  // namespace uneri
