// Binds methods that are called in loops, as Python's own method descriptors.
//
// pybind11 makes a bound method object for each call and converts arguments by type: 130 ns for an empty method. The
// interpreter knows method descriptors and calls them directly: 30 ns (bench: core loop).
#pragma once

#include <array>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

#include "bindings/gil.hpp"
#include "bindings/pybind.hpp"

namespace uneri::binding {

// The C++ object of `self`, which the descriptor has checked to be of the bound class. Bound classes have one base and
// a small holder, so pybind11 keeps the pointer in the object itself. It is null if __init__ was never called.
template <class Self>
Self& self_of(PyObject* self) {
    const auto* object = reinterpret_cast<const py::detail::instance*>(self);
    void* value = object->simple_layout ? object->simple_value_holder[0] : nullptr;
    if (value == nullptr) return py::cast<Self&>(py::handle(self));  // raises, or finds it the general way
    return *static_cast<Self*>(value);
}

// Runs `call` and translates exceptions, as pybind11 does for its functions.
template <class Call>
PyObject* guard_call(Call&& call) {
    try {
        return call();
    } catch (py::error_already_set& error) {
        error.restore();
        return nullptr;
#ifdef __GLIBCXX__
    } catch (abi::__forced_unwind&) {  // the thread is being ended: must pass
        throw;
#endif
    } catch (...) {
        py::detail::try_translate_exceptions();
        return nullptr;
    }
}

inline PyObject* to_object(bool value) noexcept { return PyBool_FromLong(value ? 1 : 0); }
inline PyObject* to_object(int value) noexcept { return PyLong_FromLong(value); }
inline PyObject* to_object(std::size_t value) noexcept { return PyLong_FromSize_t(value); }
inline PyObject* to_object(double value) noexcept { return PyFloat_FromDouble(value); }
inline PyObject* to_object(py::object value) noexcept { return value.release().ptr(); }
template <class Bound>
    requires std::is_class_v<Bound> && (!std::is_base_of_v<py::handle, Bound>)
PyObject* to_object(Bound value) {
    return py::cast(std::move(value)).release().ptr();
}

// Function(self) or Function(self, argument) as a PyMethodDef. Function is the type of a lambda without captures.
template <class Self, class Function>
struct Method {
    static constexpr bool kHasArgument = !std::is_invocable_v<Function, Self&>;

    static PyObject* call(PyObject* self, PyObject*) {
        return guard_call([self] { return answer(self_of<Self>(self)); });
    }
    static PyObject* call_with(PyObject* self, PyObject* const* arguments, Py_ssize_t count, PyObject* names) {
        return guard_call([&]() -> PyObject* {
            const Py_ssize_t named = names == nullptr ? 0 : PyTuple_GET_SIZE(names);
            if (count + named == 1 && (named == 0 || is_name(PyTuple_GET_ITEM(names, 0))))
                return answer(self_of<Self>(self), py::handle(arguments[0]));
            if (count + named == 0 && is_optional) return answer(self_of<Self>(self), py::handle(Py_None));
            refuse(count + named, names);
            return nullptr;
        });
    }

    // `argument` is the name of the parameter; `text` is the docstring with the signature.
    static PyMethodDef* define(const char* name, std::string_view argument, std::string text) {
        constexpr std::string_view kOptional = "=None";
        is_optional = argument.ends_with(kOptional);
        argument_name = argument.substr(0, argument.size() - (is_optional ? kOptional.size() : 0));
        doc = std::move(text);
        definition.ml_name = name;
        definition.ml_doc = doc.c_str();
        if constexpr (kHasArgument) {
            definition.ml_meth = reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(&call_with));
            definition.ml_flags = METH_FASTCALL | METH_KEYWORDS;
        } else {
            definition.ml_meth = &call;
            definition.ml_flags = METH_NOARGS;
        }
        return &definition;
    }

private:
    template <class... Arguments>
    static PyObject* answer(Self& self, const Arguments&... arguments) {
        using Answer = std::invoke_result_t<Function, Self&, const Arguments&...>;
        if constexpr (std::is_void_v<Answer>) {
            Function{}(self, arguments...);
            raise_callback_error();
            Py_RETURN_NONE;
        } else {
            Answer answer = Function{}(self, arguments...);
            raise_callback_error();
            return to_object(std::move(answer));
        }
    }
    static bool is_name(PyObject* name) noexcept {
        return PyUnicode_CompareWithASCIIString(name, argument_name.c_str()) == 0;
    }
    static void refuse(Py_ssize_t given, PyObject* names) {
        const char* method = definition.ml_name;
        if (names != nullptr) {
            for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(names); ++i) {
                if (is_name(PyTuple_GET_ITEM(names, i))) continue;
                PyErr_Format(PyExc_TypeError, "%s() has no parameter %R; allowed: %s", method,
                             PyTuple_GET_ITEM(names, i), argument_name.c_str());
                throw py::error_already_set();
            }
        }
        PyErr_Format(PyExc_TypeError, "%s() takes %s (%s), but %zd were given", method,
                     is_optional ? "at most one argument" : "one argument", argument_name.c_str(), given);
        throw py::error_already_set();
    }

    static inline PyMethodDef definition{};
    static inline std::string argument_name;
    static inline bool is_optional = false;
    static inline std::string doc;
};

inline py::object make_descriptor(const py::handle& cls, PyMethodDef* definition) {
    PyObject* made = PyDescr_NewMethod(reinterpret_cast<PyTypeObject*>(cls.ptr()), definition);
    if (made == nullptr) throw py::error_already_set();
    return py::reinterpret_steal<py::object>(made);
}

// Adds the method to the class. `text` begins with the signature, `name(self, ...)`.
template <class Self, class Function>
void add_method(const py::handle& cls, const char* name, std::string_view argument, const char* text, Function) {
    static_assert(std::is_empty_v<Function>, "the lambda has no captures");
    std::string doc = text;
    constexpr std::string_view kSelf = "(self";
    doc.replace(doc.find(kSelf), kSelf.size(), "($self");  // the form that `inspect` expects for descriptors
    cls.attr(name) = make_descriptor(cls, Method<Self, Function>::define(name, argument, std::move(doc)));
}

// Adds a property that is read in loops. It is Python's own kind, whose getter is such a descriptor.
template <class Self, class Function>
void add_property(const py::handle& cls, const char* name, const char* text, Function) {
    static_assert(std::is_empty_v<Function>, "the lambda has no captures");
    const py::object getter = make_descriptor(cls, Method<Self, Function>::define(name, "", text));
    const py::object property = py::module_::import("builtins").attr("property");
    cls.attr(name) = property(getter, py::none(), py::none(), text);
}

}  // namespace uneri::binding
