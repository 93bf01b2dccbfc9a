// What the seats to act would see after each of their legal actions, as networks look at it (judge.hpp): where an
// action reveals something, or ends an episode, or seats choose in secret, in worlds drawn for the seat.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "uneri/base/rng.hpp"
#include "uneri/engine/any_game.hpp"
#include "uneri/engine/batch.hpp"

namespace uneri {

inline constexpr int kMostWorlds = 1024;

struct AfterSettings {
    int worlds = 1;          // drawn for an action whose result is
    std::uint64_t seed = 0;  // of the worlds
    bool features = false;   // rows of features, in place of observations
};

// Memory of the caller's. The rows of lane i are offsets[i]..offsets[i + 1] - 1.
struct AfterRows {
    std::int64_t* offsets;
    Action* actions;
    void* seen;
    float* rewards;  // what the seat earns by the action
    std::uint8_t* terminated;
};

// The generator of the worlds of a decision. It depends on the lane's game and the number of steps in it alone.
constexpr SplitMix64 after_stream(std::uint64_t game_seed, std::int32_t length, std::uint64_t seed) noexcept {
    constexpr std::uint64_t kStream = (std::uint64_t{1} << 63) - 1;  // no episode has this number
    return stream(stream(game_seed, kStream).next() + seed, static_cast<std::uint64_t>(length));
}

// How the rows of a game with features are written.
struct AfterWork {
    AfterSettings settings;
    const std::vector<Segment>& layout;  // of features
    std::size_t width;                   // of a row
    bool bytes;                          // observations are bytes
};

// The number of rows of a decision.
inline std::int64_t count_after(const AnyGame& game, const AfterWork& work, const std::byte* s,
                                std::span<const Action> legal) noexcept {
    if (work.settings.worlds == 1 || legal.empty()) return static_cast<std::int64_t>(legal.size());
    return game.loops().count_after(game.self(), work, s, legal.data(), legal.size());
}

// Writes them from row `start` on. No rows where the game is over.
inline void write_after(const AnyGame& game, const AfterWork& work, const std::byte* s, SplitMix64 rng,
                        const AfterRows& rows, std::size_t start) noexcept {
    game.loops().write_after(game.self(), work, s, rng.state(), rows, start);
}

// Writes `offsets` for all lanes, and returns the number of rows.
inline std::size_t count_after(Batch& batch, const AfterWork& work, std::int64_t* offsets) {
    offsets[0] = 0;
    batch.by_chunks([&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i)
            offsets[i + 1] = count_after(batch.game(), work, batch.state(i), batch.legal_of(i));
    });
    for (std::size_t i = 0; i < batch.size(); ++i) offsets[i + 1] += offsets[i];
    return static_cast<std::size_t>(offsets[batch.size()]);
}

// Writes the rows of all lanes, at their offsets.
inline void write_after(Batch& batch, const AfterWork& work, const AfterRows& rows) {
    batch.by_chunks([&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            write_after(batch.game(), work, batch.state(i),
                        after_stream(batch.seeds[i], batch.lane(i).length, work.settings.seed), rows,
                        static_cast<std::size_t>(rows.offsets[i]));
        }
    });
}

}  // namespace uneri
