// The games of the module: the tables of each (engine/game_table.hpp), and its classes in Python.
#pragma once

#include "bindings/pybind.hpp"
#include "uneri/engine/game_table.hpp"

namespace uneri::binding {

// What every game gets from `shared`, and what games with features get from `shared_net`.
struct SharedModules {
    py::module_ shared;
    py::module_ shared_net;
};

// Fills the module of a game: classes Game and State of its own, derived from the shared ones, and all that is shared.
void fill_module(py::module_& m, const SharedModules& modules, const HotTable& hot, const ColdTable& cold);

// Of the game whose class this is.
const ColdTable& cold_table_of(const py::handle& game_class);
py::object state_class_of(const py::handle& game_class);

}  // namespace uneri::binding
