// Converts between Python objects and the library's plain types.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bindings/pybind.hpp"
#include "uneri/base/bytes.hpp"
#include "uneri/base/plain_data.hpp"
#include "uneri/base/result.hpp"
#include "uneri/base/spec.hpp"
#include "uneri/base/types.hpp"

namespace uneri {

py::object to_python(const PlainData& value);
PlainData from_python(const py::handle& object);

// A copy of any mapping as a dict; else TypeError with `refusal`.
py::dict mapping(const py::handle& object, const std::string& refusal);

// Raises ValueError. Bytes of the message that are not UTF-8 are shown as escapes.
[[noreturn]] void raise_value_error(const std::string& message);

// The UTF-8 of a str; else TypeError that names `what`.
std::string to_text(const py::handle& object, const char* what);

// The content of a bytes object, which must live on; else TypeError that names `what`.
std::string_view to_bytes(const py::handle& object, const char* what);

std::span<const std::uint8_t> span_of(std::string_view bytes) noexcept;
py::bytes bytes_of(const ByteWriter& out);

// An integer of any integer type. Floats and bools raise TypeError that names `what`. Integers beyond 64 bits become
// the nearest 64-bit value, which is never an id or a seat.
std::int64_t to_integer(const py::handle& object, const char* what);

// A seat in 0..players-1; else ValueError.
int to_seat(const char* game, const py::handle& object, int players);

// `out` if it is a writable C-contiguous array of `shape`; for None a new array; else TypeError or ValueError.
template <class T>
py::array_t<T> out_array(const py::object& out, const char* dtype, py::ssize_t size) {
    if (out.is_none()) return py::array_t<T>(size);
    if (!py::isinstance<py::array_t<T>>(out)) {
        std::string type = "a " + std::string(py::str(py::type::handle_of(out).attr("__name__")));
        if (py::isinstance<py::array>(out)) type = "of " + std::string(py::str(out.attr("dtype")));
        throw py::type_error(std::string("out must be a numpy array of ") + dtype + ", not " + type);
    }
    auto array = py::reinterpret_borrow<py::array_t<T>>(out);
    if (array.ndim() != 1 || array.shape(0) != size) {
        throw py::value_error("out must have shape (" + std::to_string(size) + ",), not " +
                              std::string(py::str(out.attr("shape"))));
    }
    if ((array.flags() & py::array::c_style) == 0) throw py::value_error("out is not C-contiguous");
    if (!array.writeable()) throw py::value_error("out is read-only");
    return array;
}

namespace binding {

// Numbers within bounds, seeds, lists.

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

// The blocks of observations or features, as objects of uneri.contract.
py::list block_data(const std::vector<Segment>& layout);

}  // namespace binding

}  // namespace uneri
