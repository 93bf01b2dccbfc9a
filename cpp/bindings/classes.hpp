// Binds classes so that every Python object has its C++ part.
#pragma once

#include <type_traits>

#include "bindings/pybind.hpp"

namespace uneri {

// The base of classes with a Python constructor. Their objects live in a shared_ptr made by make_shared. What pybind11
// would allocate otherwise is memory for an object whose __init__ was never called.
struct MadeByInit {
    static void* operator new(std::size_t) { throw py::type_error("the object was made without its constructor"); }
    static void* operator new(std::size_t, void* place) noexcept { return place; }
    static void operator delete(void*) noexcept {}
};

namespace binding {

inline PyObject* refuse_new(PyTypeObject* type, PyObject*, PyObject*) {
    PyErr_Format(PyExc_TypeError, "%s has no constructor; states come from a game: game.new_initial_state()",
                 type->tp_name);
    return nullptr;
}

// The only way to bind a class. Classes whose objects come only from functions have no constructor.
template <class Bound, class... Options>
class GuardedClass : public py::class_<Bound, Options...> {
public:
    template <class... Extra>
    GuardedClass(const py::handle& scope, const char* name, const Extra&... extra)
        : py::class_<Bound, Options...>(scope, name, extra...) {
        if constexpr (!std::is_base_of_v<MadeByInit, Bound>)
            reinterpret_cast<PyTypeObject*>(this->ptr())->tp_new = refuse_new;
    }
};

}  // namespace binding
}  // namespace uneri
