// A state as users hold it: with seeded chance, checked actions and the rewards since the last action.
#pragma once

#include <array>
#include <cstdint>

#include "uneri/engine/any_game.hpp"
#include "uneri/engine/utility.hpp"

namespace uneri {

struct AnyPosition {
    KeptState state;
    std::uint64_t rng = 0;  // of a seeded position
    bool seeded = false;
    std::array<std::int64_t, kMostSeats> before{};  // points before the last action

    // Equal positions continue alike. The reward of the last action is not compared.
    bool operator==(const AnyPosition& other) const noexcept {
        return state == other.state && rng == other.rng && seeded == other.seeded;
    }
    std::uint64_t hash() const noexcept { return state.hash() * 3 + rng * 7 + (seeded ? 1 : 0); }

    void remember_points(const AnyGame& game) noexcept { game.points(state, before.data()); }
    void resolve_chance(const AnyGame& game) noexcept {
        if (!seeded) return;
        SplitMix64 generator(rng);
        game.resolve_chance(state, generator);
        rng = generator.state();
    }
    // `a` is legal.
    void apply(const AnyGame& game, Action a) noexcept {
        game.hot().step(game.self(), static_cast<std::byte*>(state), before.data(), seeded ? &rng : nullptr, a);
    }
    // The same, but rewards count from an earlier action.
    void play(const AnyGame& game, Action a) noexcept {
        game.apply(state, a);
        resolve_chance(game);
    }
    void rewards(const AnyGame& game, double* out) const noexcept {
        game.returns(state, out);
        take_off_earlier(game.utility(), game.players(), before.data(), out);
    }
    AnyPosition resampled(const AnyGame& game, int seat, std::uint64_t seed) const {
        SplitMix64 generator(seed);
        AnyPosition world = *this;
        game.resample(state, seat, generator, world.state);
        if (seeded) world.rng = generator.next();
        return world;
    }
};

inline AnyPosition new_position(const AnyGame& game) {
    AnyPosition position{game.initial()};
    position.remember_points(game);  // starting points are not a reward
    return position;
}

// The start of the game of `seed`.
inline AnyPosition new_position(const AnyGame& game, std::uint64_t seed) {
    AnyPosition position = new_position(game);
    position.seeded = true;
    position.rng = seed;
    position.resolve_chance(game);
    return position;
}

// A position of a game's own type, for programs of one game.
template <Game G>
struct Position {
    typename G::State state;
    std::uint64_t rng = 0;
    bool seeded = false;

    // `a` is legal.
    void apply(const G& game, Action a) noexcept {
        game.apply(state, a);
        resolve_chance(game);
    }
    void resolve_chance(const G& game) noexcept {
        if (!seeded) return;
        SplitMix64 generator(rng);
        while (game.player(state) == kChance) game.apply(state, draw_chance(game, state, generator));
        rng = generator.state();
    }
};

template <Game G>
Position<G> new_position(const G& game) {
    return {game.initial()};
}
template <Game G>
Position<G> new_position(const G& game, std::uint64_t seed) {
    Position<G> position{game.initial(), seed, true};
    position.resolve_chance(game);
    return position;
}

}  // namespace uneri
