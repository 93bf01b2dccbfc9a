// The class Game of the Python contract, for all games.
#include <memory>
#include <string>

#include "bindings/convert.hpp"
#include "bindings/docs.hpp"
#include "bindings/objects.hpp"
#include "uneri/engine/envelope.hpp"

namespace uneri {
namespace {

using namespace binding;
using Self = GameObject;
using Shared = std::shared_ptr<Self>;
using Class = DocumentedClass<Self, Shared>;

// The new object's class says which game it is.
void init(py::detail::value_and_holder& place, const py::dict& options) {
    const py::object type = py::type::of(py::handle(reinterpret_cast<PyObject*>(place.inst)));
    Shared game = std::make_shared<Self>(find_game(type, options)->game, type, state_class_of(type));
    place.value_ptr() = game.get();
    place.type->init_instance(place.inst, &game);
}

py::object state_from_dict(const Shared& self, const py::object& data) {
    const std::string name = self->name();
    const py::dict fields = mapping(data, name + ": the state is not a mapping of field names to values");
    StateObject state{self, {}};
    const py::object rng = fields.attr("pop")("rng", py::none());
    if (!rng.is_none()) {
        const auto refuse = [&] {
            raise_value_error(name + ": field 'rng' is " + shown(from_python(rng)) + "; allowed: None, 0 to 2^64 - 1");
        };
        state.position.seeded = true;
        try {
            state.position.rng = to_seed(rng);
        } catch (const py::builtin_exception&) {
            refuse();
        } catch (const py::error_already_set& error) {  // an array, or a number with too many digits to print
            if (!error.matches(PyExc_TypeError) && !error.matches(PyExc_ValueError)) throw;
            refuse();
        }
    }
    state.position.state = unwrap(self->game.from_value(from_python(fields)));
    if (state.position.seeded && state.player() == kChance)
        throw py::value_error(name + ": field 'rng' is set, but chance is open: a seeded state has resolved it");
    state.position.remember_points(self->game);
    return to_object(std::move(state));
}

PyObject* load_game(PyObject*, PyObject* const* given, Py_ssize_t count) {
    return guard_call([&] {
        if (count != 2) throw py::type_error("load_game() takes two arguments (game_class, options)");
        const Shared game = find_game(py::reinterpret_borrow<py::object>(given[0]), given[1]);
        raise_callback_error();
        return binding::to_object(std::shared_ptr<const Self>(game)).release().ptr();
    });
}
// A function of Python's own kind: pickles name it, and those of pybind11 take ten times as long to find.
void def_load_game(py::module_& m) {
    static PyMethodDef definition{"load_game", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(&load_game)),
                                  METH_FASTCALL, "load_game(game_class, options)\n--\n\n"};
    PyObject* made = PyCFunction_NewEx(&definition, nullptr, py::object(m.attr("__name__")).ptr());
    if (made == nullptr) throw py::error_already_set();
    m.attr("load_game") = py::reinterpret_steal<py::object>(made);
}

void def_sizes(Class& cls) {
    cls.def_hot_property("num_players", [](const Self& self) { return self.limits().players; });
    cls.def_property_readonly("num_distinct_actions", [](const Self& self) { return self.limits().actions; });
    cls.def_property_readonly("max_chance_outcomes", [](const Self& self) { return self.limits().chance_outcomes; });
    cls.def_property_readonly("max_legal_actions", [](const Self& self) { return self.limits().legal_actions; });
    cls.def_property_readonly("max_game_length", [](const Self& self) { return self.limits().decisions; });
    cls.def_property_readonly("max_chance_nodes", [](const Self& self) { return self.limits().chance_nodes; });
    const auto bounds = [](const Self& self) { return utility_bounds(self.limits(), self.game.utility()); };
    cls.def_property_readonly("min_utility", [bounds](const Self& self) { return bounds(self).low; });
    cls.def_property_readonly("max_utility", [bounds](const Self& self) { return bounds(self).high; });
    cls.def_property_readonly("utility_sum", [](const Self& self) -> py::object {
        if (self.game.utility() == Utility::kScore) return py::none();
        return py::float_(self.game.utility() == Utility::kWin ? 1.0 : 0.0);
    });
    cls.def_property_readonly("observation_tensor_shape",
                              [](const Self& self) { return py::make_tuple(self.tensor_size); });
    cls.def_property_readonly("observation_layout", [](const Self& self) {
        py::list out;
        int offset = 0;
        for (const Segment& segment : self.game.layout()) {
            out.append(py::make_tuple(segment.name, offset, py::tuple(py::cast(segment.shape))));
            offset += segment.size();
        }
        return out;
    });
    cls.def_property_readonly("features", [](const Self& self) {
        return self.game.has_features() ? block_data(self.game.feature_layout()) : py::list();
    });
    // Games with features have their own (own_types.hpp).
    cls.def_property_readonly("action_features", [](const Self& self) {
        return py::array_t<float>(std::vector<py::ssize_t>{self.limits().actions, 0});
    });
}

void def_states(Class& cls) {
    cls.def("new_initial_state", "seed=None", [](const Shared& self, const py::object& seed) {
        return to_object({self, seed.is_none() ? new_position(self->game) : new_position(self->game, to_seed(seed))});
    });
    cls.def("deserialize_state", "data", [](const Shared& self, const py::object& data) {
        return to_object({self, unwrap(deserialize(self->game, span_of(to_bytes(data, "data")), self->text()))});
    });
    cls.def("state_from_dict", "data", state_from_dict);
}

}  // namespace

void bind_game(py::module_& m) {
    def_load_game(m);
    define(m, "known_game", "game_class options", [](const py::handle& game_class, const py::handle& options) {
        const Shared game = find_known_game(game_class, options);
        return game ? binding::to_object(std::shared_ptr<const Self>(game)) : py::none();
    });
    Class cls(m, "Game");
    cls.def("__init__", init, py::detail::is_new_style_constructor(), Names("options"));
    cls.def_hot_property("name", [](const Self& self) -> py::object {
        return py::str(self.game.name().data(), self.game.name().size());
    });
    cls.def_hot_property("backend", [](const Self&) -> py::object { return py::str("core"); });
    cls.def_property_readonly("options", [](const Self& self) { return to_python(self.game.options()); });
    def_sizes(cls);
    def_states(cls);
    cls.def("action_to_string", "player action",
            [](const Self& self, const py::object& player, const py::object& action) {
                const int seat = to_bounded(player, "player", kChance, self.limits().players - 1);
                const int count = seat == kChance ? self.limits().chance_outcomes : self.limits().actions;
                return self.game.action_text(seat, to_bounded(action, "action", 0, count - 1));
            });
    cls.def("parse_action", "text", [](const Self& self, const py::object& text) {
        return unwrap(self.game.parse_action(to_text(text, "text")));
    });
    cls.def("__str__", [](const Self& self) { return self.text(); });
    cls.def("__repr__",
            [](const Self& self) { return "uneri.load_game(" + std::string(py::repr(py::str(self.text()))) + ")"; });
    cls.def("__eq__", "other", [](const Self& self, const py::object& other) {
        return py::isinstance<Self>(other) && self.game == py::cast<const Self&>(other).game;
    });
    cls.def("__hash__", [](const Self& self) { return py::hash(py::str(self.text())); });
    cls.def("__copy__", [](const Shared& self) { return self; });
    cls.def("__deepcopy__", "memo", [](const Shared& self, const py::dict&) { return self; });
    cls.def("__reduce__", [load = py::object(m.attr("load_game"))](const py::object& self) {
        return py::make_tuple(load, py::make_tuple(py::type::of(self), py::cast<const Self&>(self).options_json()));
    });
}

}  // namespace uneri
