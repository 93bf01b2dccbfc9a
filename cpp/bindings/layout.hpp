// The blocks of observations and features, as Python objects.
#pragma once

#include <vector>

#include "bindings/pybind.hpp"
#include "uneri/base/spec.hpp"

namespace uneri::binding {

// Of objects of uneri.contract.
py::list block_data(const std::vector<Segment>& layout);

}  // namespace uneri::binding
