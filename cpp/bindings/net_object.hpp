// A network as a Python object.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "bindings/objects.hpp"
#include "uneri/engine/net/feature_game.hpp"
#include "uneri/engine/net/network.hpp"

namespace uneri {

template <Game G>
struct NetworkObject : MadeByInit {
    NetworkObject(std::shared_ptr<const GameObject<G>> of, Network net)
        : owner(std::move(of)), network(std::move(net)) {}
    std::shared_ptr<const GameObject<G>> owner;
    Network network;
};

namespace binding {

// The network is for the game: rows of other games have other places.
template <FeatureGame G>
void check_options(const NetworkObject<G>& network, const G& game) {
    const std::string options = network_options(game);
    if (options != network.network.label.options)
        throw py::value_error("the network is for the options " + network.network.label.options + "; the state has " +
                              options);
}
// ... and a seat is to act at the state.
template <FeatureGame G>
void check_asked(const NetworkObject<G>& network, const StateObject<G>& state) {
    if (state.game().player(state.state()) < 0) throw py::value_error(std::string(G::kName) + ": no seat is to act");
    if (state.owner != network.owner) check_options(network, state.game());
}

}  // namespace binding
}  // namespace uneri
