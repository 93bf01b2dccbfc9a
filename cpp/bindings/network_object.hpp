// The object behind a game's class Network, and the settings of a search that may have one.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "bindings/objects.hpp"
#include "bindings/pybind.hpp"
#include "uneri/engine/net/feature_game.hpp"
#include "uneri/engine/net/network.hpp"
#include "uneri/engine/search/settings.hpp"

namespace uneri {

template <Game G>
struct NetworkObject : MadeByInit {
    NetworkObject(std::shared_ptr<const GameObject<G>> of, Network net)
        : owner(std::move(of)), network(std::move(net)) {}
    std::shared_ptr<const GameObject<G>> owner;
    Network network;
};

// Settings with the network that they point to.
template <Game G>
struct ChosenSettings : SearchSettings {
    std::shared_ptr<const NetworkObject<G>> network;
};

namespace binding {

// The network is for the game: rows of other games have other places.
template <FeatureGame G>
void check_network(const NetworkObject<G>& network, const G& game) {
    const std::string options = network_options(game);
    if (options != network.network.label.options)
        throw py::value_error("the network is for the options " + network.network.label.options + "; the state has " +
                              options);
}
template <FeatureGame G>
void check_network(const NetworkObject<G>& network, const GameObject<G>& owner) {
    if (&owner != network.owner.get()) check_network(network, owner.game);
}
// A seat is to act, and the network of the settings, if any, is for the game.
template <Game G>
void check_asked(const ChosenSettings<G>& settings, const StateObject<G>& state) {
    if (state.game().player(state.state()) < 0) throw py::value_error(std::string(G::kName) + ": no seat is to act");
    if constexpr (FeatureGame<G>) {
        if (settings.network) check_network(*settings.network, *state.owner);
    }
}

}  // namespace binding
}  // namespace uneri
