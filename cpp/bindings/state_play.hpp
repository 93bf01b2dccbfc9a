// Checks actions that Python names.
#pragma once

#include <cstdint>
#include <string>

#include "bindings/objects.hpp"

namespace uneri::binding {

// `where` goes before the action, such as the lane of a batch.
[[noreturn]] void raise_illegal(const StateObject& self, const py::handle& given, std::int64_t a,
                                const std::string& where = "");

// The action that `object` names, if it is legal here; else raises an error.
Action checked_action(const StateObject& self, const py::handle& object);

}  // namespace uneri::binding
