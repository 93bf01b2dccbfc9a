// The decisions of random games of ONDA, in all.
#include <cstdint>
#include <numeric>
#include <vector>

#include "uneri/engine/playout.hpp"
#include "uneri/engine/position.hpp"
#include "uneri/games/onda/onda.hpp"

extern "C" std::int64_t decisions(std::uint64_t state_seed, std::uint32_t games, std::uint64_t seed) {
    const auto made = uneri::onda::Onda::make(uneri::PlainData::Map{{"players", 2}});
    if (!made) return -1;
    const uneri::onda::Onda& game = *made;
    std::vector<double> returns(2UL * games);
    std::vector<std::int32_t> lengths(games);
    const auto start = uneri::new_position(game, state_seed).state;
    uneri::playouts(game, start, games, seed, 1, [](double) { return true; }, returns.data(), lengths.data());
    return std::accumulate(lengths.begin(), lengths.end(), std::int64_t{0});
}
