// What bound functions read and give: numbers within bounds, seeds, lists.
#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include "bindings/convert.hpp"
#include "bindings/pybind.hpp"
#include "uneri/base/result.hpp"

namespace uneri::binding {

template <class List>
py::list to_list(const List& items) {
    py::list out(items.size());
    for (std::size_t i = 0; i < items.size(); ++i) {
        PyObject* number = PyLong_FromLong(items[i]);
        if (number == nullptr) throw py::error_already_set();
        PyList_SET_ITEM(out.ptr(), static_cast<Py_ssize_t>(i), number);
    }
    return out;
}

inline py::list to_floats(const double* values, int count) {
    py::list out(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        PyObject* number = PyFloat_FromDouble(values[i]);
        if (number == nullptr) throw py::error_already_set();
        PyList_SET_ITEM(out.ptr(), i, number);
    }
    return out;
}

template <class T>
T unwrap(Result<T> result) {
    if (!result) raise_value_error(result.error());
    return *result;
}

inline std::uint64_t to_seed(const py::handle& object) {
    const std::int64_t signed_seed = to_integer(object, "seed");
    if (signed_seed >= 0 && signed_seed < std::numeric_limits<std::int64_t>::max())
        return static_cast<std::uint64_t>(signed_seed);
    const py::object number = py::reinterpret_steal<py::object>(PyNumber_Index(object.ptr()));
    const std::uint64_t seed = number ? PyLong_AsUnsignedLongLong(number.ptr()) : 0;
    if (PyErr_Occurred() != nullptr) {
        PyErr_Clear();
        throw py::value_error("seed is " + std::string(py::str(object)) + "; allowed: 0 to 2^64 - 1");
    }
    return seed;
}

inline int to_bounded(const py::handle& object, const char* what, std::int64_t low, std::int64_t high) {
    const std::int64_t number = to_integer(object, what);
    if (number < low || number > high) {
        throw py::value_error(std::string(what) + " is " + std::string(py::str(object)) +
                              "; allowed: " + std::to_string(low) + " to " + std::to_string(high));
    }
    return static_cast<int>(number);
}

}  // namespace uneri::binding
