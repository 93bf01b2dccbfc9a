// The only file that includes pybind11, so that all files see the same casters.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace py = pybind11;

namespace uneri::binding {

// The names of a function's parameters, in order, with blanks between: as a py::arg for each. "!" after a name: objects
// of other types are not converted. "=None", "=False": the default.
class Names {
public:
    explicit Names(std::string_view text);
    void add_to(py::detail::function_record& function) const;

private:
    struct Name {
        std::string text;
        bool converts;
        PyObject* otherwise;  // the default; null if there is none
    };
    std::vector<Name> names_;
};

}  // namespace uneri::binding

template <>
struct pybind11::detail::process_attribute<uneri::binding::Names> : process_attribute_default<uneri::binding::Names> {
    static void init(const uneri::binding::Names& names, function_record* function) { names.add_to(*function); }
};

namespace uneri::binding {

// Adds a function to a module.
template <class Function, class... Extra>
void define(py::module_& m, const char* name, std::string_view parameters, Function&& function, const Extra&... extra) {
    m.def(name, std::forward<Function>(function), Names(parameters), extra...);
}

}  // namespace uneri::binding
