// Reads hands as users write them. It uses neither numpy nor Python code: for one hand these cost more than a kernel.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "bindings/pybind.hpp"

namespace uneri::binding {

inline constexpr int kUint8 = 2;  // numpy's NPY_UBYTE

// Reads an int of low..high. False for anything else, including bools and numpy's integers.
inline bool read_int(const py::handle& object, long low, long high, int& number) {
    if (!PyLong_CheckExact(object.ptr())) return false;
    int overflow = 0;
    const long value = PyLong_AsLongAndOverflow(object.ptr(), &overflow);
    if (overflow != 0 || value < low || value > high) return false;
    number = static_cast<int>(value);
    return true;
}

// Reads one count per kind from a list or tuple of ints, or from a row uint8[kinds]. False for anything else. It does
// not check the counts of a row.
inline bool read_counts(const py::handle& object, std::span<std::uint8_t> counts) {
    PyObject* raw = object.ptr();
    const auto kinds = static_cast<Py_ssize_t>(counts.size());
    if (PyList_CheckExact(raw) || PyTuple_CheckExact(raw)) {
        if (PySequence_Fast_GET_SIZE(raw) != kinds) return false;
        for (Py_ssize_t k = 0; k < kinds; ++k) {
            int count = 0;
            if (!read_int(PySequence_Fast_GET_ITEM(raw, k), 0, 255, count)) return false;
            counts[static_cast<std::size_t>(k)] = static_cast<std::uint8_t>(count);
        }
        return true;
    }
    if (!py::isinstance<py::array>(object)) return false;
    const auto array = py::reinterpret_borrow<py::array>(object);
    if (array.ndim() != 1 || array.shape(0) != kinds || array.strides(0) != 1 || array.dtype().num() != kUint8)
        return false;
    const auto* data = static_cast<const std::uint8_t*>(array.data());
    std::copy_n(data, kinds, counts.begin());
    return true;
}

}  // namespace uneri::binding
