// Uniformly random playouts by many threads.
#pragma once

#include <cstdint>

#include "uneri/engine/any_game.hpp"
#include "uneri/engine/parallel.hpp"
#include "uneri/engine/random_play.hpp"

namespace uneri {

// Playouts begin..begin+count-1; `returns` is [count, players], `lengths` [count]. False if stopped.
inline bool playouts(const AnyGame& game, const std::byte* root, std::uint64_t count, std::uint64_t seed, int threads,
                     const Tick& tick, double* returns, std::int32_t* lengths, std::uint64_t begin = 0) {
    const auto players = static_cast<std::uint64_t>(game.players());
    constexpr std::uint64_t kChunk = 16;  // some tenths of a millisecond, so Ctrl-C feels immediate
    Progress progress(count, tick);
    return run_chunks(count, kChunk, threads, progress, [&](std::uint64_t first, std::uint64_t last, bool) {
        game.play_out_range(root, seed, begin + first, begin + last, returns + first * players, lengths + first);
    });
}

// Of a game's own type.
template <Game G>
bool playouts(const G& game, const typename G::State& root, std::uint64_t count, std::uint64_t seed, int threads,
              const Tick& tick, double* returns, std::int32_t* lengths, std::uint64_t begin = 0) {
    return playouts(AnyGame::of(game), AnyState(root), count, seed, threads, tick, returns, lengths, begin);
}

}  // namespace uneri
