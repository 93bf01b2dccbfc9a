// Networks as Python objects, the settings of searches from Python, and their reports for Python.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings/objects.hpp"
#include "bindings/pybind.hpp"
#include "uneri/engine/net/features.hpp"
#include "uneri/engine/net/network.hpp"
#include "uneri/engine/search/settings.hpp"

namespace uneri {

struct NetworkObject : MadeByInit {
    NetworkObject(std::shared_ptr<const GameObject> of, Network net) : owner(std::move(of)), network(std::move(net)) {}
    std::shared_ptr<const GameObject> owner;
    Network network;
};

// Settings with the network that they point to.
struct ChosenSettings : SearchSettings {
    std::shared_ptr<const NetworkObject> network;
    std::optional<bool> given_trees;  // a tree per seat; if not given, where seats choose at the same time

    SearchSettings of_game(const AnyGame& game) const {
        SearchSettings settings = *this;
        settings.own_trees = given_trees.value_or(game.is_simultaneous());
        settings.threads = game.threads(threads);
        return settings;
    }
};

namespace binding {

inline void check_features(const AnyGame& game) {
    if (!game.has_features()) throw py::value_error(std::string(game.name()) + " has no features");
}
// The network is for the game: rows of other games have other places.
inline void check_network(const NetworkObject& network, const GameObject& owner) {
    if (&owner == network.owner.get()) return;
    const NetworkLabel& label = network.network.label;
    if (label.game != owner.name())
        throw py::value_error("the network is for the game " + label.game + "; the state is of " + owner.name());
    const AnyGame& own = network.owner->game;
    if (own.players() != owner.game.players() || feature_digest(own) != feature_digest(owner.game))
        throw py::value_error("the network is for games of other sizes, such as other numbers of players");
}
// A seat is to act.
inline void check_turn(const StateObject& state) {
    if (state.player() < 0) throw py::value_error(state.owner->name() + ": no seat is to act");
}
// A seat is to act, and the network of the settings, if any, is for the game.
inline void check_asked(const ChosenSettings& settings, const StateObject& state) {
    check_turn(state);
    if (settings.network) check_network(*settings.network, *state.owner);
}

// Reads the settings that are given. uneri/search/searches.py has their names, defaults and checks.
ChosenSettings to_settings(const py::dict& given);

// The positions of a search of many: states of one game, each with a seat to act.
std::vector<KeptState> roots_of(const py::list& states, const ChosenSettings& settings);

py::dict report_data(const AnyGame& game, const SearchReport& report);

}  // namespace binding
}  // namespace uneri
