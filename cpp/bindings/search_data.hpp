// The settings of searches from Python, and their reports for Python.
#pragma once

#include "bindings/network_object.hpp"
#include "bindings/objects.hpp"
#include "bindings/pybind.hpp"
#include "uneri/engine/search/settings.hpp"

namespace uneri::binding {

// Reads the settings that are given. uneri/search/searches.py has their names, defaults and checks.
ChosenSettings to_settings(const py::dict& given);

py::dict report_data(const AnyGame& game, const SearchReport& report);

}  // namespace uneri::binding
