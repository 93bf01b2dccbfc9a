// What each action is, by the functions of a game's folder.
#pragma once

#include <string>
#include <vector>

#include "bindings/docs.hpp"
#include "bindings/layout.hpp"
#include "bindings/own_types.hpp"
#include "uneri/engine/net/feature_game.hpp"

namespace uneri::binding {

template <Game G, class Layout, class Write>
void bind_action_features(py::module_& m, Layout layout_of, Write write) {
    using Own = OwnGame<G>;
    m.def(
        "action_layout", [layout_of](const Own& own) { return block_data(layout_of(own.game.rules())); },
        py::arg("game"));
    const auto features = [layout_of, write](const Own& own) {
        const auto& rules = own.game.rules();
        const std::vector<Segment> layout = layout_of(rules);
        const int size = size_of(layout);
        const int actions = own.game.limits().actions;
        py::array_t<float> out({py::ssize_t{actions}, py::ssize_t{size}});
        for (Action a = 0; a < actions; ++a) {
            FeatureRow row;
            row.clear(size);
            FeatureWriter writer(row);
            write(rules, a, writer);
            write_numbers(row, layout, out.mutable_data() + py::ssize_t{a} * size);
        }
        return out;
    };
    py::options without_signatures;
    without_signatures.disable_function_signatures();
    const py::object game = m.attr("Game");
    const py::object property = py::module_::import("builtins").attr("property");
    const py::cpp_function get(features, py::name("action_features"), py::is_method(game));
    py::setattr(game, "action_features", property(get, py::none(), py::none(), docstring("Game.action_features")));
}

}  // namespace uneri::binding
