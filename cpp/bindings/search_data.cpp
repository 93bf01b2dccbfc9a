#include "bindings/search_data.hpp"

#include <cmath>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace uneri::binding {

ChosenSettings to_settings(const py::dict& given) {
    ChosenSettings settings;
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
    read("widening", settings.widening);
    read("bias", settings.bias);
    read("margin", settings.margin);
    read("root_widening", settings.root_widening);
    read("exact", settings.exact);
    read("considered", settings.considered);
    read("epsilon", settings.epsilon);
    read("depth", settings.depth);
    read("round_only", settings.round_only);
    read("cheats", settings.cheats);
    read("tree", settings.wants_tree);
    read("worlds", settings.worlds);
    read_enum("rollout", settings.rollout);
    read_enum("objective", settings.objective);
    read_enum("final_choice", settings.final_choice);
    if (given.contains("own_trees")) settings.given_trees = py::cast<bool>(given["own_trees"]);
    if (given.contains("network") && !given["network"].is_none()) {
        settings.network = py::cast<std::shared_ptr<NetworkObject>>(given["network"]);
        settings.net = &settings.network->network;
        read("top", settings.top);
        read("prior", settings.prior);
    }
    return settings;
}

std::vector<KeptState> roots_of(const py::list& states, const ChosenSettings& settings) {
    std::vector<KeptState> roots;
    const GameObject* first = nullptr;
    for (const py::handle item : states) {
        const auto& state = py::cast<const StateObject&>(item);
        if (first == nullptr) first = state.owner.get();
        if (!state.game().is_kind_of(first->game))
            throw py::value_error("states[" + std::to_string(roots.size()) + "] is of " + state.owner->name() +
                                  ", but the first is of " + first->name());
        check_asked(settings, state);
        roots.push_back(state.state());
    }
    return roots;
}

namespace {

py::dict arm_data(const ArmStat& arm) {
    py::dict out;
    out["action"] = arm.action;
    out["visits"] = arm.visits;
    out["available"] = arm.available;
    out["mean"] = arm.visits == 0 ? py::object(py::none()) : py::float_(arm.mean());
    out["prior"] = arm.prior < 0 ? py::object(py::none()) : py::float_(arm.prior);
    out["stderr"] = arm.visits < 2 ? py::object(py::none()) : py::float_(std::sqrt(arm.variance_of_mean()));
    return out;
}

// As nested items, each with its seat, its action with notation, and its children.
py::list tree_data(const AnyGame& game, const std::vector<TreeItem>& tree) {
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

}  // namespace

py::dict report_data(const AnyGame& game, const SearchReport& report) {
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
    out["solved"] = report.solved;
    out["reused"] = report.reused;
    out["line"] = line;
    out["tree"] = tree_data(game, report.tree);
    return out;
}

}  // namespace uneri::binding
