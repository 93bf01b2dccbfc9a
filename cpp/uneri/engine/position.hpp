// A state as users hold it: with seeded chance, checked actions and the rewards since the last action.
#pragma once

#include <array>
#include <cstdint>

#include "uneri/engine/any_game.hpp"
#include "uneri/engine/utility.hpp"

namespace uneri {

struct Position {
    KeptState state;
    std::uint64_t rng = 0;  // of a seeded position
    bool seeded = false;
    std::array<std::int64_t, kMostSeats> before{};  // points before the last action

    // Equal positions continue alike. The reward of the last action is not compared.
    bool operator==(const Position& other) const noexcept {
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
    Position resampled(const AnyGame& game, int seat, std::uint64_t seed) const {
        SplitMix64 generator(seed);
        Position world = *this;
        game.resample(state, seat, generator, world.state);
        if (seeded) world.rng = generator.next();
        return world;
    }
};

inline Position new_position(const AnyGame& game) {
    Position position{game.initial()};
    position.remember_points(game);  // starting points are no reward
    return position;
}

// The start of the game of `seed`.
inline Position new_position(const AnyGame& game, std::uint64_t seed) {
    Position position = new_position(game);
    position.seeded = true;
    position.rng = seed;
    position.resolve_chance(game);
    return position;
}

}  // namespace uneri
