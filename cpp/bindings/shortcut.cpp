#include "bindings/shortcut.hpp"

#include <structmember.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

#include "bindings/method.hpp"

namespace uneri::binding {
namespace {

constexpr std::size_t kMostParameters = 12;

// The object that stands in front of a function. It belongs to Python's own kind of class, since a call through
// pybind11 would take as long as the kernel.
struct Front {
    PyObject_HEAD  // NOLINT
        vectorcallfunc call;
    PyObject* attributes;
    PyObject* weak;
    PyObject* function;
    PyObject* made;
    PyObject* names;                                  // a tuple of interned texts
    std::array<PyObject*, kMostParameters> defaults;  // null: must be given
    Py_ssize_t positional;                            // how many parameters may be given without a name
    Shortcut::Answer answer;
};

Front& front_of(PyObject* self) noexcept { return *reinterpret_cast<Front*>(self); }

// Puts what a call gives into `arguments`. False if it doesn't fit the signature: the Python function says why.
bool bind(const Front& front, PyObject* const* given, Py_ssize_t count, PyObject* names,
          std::array<PyObject*, kMostParameters>& arguments) noexcept {
    if (count > front.positional) return false;
    arguments = front.defaults;
    std::copy_n(given, count, arguments.begin());
    const Py_ssize_t parameters = PyTuple_GET_SIZE(front.names);
    const Py_ssize_t named = names == nullptr ? 0 : PyTuple_GET_SIZE(names);
    for (Py_ssize_t i = 0; i < named; ++i) {
        Py_ssize_t place = count;
        // Names in source code are interned; others take the long way.
        while (place < parameters && PyTuple_GET_ITEM(front.names, place) != PyTuple_GET_ITEM(names, i)) ++place;
        if (place == parameters) return false;
        arguments[static_cast<std::size_t>(place)] = given[count + i];
    }
    for (std::size_t place = 0; place < static_cast<std::size_t>(front.positional); ++place) {
        if (arguments[place] == nullptr) return false;
    }
    return true;
}

PyObject* call(PyObject* self, PyObject* const* given, std::size_t flags, PyObject* names) {
    const Front& front = front_of(self);
    std::array<PyObject*, kMostParameters> arguments;
    if (bind(front, given, PyVectorcall_NARGS(flags), names, arguments)) {
        PyObject* answer = guard_call([&] { return front.answer(arguments.data(), front.made).release().ptr(); });
        if (answer != nullptr || PyErr_Occurred() != nullptr) return answer;
    }
    return PyObject_Vectorcall(front.function, given, flags, names);
}

int traverse(PyObject* self, visitproc visit, void* arg) {
    const Front& front = front_of(self);
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(front.attributes);
    Py_VISIT(front.function);
    Py_VISIT(front.made);
    for (PyObject* value : front.defaults) Py_VISIT(value);
    return 0;
}
int clear(PyObject* self) {
    Front& front = front_of(self);
    Py_CLEAR(front.attributes);
    return 0;
}
void dealloc(PyObject* self) {
    PyTypeObject* type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Front& front = front_of(self);
    if (front.weak != nullptr) PyObject_ClearWeakRefs(self);
    clear(self);
    Py_CLEAR(front.function);
    Py_CLEAR(front.made);
    Py_CLEAR(front.names);
    for (PyObject*& value : front.defaults) Py_CLEAR(value);
    type->tp_free(self);
    Py_DECREF(type);
}

// In a class, it becomes a method, as a function does.
PyObject* descr_get(PyObject* self, PyObject* object, PyObject*) {
    return object == nullptr || object == Py_None ? Py_NewRef(self) : PyMethod_New(self, object);
}
PyObject* repr(PyObject* self) { return PyObject_Repr(front_of(self).function); }
// Pickled by its name, as functions are.
PyObject* reduce(PyObject* self, PyObject*) { return PyObject_GetAttrString(self, "__qualname__"); }

PyTypeObject* make_type() {
    static std::array<PyMemberDef, 4> members{{
        {"__vectorcalloffset__", T_PYSSIZET, offsetof(Front, call), READONLY, nullptr},
        {"__dictoffset__", T_PYSSIZET, offsetof(Front, attributes), READONLY, nullptr},
        {"__weaklistoffset__", T_PYSSIZET, offsetof(Front, weak), READONLY, nullptr},
        {nullptr, 0, 0, 0, nullptr},
    }};
    static std::array<PyMethodDef, 2> methods{{
        {"__reduce__", reduce, METH_NOARGS, nullptr},
        {nullptr, nullptr, 0, nullptr},
    }};
    static std::array<PyGetSetDef, 2> attributes{{
        {"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, nullptr, nullptr},
        {nullptr, nullptr, nullptr, nullptr, nullptr},
    }};
    static std::array<PyType_Slot, 10> slots{{
        {Py_tp_call, reinterpret_cast<void*>(PyVectorcall_Call)},
        {Py_tp_dealloc, reinterpret_cast<void*>(dealloc)},
        {Py_tp_traverse, reinterpret_cast<void*>(traverse)},
        {Py_tp_clear, reinterpret_cast<void*>(clear)},
        {Py_tp_descr_get, reinterpret_cast<void*>(descr_get)},
        {Py_tp_repr, reinterpret_cast<void*>(repr)},
        {Py_tp_members, members.data()},
        {Py_tp_methods, methods.data()},
        {Py_tp_getset, attributes.data()},
        {0, nullptr},
    }};
    PyType_Spec spec{"uneri._core.Shortcut", sizeof(Front), 0,
                     Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL |
                         Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE,
                     slots.data()};
    PyObject* type = PyType_FromSpec(&spec);
    if (type == nullptr) throw py::error_already_set();
    return reinterpret_cast<PyTypeObject*>(type);
}

py::object in_front_of(const py::object& function, const py::object& made, const Shortcut& shortcut) {
    static PyTypeObject* type = make_type();
    const py::object code = function.attr("__code__");
    const auto positional = py::cast<std::size_t>(code.attr("co_argcount"));
    const std::size_t count = positional + py::cast<std::size_t>(code.attr("co_kwonlyargcount"));
    const py::tuple names = py::tuple(code.attr("co_varnames"))[py::slice(0, static_cast<py::ssize_t>(count), 1)];
    if (count > kMostParameters || py::cast<std::string>(py::str(" ").attr("join")(names)) != shortcut.parameters)
        throw py::type_error(std::string(shortcut.name) + " must have the parameters " + shortcut.parameters);

    const py::object object =
        py::reinterpret_steal<py::object>(type->tp_alloc(type, 0));  // all zero: what is set below stays valid
    if (!object) throw py::error_already_set();
    Front& front = front_of(object.ptr());
    front.call = call;
    front.function = function.inc_ref().ptr();
    front.made = made.inc_ref().ptr();
    front.names = py::object(names).release().ptr();
    front.positional = static_cast<Py_ssize_t>(positional);
    front.answer = shortcut.answer;
    const py::tuple last = function.attr("__defaults__").is_none() ? py::tuple() : function.attr("__defaults__");
    for (std::size_t i = 0; i < last.size(); ++i)
        front.defaults[positional - last.size() + i] = py::object(last[i]).release().ptr();
    const py::object named = function.attr("__kwdefaults__");  // None if there is no such parameter
    for (std::size_t i = positional; i < count; ++i) front.defaults[i] = py::object(named[names[i]]).release().ptr();
    py::module_::import("functools").attr("update_wrapper")(object, function);
    return object;
}

}  // namespace

void def_shortcuts(py::module_& m, std::initializer_list<Shortcut> shortcuts) {
    define(m, "shortcut", "made=None", [known = std::vector<Shortcut>(shortcuts)](const py::object& made) {
        return py::cpp_function([&known, made](const py::object& function) {
            const auto name = py::cast<std::string>(function.attr("__name__"));
            for (const Shortcut& shortcut : known) {
                if (name == shortcut.name) return in_front_of(function, made, shortcut);
            }
            throw py::value_error("no shortcut for " + name);
        });
    });
}

}  // namespace uneri::binding
