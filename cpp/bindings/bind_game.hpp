// The Python contract for any game: `bind_game<G>(module)` binds the classes Game and State, perft and playouts.
// Batches, searches and networks have files of their own (bind_batch.hpp, bind_search.hpp, bind_net.hpp), so that a
// game is compiled in parts side by side. It contains no rules and no defaults of a game.
#pragma once

#include <algorithm>
#include <memory>
#include <string>

#include "bindings/convert.hpp"
#include "bindings/docs.hpp"
#include "bindings/gil.hpp"
#include "bindings/objects.hpp"
#include "bindings/pybind.hpp"
#include "uneri/engine/envelope.hpp"
#include "uneri/engine/loops.hpp"
#include "uneri/engine/perft.hpp"
#include "uneri/engine/playout.hpp"
#include "uneri/engine/position.hpp"
#include "uneri/engine/text.hpp"

namespace uneri {

namespace binding {

inline std::string name_of(std::string_view game) { return std::string(game); }

template <Game G>
[[noreturn]] void raise_illegal(const StateObject<G>& self, const py::handle& given, std::int64_t a,
                                const std::string& where = "") {
    std::string prefix = name_of(G::kName) + ": ";
    if (!where.empty()) prefix += where + ": ";
    prefix += "action ";
    if (self.game().player(self.state()) == kTerminal) {
        throw py::value_error(prefix + std::string(py::str(given)) + " is not legal here; the game is over");
    }
    typename G::Actions list;
    self.game().legal_actions(self.state(), list);
    std::string text = prefix + std::string(py::str(given));
    const bool chance = self.game().player(self.state()) == kChance;
    const int named = chance ? self.owner->limits.chance_outcomes : self.owner->limits.actions;
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
template <Game G>
Action checked_action(const StateObject<G>& self, const py::handle& object) {
    const std::int64_t a = to_integer(object, "action");
    if (a < 0 || a > 0x7FFFFFFF || !loops<G>().is_legal(self.game(), self.state(), static_cast<Action>(a)))
        raise_illegal(self, object, a);
    return static_cast<Action>(a);
}

template <class List>
py::list to_list(const List& items) {
    py::list out(items.size());
    for (std::size_t i = 0; i < items.size(); ++i) {
        PyObject* number = PyLong_FromLong(items[i]);
        if (number == nullptr) throw py::error_already_set();
        PyList_SET_ITEM(out.ptr(), static_cast<Py_ssize_t>(i), number);
    }
    return out;
}

// The same, with the int objects that the game shares.
template <Game G, class List>
py::list to_ids(const GameObject<G>& owner, const List& items) {
    PyObject* out = PyList_New(static_cast<Py_ssize_t>(items.size()));
    if (out == nullptr) throw py::error_already_set();
    Py_ssize_t i = 0;
    for (const Action a : items) {  // not by index, which TACTA's lists look for from their start
        PyObject* id = PyList_GET_ITEM(owner.ids.ptr(), a);
        Py_INCREF(id);
        PyList_SET_ITEM(out, i++, id);
    }
    return py::reinterpret_steal<py::list>(out);
}

inline py::list to_floats(const double* values, int count) {
    py::list out(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        PyObject* number = PyFloat_FromDouble(values[i]);
        if (number == nullptr) throw py::error_already_set();
        PyList_SET_ITEM(out.ptr(), i, number);
    }
    return out;
}

template <class T>
T unwrap(Result<T> result) {
    if (!result) raise_value_error(result.error());
    return *result;
}

inline std::uint64_t to_seed(const py::handle& object) {
    const std::int64_t signed_seed = to_integer(object, "seed");
    if (signed_seed >= 0 && signed_seed < std::numeric_limits<std::int64_t>::max())
        return static_cast<std::uint64_t>(signed_seed);
    const py::object number = py::reinterpret_steal<py::object>(PyNumber_Index(object.ptr()));
    const std::uint64_t seed = number ? PyLong_AsUnsignedLongLong(number.ptr()) : 0;
    if (PyErr_Occurred() != nullptr) {
        PyErr_Clear();
        throw py::value_error("seed is " + std::string(py::str(object)) + "; allowed: 0 to 2^64 - 1");
    }
    return seed;
}

inline int to_bounded(const py::handle& object, const char* what, std::int64_t low, std::int64_t high) {
    const std::int64_t number = to_integer(object, what);
    if (number < low || number > high) {
        throw py::value_error(std::string(what) + " is " + std::string(py::str(object)) +
                              "; allowed: " + std::to_string(low) + " to " + std::to_string(high));
    }
    return static_cast<int>(number);
}

template <Game G>
using GameClass = DocumentedClass<GameObject<G>, std::shared_ptr<GameObject<G>>>;
template <Game G>
using StateClass = DocumentedClass<StateObject<G>>;

constexpr int kDeepestPerft = 1000;

template <Game G>
void bind_game_class(py::module_& m, GameClass<G>& cls) {
    using Self = GameObject<G>;
    using StateT = StateObject<G>;
    const std::string name = name_of(G::kName);
    cls.def(
        py::init([](const py::dict& options) { return std::make_shared<Self>(unwrap(G::make(from_python(options)))); }),
        py::arg("options"));
    cls.def_property_readonly("name", [](const Self&) { return name_of(G::kName); });
    cls.def_property_readonly("backend", [](const Self&) { return "core"; });
    cls.def_property_readonly("options", [](const Self& self) { return to_python(self.game.options()); });
    cls.def_property_readonly("num_players", [](const Self& self) { return self.limits.players; });
    cls.def_property_readonly("num_distinct_actions", [](const Self& self) { return self.limits.actions; });
    cls.def_property_readonly("max_chance_outcomes", [](const Self& self) { return self.limits.chance_outcomes; });
    cls.def_property_readonly("max_legal_actions", [](const Self& self) { return self.limits.legal_actions; });
    cls.def_property_readonly("max_game_length", [](const Self& self) { return self.limits.decisions; });
    cls.def_property_readonly("max_chance_nodes", [](const Self& self) { return self.limits.chance_nodes; });
    cls.def_property_readonly("min_utility", [](const Self& self) { return utility_bounds(self.game).low; });
    cls.def_property_readonly("max_utility", [](const Self& self) { return utility_bounds(self.game).high; });
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
    cls.def(
        "new_initial_state",
        [](const std::shared_ptr<Self>& self, const py::object& seed) {
            if (seed.is_none()) return StateT{self, new_position(self->game)};
            return StateT{self, new_position(self->game, to_seed(seed))};
        },
        py::arg("seed") = py::none());
    cls.def(
        "action_to_string",
        [name](const Self& self, const py::object& player, const py::object& action) {
            const int seat = to_bounded(player, "player", kChance, self.limits.players - 1);
            const int count = seat == kChance ? self.limits.chance_outcomes : self.limits.actions;
            return self.game.action_text(seat, to_bounded(action, "action", 0, count - 1));
        },
        py::arg("player"), py::arg("action"));
    cls.def(
        "parse_action",
        [](const Self& self, const py::object& text) { return unwrap(self.game.parse_action(to_text(text, "text"))); },
        py::arg("text"));
    cls.def(
        "deserialize_state",
        [](const std::shared_ptr<Self>& self, const py::object& data) {
            const std::string_view view = to_bytes(data, "data");
            return StateT{self, unwrap(deserialize(self->game,
                                                   {reinterpret_cast<const std::uint8_t*>(view.data()), view.size()}))};
        },
        py::arg("data"));
    cls.def(
        "state_from_dict",
        [name](const std::shared_ptr<Self>& self, const py::object& data) {
            const py::dict fields = mapping(data, name + ": the state is no mapping of field names to values");
            StateT state{self, {}};
            const py::object rng = fields.attr("pop")("rng", py::none());
            if (!rng.is_none()) {
                const auto refuse = [&] {
                    raise_value_error(name + ": field 'rng' is " + shown(from_python(rng)) +
                                      "; allowed: None, 0 to 2^64 - 1");
                };
                state.position.seeded = 1;
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
            if (state.position.seeded != 0 && self->game.player(state.state()) == kChance) {
                throw py::value_error(name +
                                      ": field 'rng' is set, but chance is open: a seeded state has resolved it");
            }
            state.position.remember_points(self->game, self->limits.players);
            return state;
        },
        py::arg("data"));
    cls.def("__str__", [](const Self& self) { return game_text(self.game); });
    cls.def("__repr__", [](const Self& self) {
        return "uneri.load_game(" + std::string(py::repr(py::str(game_text(self.game)))) + ")";
    });
    cls.def(
        "__eq__",
        [](const Self& self, const py::object& other) {
            return py::isinstance<Self>(other) && self.game.options() == py::cast<const Self&>(other).game.options();
        },
        py::arg("other"));
    cls.def("__hash__", [](const Self& self) { return py::hash(py::str(game_text(self.game))); });
    cls.def("__copy__", [](const std::shared_ptr<Self>& self) { return self; });
    cls.def("__deepcopy__", [](const std::shared_ptr<Self>& self, const py::dict&) { return self; }, py::arg("memo"));
    cls.def("__reduce__", [](const py::object& self) {
        return py::make_tuple(py::type::of(self), py::make_tuple(self.attr("options")));
    });
    static_cast<void>(m);
}

// Is `player` to act? It is a seat, or a value of current_player().
template <Game G>
bool is_turn_of(const StateObject<G>& self, const py::handle& player) {
    const int asked = to_bounded(player, "player", kTerminal, self.players() - 1);
    if (asked < 0 && asked != kChance && asked != kTerminal) {
        throw py::value_error("player is " + std::to_string(asked) + "; allowed: 0 to " +
                              std::to_string(self.players() - 1) + ", -1, -4");
    }
    return asked == self.game().player(self.state());
}

template <Game G>
void list_actions(const StateObject<G>& self, typename G::Actions& list) noexcept {
    loops<G>().legal_actions(self.game(), self.state(), list);
}

template <Game G>
void bind_state_play(StateClass<G>& cls) {
    using Self = StateObject<G>;
    cls.def_hot("current_player", [](const Self& self) { return self.game().player(self.state()); });
    cls.def_hot("is_chance_node", [](const Self& self) { return self.game().player(self.state()) == kChance; });
    cls.def_hot("is_terminal", [](const Self& self) { return self.game().player(self.state()) == kTerminal; });
    cls.def_hot("is_simultaneous_node", [](const Self&) { return false; });
    cls.def_hot(
        "legal_actions",
        [](const Self& self, const py::handle& player) {
            typename G::Actions list;
            if (player.is_none() || is_turn_of(self, player)) list_actions(self, list);
            return to_ids(*self.owner, list);
        },
        "player", true);
    cls.def_hot("num_legal_actions", [](const Self& self) {
        typename G::Actions list;
        list_actions(self, list);
        return list.size();
    });
    cls.def_hot(
        "is_legal",
        [](const Self& self, const py::handle& action) {
            const std::int64_t a = to_integer(action, "action");
            return a >= 0 && a <= 0x7FFFFFFF && loops<G>().is_legal(self.game(), self.state(), static_cast<Action>(a));
        },
        "action");
    cls.def(
        "legal_actions_mask",
        [](const Self& self, const py::object& out) {
            auto mask = out_array<std::uint8_t>(out, "uint8", self.owner->limits.actions);
            std::uint8_t* data = mask.mutable_data();
            std::fill_n(data, self.owner->limits.actions, std::uint8_t{0});
            if (self.game().player(self.state()) >= 0) {
                typename G::Actions list;
                list_actions(self, list);
                for (const Action a : list) data[a] = 1;
            }
            return mask;
        },
        py::arg("out") = py::none());
    cls.def_hot(
        "apply_action",
        [](Self& self, const py::handle& action) {
            const Action a = checked_action(self, action);
            loops<G>().apply(self.game(), self.players(), self.position, a);
        },
        "action");
    cls.def_hot(
        "child",
        [](const Self& self, const py::handle& action) {
            const Action a = checked_action(self, action);
            Self after = self;
            loops<G>().apply(after.game(), after.players(), after.position, a);
            return after;
        },
        "action");
    cls.def_hot("chance_outcomes", [](const Self& self) {
        py::list out;
        if (self.game().player(self.state()) != kChance) return out;
        typename G::Actions list;
        list_actions(self, list);
        const auto total = static_cast<double>(self.game().chance_total(self.state()));
        for (const Action a : list) {
            out.append(py::make_tuple(a, static_cast<double>(self.game().chance_weight(self.state(), a)) / total));
        }
        return out;
    });
    cls.def_hot("chance_weights", [](const Self& self) {
        py::list out;
        if (self.game().player(self.state()) != kChance) return out;
        typename G::Actions list;
        list_actions(self, list);
        for (const Action a : list) out.append(py::make_tuple(a, self.game().chance_weight(self.state(), a)));
        return out;
    });
    cls.def(
        "sample_chance",
        [](const Self& self, const py::object& seed) {
            if (self.game().player(self.state()) != kChance) {
                throw py::value_error(name_of(G::kName) + ": sample_chance asks for a chance node");
            }
            SplitMix64 generator(to_seed(seed));
            return draw_chance(self.game(), self.state(), generator);
        },
        py::arg("seed"));
    cls.def_hot("returns", [](const Self& self) {
        double values[G::kMaxSeats];
        returns_of(self.game(), self.state(), values);
        return to_floats(values, self.players());
    });
    cls.def_hot("rewards", [](const Self& self) {
        double values[G::kMaxSeats];
        self.position.rewards(self.game(), self.players(), values);
        return to_floats(values, self.players());
    });
    cls.def(
        "player_return",
        [](const Self& self, const py::object& seat) {
            double values[G::kMaxSeats];
            returns_of(self.game(), self.state(), values);
            return values[to_seat(name_of(G::kName).c_str(), seat, self.players())];
        },
        py::arg("seat"));
    cls.def(
        "player_reward",
        [](const Self& self, const py::object& seat) {
            double values[G::kMaxSeats];
            self.position.rewards(self.game(), self.players(), values);
            return values[to_seat(name_of(G::kName).c_str(), seat, self.players())];
        },
        py::arg("seat"));
}

template <Game G>
void bind_state_value(StateClass<G>& cls) {
    using Self = StateObject<G>;
    cls.def_property_readonly("game",
                              [](const Self& self) { return std::const_pointer_cast<GameObject<G>>(self.owner); });
    cls.def_property_readonly("seeded", [](const Self& self) { return self.position.seeded != 0; });
    cls.def_hot("clone", [](const Self& self) { return Self(self); });
    cls.def("__copy__", [](const Self& self) { return Self(self); });
    cls.def("__deepcopy__", [](const Self& self, const py::dict&) { return Self(self); }, py::arg("memo"));
    cls.def(
        "__eq__",
        [](const Self& self, const py::object& object) {
            if (!py::isinstance<Self>(object)) return false;
            const Self& other = py::cast<const Self&>(object);
            return self.position == other.position &&
                   (self.owner == other.owner || self.game().options() == other.game().options());
        },
        py::arg("other"));
    cls.def("__hash__", [](const Self& self) { return static_cast<py::ssize_t>(self.position.hash() >> 2); });
    cls.def("serialize", [](const Self& self) {
        const ByteWriter out = serialize(self.game(), self.position);
        return py::bytes(reinterpret_cast<const char*>(out.bytes().data()), out.bytes().size());
    });
    cls.def("__reduce__", [](const py::object& self) {
        // pickle could use a bound method here, but cloudpickle cannot.
        const py::object load = py::module_::import("operator").attr("methodcaller");
        return py::make_tuple(load("deserialize_state", self.attr("serialize")()), py::make_tuple(self.attr("game")));
    });
    cls.def(
        "action_to_string",
        [](const Self& self, const py::object& action) {
            const bool chance = self.game().player(self.state()) == kChance;
            const int count = chance ? self.owner->limits.chance_outcomes : self.owner->limits.actions;
            return self.game().action_text(self.state(), to_bounded(action, "action", 0, count - 1));
        },
        py::arg("action"));
    cls.def(
        "parse_action",
        [](const Self& self, const py::object& text) {
            return unwrap(self.game().parse_action(self.state(), to_text(text, "text")));
        },
        py::arg("text"));
}

template <Game G>
void bind_state_view(StateClass<G>& cls) {
    using Self = StateObject<G>;
    cls.def(
        "to_dict",
        [](const Self& self, const py::object& seat) {
            const int viewer = seat.is_none() ? -1 : to_seat(name_of(G::kName).c_str(), seat, self.players());
            py::dict out = to_python(self.game().to_value(self.state(), viewer));
            if (viewer < 0)
                out["rng"] = self.position.seeded != 0 ? py::object(py::int_(self.position.rng)) : py::none();
            return out;
        },
        py::arg("seat") = py::none());
    cls.def(
        "observation_string",
        [](const Self& self, const py::object& seat) {
            return to_json(
                self.game().to_value(self.state(), to_seat(name_of(G::kName).c_str(), seat, self.players())));
        },
        py::arg("seat"));
    cls.def(
        "observation_tensor",
        [](const Self& self, const py::object& seat, const py::object& out) {
            const int viewer = to_seat(name_of(G::kName).c_str(), seat, self.players());
            auto tensor = out_array<float>(out, "float32", self.owner->tensor_size);
            self.game().observe(self.state(), viewer,
                                {tensor.mutable_data(), static_cast<std::size_t>(self.owner->tensor_size)});
            return tensor;
        },
        py::arg("seat"), py::arg("out") = py::none());
    cls.def(
        "resample_from_infostate",
        [](const Self& self, const py::object& seat, const py::object& seed) {
            const int viewer = to_seat(name_of(G::kName).c_str(), seat, self.players());
            return Self{self.owner, self.position.resampled(self.game(), viewer, to_seed(seed))};
        },
        py::arg("seat"), py::arg("seed"));
    cls.def("__str__", [](const py::object& self) {
        const py::module_ game = py::module_::import(("uneri." + name_of(G::kName)).c_str());
        return game.attr("render")(self.attr("to_dict")());
    });
    cls.def("__repr__", [](const Self& self) {
        const int player = self.game().player(self.state());
        const std::string who = player == kChance     ? "chance"
                                : player == kTerminal ? "the end"
                                                      : "seat " + std::to_string(player);
        return "<uneri." + name_of(G::kName) + ".State of " + game_text(self.game()) + ", " + who + ">";
    });
}

template <Game G>
void bind_engine(py::module_& m) {
    using Self = StateObject<G>;
    m.def(
        "perft",
        [](const Self& state, const py::object& depth, const py::object& threads, const py::object& tick) {
            const int levels = to_bounded(depth, "depth", 0, kDeepestPerft);
            const int workers = to_bounded(threads, "threads", 1, kMaxThreads);
            const Tick polled = to_tick(tick);
            const Self root = state;
            const GilRelease free;
            return *perft(root.game(), root.state(), levels, workers, polled);
        },
        py::arg("state"), py::arg("depth"), py::arg("threads"), py::arg("tick"));
    m.def(
        "perft_divide",
        [](const Self& state, const py::object& depth, const py::object& threads, const py::object& tick) {
            const int levels = to_bounded(depth, "depth", 1, kDeepestPerft);
            const int workers = to_bounded(threads, "threads", 1, kMaxThreads);
            const Tick polled = to_tick(tick);
            const Self root = state;
            const GilRelease free;
            return *perft_divide(root.game(), root.state(), levels, workers, polled);
        },
        py::arg("state"), py::arg("depth"), py::arg("threads"), py::arg("tick"));
    m.def(
        "playouts",
        [](const py::object& from, const py::object& n, const py::object& seed, const py::object& threads,
           const py::object& tick, std::uint64_t first) {
            constexpr std::int64_t kMost = 100'000'000;  // 4 GB of returns with five seats
            const auto count = static_cast<std::size_t>(to_bounded(n, "n", 0, kMost));
            const std::uint64_t number = to_seed(seed);
            const int workers = to_bounded(threads, "threads", 1, kMaxThreads);
            const Tick polled = to_tick(tick);
            const Self root =
                py::isinstance<Self>(from) ? py::cast<Self>(from) : py::cast<Self>(from.attr("new_initial_state")());
            py::array_t<double> returns({count, static_cast<std::size_t>(root.players())});
            py::array_t<std::int32_t> lengths(static_cast<py::ssize_t>(count));
            double* values = returns.mutable_data();
            std::int32_t* decisions = lengths.mutable_data();
            {
                const GilRelease free;
                playouts(root.game(), root.state(), count, number, workers, polled, values, decisions, first);
            }
            return py::make_tuple(returns, lengths);
        },
        py::arg("state_or_game"), py::arg("n"), py::arg("seed"), py::arg("threads"), py::arg("tick"),
        py::arg("first") = 0);
    if constexpr (GreedyGame<G>) {
        m.def(
            "greedy",
            [](const Self& state) {
                if (state.game().player(state.state()) < 0)
                    throw py::value_error(name_of(G::kName) + ": no seat is to act");
                return loops<G>().greedy(state.game(), state.state());
            },
            py::arg("state"));
    }
    m.def(
        "sight",
        [](const Self& state, const py::object& action, const py::object& seat) {
            const Action a = to_bounded(action, "action", 0, state.owner->limits.actions - 1);
            const int watcher = to_bounded(seat, "seat", 0, state.players() - 1);
            if (!state.game().is_legal(state.state(), a) || state.game().player(state.state()) < 0)
                throw py::value_error(name_of(G::kName) + ": action " + std::to_string(a) + " is not legal here");
            return sight_in(state.game(), state.state(), a, watcher);
        },
        py::arg("state"), py::arg("action"), py::arg("seat"));
    m.attr("OPTION_TABLE") = to_python(G::option_descriptions());
}

template <Game G>
void bind_records(py::module_& m);  // bind_records.hpp

}  // namespace binding

// Binds the game into `m`. The classes name `uneri._core.NAME` as their module, since it exists once uneri is imported,
// as pickle requires. `uneri.NAME` is loaded later or never.
template <Game G>
void bind_game(py::module_& m) {
    binding::GameClass<G> game(m, "Game");
    binding::StateClass<G> state(m, "State");
    binding::bind_game_class<G>(m, game);
    binding::bind_state_play<G>(state);
    binding::bind_state_value<G>(state);
    binding::bind_state_view<G>(state);
    binding::bind_engine<G>(m);
    binding::bind_records<G>(m);
}

}  // namespace uneri

#include "bindings/bind_records.hpp"
