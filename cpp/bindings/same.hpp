// Is a Python object exactly this plain data? Types count: true is not 1, and 1 is not 1.0.
#pragma once

#include <cstdint>
#include <string_view>

#include "bindings/pybind.hpp"
#include "uneri/base/plain_data.hpp"

namespace uneri {

bool is_same(PyObject* object, std::int64_t value);
bool is_same(PyObject* object, double value);
bool is_same(PyObject* object, std::string_view value);
bool is_same(PyObject* object, const PlainData& value);

}  // namespace uneri
