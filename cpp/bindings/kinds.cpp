
#include <string>

#include "bindings/convert.hpp"
#include "bindings/objects.hpp"
#include "uneri/base/work.hpp"

namespace uneri::binding {
namespace {

// Names that start with an underscore: the stubs list what is for others.
constexpr const char* kTable = "_table";
constexpr const char* kStates = "_states";
constexpr const char* kTableType = "uneri.ColdTable";

// A game's own class. It names `uneri._core.NAME` as its module, which exists once uneri is imported, as pickle
// requires. `uneri.NAME` is loaded later or never. It has the members itself, so that they are found at once.
py::object derive(const py::module_& m, const py::object& base, const char* name) {
    py::dict members = py::module_::import("builtins").attr("dict")(base.attr("__dict__"));
    members["__slots__"] = py::tuple();
    members["__module__"] = m.attr("__name__");
    members["__qualname__"] = name;
    py::object made = py::type::handle_of(base)(name, py::make_tuple(base), members);
    // The interpreter calls a method quickly only if its descriptor is of the object's own class.
    for (const auto& [member, value] : py::cast<py::dict>(members)) {
        if (!Py_IS_TYPE(value.ptr(), &PyMethodDescr_Type)) continue;
        PyMethodDef* method = reinterpret_cast<PyMethodDescrObject*>(value.ptr())->d_method;
        made.attr(member) =
            py::reinterpret_steal<py::object>(PyDescr_NewMethod(reinterpret_cast<PyTypeObject*>(made.ptr()), method));
    }
    return made;
}

void share(py::module_& m, const py::module_& from) {
    for (const auto& [name, value] : py::cast<py::dict>(from.attr("__dict__"))) {
        const auto text = py::cast<std::string>(name);
        if (text[0] != '_' && !py::hasattr(m, name)) m.attr(name) = value;
    }
}

// The heuristic player of a game, for its states alone.
void def_greedy(py::module_& m, const ColdTable& cold) {
    define_guarded(m, "greedy", "state", [&cold](const StateObject& state) {
        if (!state.game().is_kind_of(cold))
            throw py::type_error("state must be a state of " + std::string(cold.name) + ", not of " +
                                 state.owner->name());
        if (state.player() < 0) throw py::value_error(state.owner->name() + ": no seat is to act");
        // In some rule sets it may take tenths of a second: then other threads and Ctrl-C have their turn.
        const KeptState position = state.state();
        const WorkLimit limit(kAnyWork, [](void*) noexcept { return give_turn(); });
        const Action chosen = state.game().greedy(position);
        if (limit.over()) throw py::error_already_set();
        return chosen;
    });
}

}  // namespace

void fill_module(py::module_& m, const SharedModules& modules, const HotTable& hot, const ColdTable& cold) {
    const py::object game = derive(m, modules.shared.attr("Game"), "Game");
    const py::object state = derive(m, modules.shared.attr("State"), "State");
    game.attr(kTable) = py::capsule(&cold, kTableType);
    game.attr(kStates) = state;
    m.attr("Game") = game;
    m.attr("State") = state;
    share(m, modules.shared);
    if (hot.write_features != nullptr) share(m, modules.shared_net);
    if (hot.greedy != nullptr) def_greedy(m, cold);
    m.attr("OPTION_TABLE") = to_python(cold.option_descriptions(cold));
    const SearchDefaults& defaults = cold.search_defaults;
    m.attr("SEARCH_DEFAULTS") = py::dict(py::arg("bias") = defaults.bias, py::arg("margin") = defaults.margin,
                                         py::arg("epsilon") = defaults.epsilon);
}

const ColdTable& cold_table_of(const py::handle& game_class) {
    const py::object table = py::getattr(game_class, kTable, py::none());
    void* found =
        PyCapsule_IsValid(table.ptr(), kTableType) != 0 ? PyCapsule_GetPointer(table.ptr(), kTableType) : nullptr;
    if (found == nullptr) throw py::type_error("the class must be the class Game of a game's module");
    return *static_cast<const ColdTable*>(found);
}
py::object state_class_of(const py::handle& game_class) {
    const py::object states = game_class.attr(kStates);
    const auto* shared = py::detail::get_type_info(typeid(StateObject))->type;
    if (PyType_Check(states.ptr()) == 0 ||
        PyType_IsSubtype(reinterpret_cast<PyTypeObject*>(states.ptr()), const_cast<PyTypeObject*>(shared)) == 0)
        throw py::type_error("this class has no class of states");
    return states;
}

py::object to_object(StateObject state) {
    static constinit const py::detail::type_info* info = nullptr;
    if (info == nullptr) info = py::detail::get_type_info(typeid(StateObject));
    auto made = py::reinterpret_steal<py::object>(
        py::detail::make_new_instance(reinterpret_cast<PyTypeObject*>(state.owner->state_type.ptr())));
    auto* instance = reinterpret_cast<py::detail::instance*>(made.ptr());
    instance->get_value_and_holder(info).value_ptr() = new StateObject(std::move(state));
    info->init_instance(instance, nullptr);
    return made;
}
// The object that Python has, or another one if it has let go of that.
py::object to_object(const std::shared_ptr<const GameObject>& game) {
    static constinit const py::detail::type_info* info = nullptr;
    if (info == nullptr) info = py::detail::get_type_info(typeid(GameObject));
    auto shared = std::const_pointer_cast<GameObject>(game);
    const py::handle known = py::detail::find_registered_python_instance(shared.get(), info);
    if (known) return py::reinterpret_steal<py::object>(known);
    auto made = py::reinterpret_steal<py::object>(
        py::detail::make_new_instance(reinterpret_cast<PyTypeObject*>(game->type.ptr())));
    auto* instance = reinterpret_cast<py::detail::instance*>(made.ptr());
    instance->get_value_and_holder(info).value_ptr() = shared.get();
    info->init_instance(instance, &shared);
    return made;
}

}  // namespace uneri::binding
