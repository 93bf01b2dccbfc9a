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

// A list of the int objects that the game shares.
template <class List>
py::list to_ids(const GameObject& owner, const List& items) {
    PyObject* out = PyList_New(static_cast<Py_ssize_t>(items.size()));
    if (out == nullptr) throw py::error_already_set();
    Py_ssize_t i = 0;
    for (const Action a : items) {  // not by index, which TACTA's lists look for from their start
        PyObject* id = PyList_GET_ITEM(owner.ids.ptr(), a);
        Py_INCREF(id);
        PyList_SET_ITEM(out, i++, id);
    }
    return py::reinterpret_steal<py::list>(out);
}

}  // namespace uneri::binding
