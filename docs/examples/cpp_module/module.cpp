// A Python module: `tidal_returns.sums(state_seed=7, games=100, seed=1)`.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cstdint>
#include <stdexcept>
#include <vector>

#include "uneri/engine/playout.hpp"
#include "uneri/engine/position.hpp"
#include "uneri/games/tidal/tidal.hpp"

namespace {

// Sums the returns of each seat in random games from one deal.
std::vector<double> sums(std::uint64_t state_seed, std::uint32_t games, std::uint64_t seed) {
    using uneri::tidal::Tidal;
    const auto made = Tidal::make(uneri::PlainData::Map{{"players", 2}});
    if (!made) throw std::invalid_argument(made.error());
    const Tidal& game = *made;
    const auto players = static_cast<std::size_t>(game.players());
    std::vector<double> returns(games * players);
    std::vector<std::int32_t> lengths(games);
    const uneri::Tick always = [](double) { return true; };  // called from time to time; false stops the games
    uneri::playouts(game, uneri::new_position(game, state_seed).state, games, seed, 1, always, returns.data(),
                    lengths.data());

    std::vector<double> won(players);
    for (std::size_t i = 0; i < returns.size(); ++i) won[i % players] += returns[i];
    return won;
}

}  // namespace

PYBIND11_MODULE(tidal_returns, module) {
    module.def("sums", &sums, pybind11::arg("state_seed"), pybind11::arg("games"), pybind11::arg("seed"));
}
