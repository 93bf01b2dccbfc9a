#include "bindings/same.hpp"

#include <bit>
#include <string>

namespace uneri {
namespace {

struct Compare {
    PyObject* object;

    bool operator()(const PlainData::Null&) const { return object == Py_None; }
    bool operator()(bool value) const { return object == (value ? Py_True : Py_False); }
    bool operator()(const PlainData::Opaque&) const { return false; }
    bool operator()(const PlainData::List& value) const {
        if (!PyList_CheckExact(object) || PyList_GET_SIZE(object) != static_cast<Py_ssize_t>(value.size()))
            return false;
        for (std::size_t i = 0; i < value.size(); ++i) {
            if (!is_same(PyList_GET_ITEM(object, static_cast<Py_ssize_t>(i)), value[i])) return false;
        }
        return true;
    }
    bool operator()(const PlainData::Map& value) const {
        if (!PyDict_CheckExact(object) || PyDict_GET_SIZE(object) != static_cast<Py_ssize_t>(value.size()))
            return false;
        for (const auto& [key, item] : value) {
            const py::str name(key);
            PyObject* mine = PyDict_GetItemWithError(object, name.ptr());
            if (mine == nullptr) {
                if (PyErr_Occurred() != nullptr) throw py::error_already_set();
                return false;
            }
            if (!is_same(mine, item)) return false;
        }
        return true;
    }
    bool operator()(std::int64_t value) const { return is_same(object, value); }
    bool operator()(double value) const { return is_same(object, value); }
    bool operator()(const std::string& value) const { return is_same(object, std::string_view(value)); }
};

}  // namespace

bool is_same(PyObject* object, std::int64_t value) {
    if (!PyLong_CheckExact(object)) return false;
    int overflow = 0;
    return PyLong_AsLongLongAndOverflow(object, &overflow) == value && overflow == 0;
}

bool is_same(PyObject* object, double value) {
    return PyFloat_CheckExact(object) &&
           std::bit_cast<std::uint64_t>(PyFloat_AS_DOUBLE(object)) == std::bit_cast<std::uint64_t>(value);
}

bool is_same(PyObject* object, std::string_view value) {
    if (!PyUnicode_CheckExact(object)) return false;
    Py_ssize_t size = 0;
    const char* text = PyUnicode_AsUTF8AndSize(object, &size);
    if (text == nullptr) PyErr_Clear();  // a lone surrogate
    return text != nullptr && std::string_view(text, static_cast<std::size_t>(size)) == value;
}

bool is_same(PyObject* object, const PlainData& value) { return value.visit(Compare{object}); }

}  // namespace uneri
