// Python functions whose usual calls the core answers.
//
// A line of Python takes longer than most hand kernels. So a shortcut stands in front of a Python function, as
// functools.lru_cache does. It shows the function's name, docstring and signature. A call goes to an answer of the core
// first, with the arguments as they are. If the answer finds them unusual or wrong, the Python function is called: it
// alone reads what is unusual and words errors.
#pragma once

#include <initializer_list>

#include "bindings/pybind.hpp"

namespace uneri::binding {

struct Shortcut {
    // `arguments` are one for each parameter, with Python's defaults for those that are not given. `made` is the class
    // of the answer, or None. A null object means: ask the Python function.
    using Answer = py::object (*)(PyObject* const* arguments, const py::handle& made);

    const char* name;        // of the function
    const char* parameters;  // of the function, in order, with blanks between
    Answer answer;
};

// Adds `@shortcut(made=None)` to the module, which puts the shortcut of its name in front of a function.
void def_shortcuts(py::module_& m, std::initializer_list<Shortcut> shortcuts);

}  // namespace uneri::binding
