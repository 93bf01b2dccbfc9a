// The docstrings of the bound classes. cmake/docstrings.py generates them from python/uneri/contract.py and the stubs.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "bindings/classes.hpp"
#include "bindings/gil.hpp"
#include "bindings/method.hpp"
#include "bindings/pybind.hpp"

namespace uneri::binding {

// The docstring of a class or of "Class.member".
const char* docstring(std::string_view name);

// Binds a class whose members find their docstrings by name. The docstrings contain the signatures, so pybind11 adds
// none.
template <class Bound, class... Options>
class DocumentedClass : public GuardedClass<Bound, Options...> {
    using Base = GuardedClass<Bound, Options...>;

public:
    DocumentedClass(const py::handle& scope, const char* name) : Base(scope, name, docstring(name)), name_(name) {}

    template <class Function>
    DocumentedClass& def(const char* member, const char* parameters, Function&& function) {
        return def(member, std::forward<Function>(function), Names(parameters));
    }
    template <class Function, class... Extra>
        requires(!std::is_convertible_v<Function, const char*>)
    DocumentedClass& def(const char* member, Function&& function, const Extra&... extra) {
        const WithoutSignatures scope;
        Base::def(member, std::forward<Function>(function), extra..., text(member),
                  py::call_guard<RaisesCallbackError>());
        return *this;
    }
    // A method that is called in loops (method.hpp): of no argument, or of one that is a name, or a name and "=None".
    template <class Function>
    DocumentedClass& def_hot(const char* member, Function function) {
        return def_hot(member, "", function);
    }
    template <class Function>
    DocumentedClass& def_hot(const char* member, std::string_view argument, Function function) {
        add_method<Bound>(*this, member, argument, text(member), function);
        return *this;
    }
    // A property that is read in loops (method.hpp).
    template <class Function>
    DocumentedClass& def_hot_property(const char* member, Function function) {
        add_property<Bound>(*this, member, text(member), function);
        return *this;
    }
    template <class... Arguments, class... Extra>
    DocumentedClass& def(py::detail::initimpl::factory<Arguments...>&& init, const Extra&... extra) {
        const WithoutSignatures scope;
        Base::def(std::move(init), extra..., text("__init__"), py::call_guard<RaisesCallbackError>());
        return *this;
    }
    template <class Getter>
    DocumentedClass& def_property_readonly(const char* member, Getter&& getter) {
        const WithoutSignatures scope;
        Base::def_property_readonly(member, std::forward<Getter>(getter), text(member));
        return *this;
    }

private:
    struct WithoutSignatures : py::options {
        WithoutSignatures() { disable_function_signatures(); }
    };
    const char* text(const char* member) const { return docstring(name_ + "." + member); }

    std::string name_;
};

}  // namespace uneri::binding
