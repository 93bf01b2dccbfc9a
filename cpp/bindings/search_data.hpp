// The settings of searches from Python, and their reports for Python.
#pragma once

#include <vector>

#include "bindings/network_object.hpp"
#include "bindings/objects.hpp"
#include "bindings/pybind.hpp"
#include "uneri/engine/search/settings.hpp"

namespace uneri::binding {

// Reads the settings that are given. uneri/search/searches.py has their names, defaults and checks.
ChosenSettings to_settings(const py::dict& given);

// The positions of a search of many: states of one game, each with a seat to act.
std::vector<KeptState> roots_of(const py::list& states, const ChosenSettings& settings);

py::dict report_data(const AnyGame& game, const SearchReport& report);

}  // namespace uneri::binding
