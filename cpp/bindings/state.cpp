// The class State of the Python contract, for all games.
#include <algorithm>
#include <memory>
#include <string>

#include "bindings/convert.hpp"
#include "bindings/docs.hpp"
#include "bindings/objects.hpp"
#include "uneri/engine/envelope.hpp"

namespace uneri {
namespace binding {

void raise_illegal(const StateObject& self, const py::handle& given, std::int64_t a, const std::string& where) {
    std::string prefix = self.owner->name() + ": ";
    if (!where.empty()) prefix += where + ": ";
    prefix += "action ";
    if (self.player() == kTerminal) {
        throw py::value_error(prefix + std::string(py::str(given)) + " is not legal here; the game is over");
    }
    AnyActions list;
    self.legal_actions(list);
    std::string text = prefix + std::string(py::str(given));
    const bool chance = self.player() == kChance;
    const int named = chance ? self.owner->limits().chance_outcomes : self.owner->limits().actions;
    if (!chance && a >= 0 && a < named)
        text += " (" + self.game().action_text(self.state(), static_cast<Action>(a)) + ")";
    text += " is not legal here; legal: ";
    constexpr std::size_t kNamed = 10;
    for (std::size_t i = 0; i < list.size() && i < kNamed; ++i) {
        if (i > 0) text += ", ";
        text += std::to_string(list[i]) + " " + self.game().action_text(self.state(), list[i]);
    }
    if (list.size() > kNamed) text += ", ... (" + std::to_string(list.size()) + " in all)";
    throw py::value_error(text);
}

// The action that `object` names, if it is legal here; else raises an error.
Action checked_action(const StateObject& self, const py::handle& object) {
    const std::int64_t a = to_integer(object, "action");
    if (a < 0 || a > 0x7FFFFFFF || !self.is_legal(static_cast<Action>(a))) raise_illegal(self, object, a, "");
    return static_cast<Action>(a);
}

}  // namespace binding

namespace {

using namespace binding;
using Self = StateObject;
using Class = DocumentedClass<Self>;

// Is `player` to act? It is a seat, or a value of current_player().
bool is_turn_of(const StateObject& self, const py::handle& player) {
    const int asked = to_bounded(player, "player", kTerminal, self.players() - 1);
    if (asked < 0 && asked != kChance && asked != kTerminal) {
        throw py::value_error("player is " + std::to_string(asked) + "; allowed: 0 to " +
                              std::to_string(self.players() - 1) + ", -1, -4");
    }
    return asked == self.player();
}

int seat_of(const Self& self, const py::handle& seat) {
    return to_seat(self.owner->name().c_str(), seat, self.players());
}

void def_play(Class& cls) {
    cls.def_hot("current_player", [](const Self& self) { return self.player(); });
    cls.def_hot("is_chance_node", [](const Self& self) { return self.player() == kChance; });
    cls.def_hot("is_terminal", [](const Self& self) { return self.player() == kTerminal; });
    cls.def_hot("is_simultaneous_node", [](const Self&) { return false; });
    cls.def_hot("legal_actions", "player=None", [](const Self& self, const py::handle& player) {
        AnyActions list;
        if (player.is_none() || is_turn_of(self, player)) self.legal_actions(list);
        return to_ids(*self.owner, list);
    });
    cls.def_hot("num_legal_actions", [](const Self& self) { return self.num_legal_actions(); });
    cls.def_hot("is_legal", "action", [](const Self& self, const py::handle& action) {
        const std::int64_t a = to_integer(action, "action");
        return a >= 0 && a <= 0x7FFFFFFF && self.is_legal(static_cast<Action>(a));
    });
    cls.def("why_not", "action", [](const py::object& self, const py::object& action) {
        // The sentences are those of the rules in Python: there is no second copy of them.
        return py::module_::import("uneri.registry.reasons").attr("why_not")(self, action);
    });
    cls.def("legal_actions_mask", "out=None", [](const Self& self, const py::object& out) {
        auto mask = out_array<std::uint8_t>(out, "uint8", self.owner->limits().actions);
        std::uint8_t* data = mask.mutable_data();
        std::fill_n(data, self.owner->limits().actions, std::uint8_t{0});
        if (self.player() >= 0) {
            AnyActions list;
            self.legal_actions(list);
            for (const Action a : list) data[a] = 1;
        }
        return mask;
    });
    cls.def_hot("apply_action", "action", [](Self& self, const py::handle& action) {
        const Action a = checked_action(self, action);
        self.apply(a);
    });
    cls.def_hot("child", "action", [](const Self& self, const py::handle& action) {
        const Action a = checked_action(self, action);
        Self after = self;
        after.apply(a);
        return to_object(std::move(after));
    });
    cls.def_hot("chance_outcomes", [](const Self& self) {
        py::list out;
        if (self.player() != kChance) return out;
        AnyActions list;
        self.legal_actions(list);
        const auto total = static_cast<double>(self.game().chance_total(self.state()));
        for (const Action a : list) {
            out.append(py::make_tuple(a, static_cast<double>(self.game().chance_weight(self.state(), a)) / total));
        }
        return out;
    });
    cls.def_hot("chance_weights", [](const Self& self) {
        py::list out;
        if (self.player() != kChance) return out;
        AnyActions list;
        self.legal_actions(list);
        for (const Action a : list) out.append(py::make_tuple(a, self.game().chance_weight(self.state(), a)));
        return out;
    });
    cls.def("sample_chance", "seed", [](const Self& self, const py::object& seed) {
        if (self.player() != kChance) {
            throw py::value_error(self.owner->name() + ": sample_chance needs a chance node");
        }
        SplitMix64 generator(to_seed(seed));
        return self.game().draw_chance(self.state(), generator);
    });
    cls.def_hot("returns", [](const Self& self) {
        double values[kMostSeats];
        self.game().returns(self.state(), values);
        return to_floats(values, self.players());
    });
    cls.def_hot("rewards", [](const Self& self) {
        double values[kMostSeats];
        self.position.rewards(self.game(), values);
        return to_floats(values, self.players());
    });
    cls.def("player_return", "seat", [](const Self& self, const py::object& seat) {
        double values[kMostSeats];
        self.game().returns(self.state(), values);
        return values[seat_of(self, seat)];
    });
    cls.def("player_reward", "seat", [](const Self& self, const py::object& seat) {
        double values[kMostSeats];
        self.position.rewards(self.game(), values);
        return values[seat_of(self, seat)];
    });
}

void def_value(Class& cls) {
    cls.def_hot_property("game", [](const Self& self) { return to_object(self.owner); });
    cls.def_property_readonly("seeded", [](const Self& self) { return self.position.seeded; });
    cls.def_hot("clone", [](const Self& self) { return to_object(self); });
    cls.def("__copy__", [](const Self& self) { return to_object(self); });
    cls.def("__deepcopy__", "memo", [](const Self& self, const py::dict&) { return to_object(self); });
    cls.def("__eq__", "other", [](const Self& self, const py::object& object) {
        if (!py::isinstance<Self>(object)) return false;
        const Self& other = py::cast<const Self&>(object);
        return self.position == other.position && self.game() == other.game();
    });
    cls.def("__hash__", [](const Self& self) { return static_cast<py::ssize_t>(self.position.hash() >> 2); });
    cls.def("serialize",
            [](const Self& self) { return bytes_of(serialize(self.game(), self.position, self.owner->text())); });
    cls.def("__reduce__", [](const py::object& self) {
        // pickle could use a bound method here, but cloudpickle cannot.
        const py::object load = py::module_::import("operator").attr("methodcaller");
        return py::make_tuple(load("deserialize_state", self.attr("serialize")()), py::make_tuple(self.attr("game")));
    });
    cls.def("action_to_string", "action", [](const Self& self, const py::object& action) {
        const bool chance = self.player() == kChance;
        const int count = chance ? self.owner->limits().chance_outcomes : self.owner->limits().actions;
        return self.game().action_text(self.state(), to_bounded(action, "action", 0, count - 1));
    });
    cls.def("parse_action", "text", [](const Self& self, const py::object& text) {
        return unwrap(self.game().parse_action(self.state(), to_text(text, "text")));
    });
}

void def_view(Class& cls) {
    cls.def("to_dict", "seat=None", [](const Self& self, const py::object& seat) {
        const int viewer = seat.is_none() ? -1 : seat_of(self, seat);
        py::dict out = to_python(self.game().to_value(self.state(), viewer));
        if (viewer < 0) out["rng"] = self.position.seeded ? py::object(py::int_(self.position.rng)) : py::none();
        return out;
    });
    cls.def("observation_string", "seat", [](const Self& self, const py::object& seat) {
        return to_json(self.game().to_value(self.state(), seat_of(self, seat)));
    });
    cls.def("observation_tensor", "seat out=None", [](const Self& self, const py::object& seat, const py::object& out) {
        const int viewer = seat_of(self, seat);
        auto tensor = out_array<float>(out, "float32", self.owner->tensor_size);
        self.game().observe(self.state(), viewer,
                            {tensor.mutable_data(), static_cast<std::size_t>(self.owner->tensor_size)});
        return tensor;
    });
    cls.def("resample_from_infostate", "seat seed",
            [](const Self& self, const py::object& seat, const py::object& seed) {
                const int viewer = seat_of(self, seat);
                return to_object({self.owner, self.position.resampled(self.game(), viewer, to_seed(seed))});
            });
    cls.def("__str__", [](const py::object& self) {
        const std::string name = py::cast<const Self&>(self).owner->name();
        const py::object game = py::module_::import("uneri.registry").attr("game_module")(name);
        return game.attr("render")(self.attr("to_dict")());
    });
    cls.def("__repr__", [](const Self& self) {
        const int player = self.player();
        const std::string who = player == kChance     ? "chance"
                                : player == kTerminal ? "the end"
                                                      : "seat " + std::to_string(player);
        return "<uneri." + self.owner->name() + ".State of " + self.owner->text() + ", " + who + ">";
    });
}

}  // namespace

void bind_state(py::module_& m) {
    Class cls(m, "State");
    def_play(cls);
    def_value(cls);
    def_view(cls);
}

}  // namespace uneri
