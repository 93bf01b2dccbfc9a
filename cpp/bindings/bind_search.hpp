// The searches for any game: bind_search<G>(module) gives one function a search, state and settings -> plain data.
// Names, defaults and checks of the settings stand in uneri/search.py; what arrives here has been checked there.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "bindings/objects.hpp"
#include "bindings/pybind.hpp"
#include "uneri/engine/search/flat.hpp"
#include "uneri/engine/search/ismcts.hpp"
#include "uneri/engine/search/pimc.hpp"

namespace uneri::binding {

// The settings from the keys that are there.
inline SearchSettings to_settings(const py::dict& given) {
    SearchSettings settings;
    const auto read = [&](const char* key, auto& field) {
        if (given.contains(key)) field = py::cast<std::remove_reference_t<decltype(field)>>(given[key]);
    };
    const auto read_enum = [&](const char* key, auto& field) {
        using Enum = std::remove_reference_t<decltype(field)>;
        if (given.contains(key)) field = static_cast<Enum>(py::cast<int>(given[key]));
    };
    read("sims", settings.sims);
    read("seconds", settings.seconds);
    read("seed", settings.seed);
    read("threads", settings.threads);
    read("trees", settings.trees);
    read("exploration", settings.exploration);
    read("epsilon", settings.epsilon);
    read("depth", settings.depth);
    read("round_only", settings.round_only);
    read("paranoid", settings.paranoid);
    read("own_trees", settings.own_trees);
    read("worlds", settings.worlds);
    read_enum("rollout", settings.rollout);
    read_enum("objective", settings.objective);
    read_enum("final_choice", settings.final_choice);
    return settings;
}

inline py::dict arm_data(const ArmStat& arm) {
    py::dict out;
    out["action"] = arm.action;
    out["visits"] = arm.visits;
    out["available"] = arm.available;
    out["mean"] = arm.visits == 0 ? py::object(py::none()) : py::float_(arm.mean());
    out["stderr"] = arm.visits < 2 ? py::object(py::none()) : py::float_(std::sqrt(arm.variance_of_mean()));
    return out;
}

// Nested: each item has its seat, its action with notation and its children.
template <Game G>
py::list tree_data(const G& game, const std::vector<TreeItem>& tree) {
    py::list top;
    std::vector<py::list> children(tree.size());
    for (std::size_t i = 0; i < tree.size(); ++i) {
        py::dict item = arm_data(tree[i].stat);
        item["player"] = tree[i].player;
        item["notation"] = game.action_text(tree[i].player, tree[i].stat.action);
        item["children"] = children[i];
        (tree[i].parent < 0 ? top : children[static_cast<std::size_t>(tree[i].parent)]).append(item);
    }
    return top;
}

template <Game G>
py::dict report_data(const G& game, const SearchReport& report) {
    py::dict out;
    py::list arms;
    for (const ArmStat& arm : report.arms) {
        py::dict data = arm_data(arm);
        arms.append(data);
    }
    py::list line;
    for (const auto& [player, action] : report.line) line.append(py::make_tuple(player, action));
    out["arms"] = arms;
    out["best"] = report.best;
    out["simulations"] = report.simulations;
    out["worlds"] = report.worlds;
    out["line"] = line;
    out["tree"] = tree_data(game, report.tree);
    return out;
}

template <template <class> class Search, Game G>
void bind_one_search(py::module_& m, const char* name) {
    using Self = StateObject<G>;
    m.def(
        name,
        [](const Self& state, const py::dict& settings, const py::object& tick) {
            if (state.game().player(state.state()) < 0)
                throw py::value_error(std::string(G::kName) + ": no seat is to act");
            const SearchSettings chosen = to_settings(settings);
            const Tick polled = to_tick(tick);
            const Self root = state;
            SearchReport report;
            {
                const py::gil_scoped_release free;
                Search<G>(root.game(), root.state(), chosen).run(polled, report);
            }
            return report_data(root.game(), report);
        },
        py::arg("state"), py::arg("settings"), py::arg("tick"));
}

template <Game G>
void bind_search(py::module_& m) {
    bind_one_search<FlatSearch, G>(m, "search_flat");
    bind_one_search<InformationSetSearch, G>(m, "search_ismcts");
    bind_one_search<PerfectInformationSearch, G>(m, "search_pimc");
}

}  // namespace uneri::binding
