// Games and states as Python objects.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>

#include "bindings/classes.hpp"
#include "bindings/gil.hpp"
#include "bindings/pybind.hpp"
#include "uneri/engine/game_table.hpp"
#include "uneri/engine/gate.hpp"
#include "uneri/engine/parallel.hpp"
#include "uneri/engine/position.hpp"
#include "uneri/engine/text.hpp"

namespace uneri {

// The calls that a progress function of a batch may make on it.
inline constexpr const char* kBatchReads = "get_state and to_bytes, in a progress function";

// A game as a Python object, with cached values that are needed often.
struct GameObject : MadeByInit {
    GameObject(AnyGame rules, py::object games, py::object states)
        : game(std::move(rules)), type(std::move(games)), state_type(std::move(states)) {
        for (const Segment& segment : game.layout()) tensor_size += segment.size();
        const int most = std::max(game.limits().actions, game.limits().chance_outcomes);
        for (int id = 0; id < most; ++id) ids.append(id);
    }
    const Limits& limits() const noexcept { return game.limits(); }
    std::string name() const { return std::string(game.name()); }
    // The game's text, and all its options as JSON: made on first use.
    const std::string& text() const {
        if (text_.empty()) text_ = game_text(game);
        return text_;
    }
    const py::str& options_json() const {
        if (!options_json_) options_json_ = to_json(game.options());
        return *options_json_;
    }

    AnyGame game;
    py::object type;  // its class, and that of its states
    py::object state_type;
    int tensor_size = 0;
    py::list ids;  // every id as a Python int, shared by lists of actions (`legal_actions` in bench/suites/core.py)

private:
    mutable std::string text_;
    mutable std::optional<py::str> options_json_;
};

// It keeps what methods that are called in loops need of its game: each look-up on the way costs them a few per cent.
struct StateObject {
    StateObject(std::shared_ptr<const GameObject> of, AnyPosition at)
        : owner(std::move(of)), hot(&owner->game.hot()), rules(owner->game.self()), position(std::move(at)) {}

    const AnyGame& game() const noexcept { return owner->game; }
    const KeptState& state() const noexcept { return position.state; }
    int players() const noexcept { return owner->game.players(); }
    int player() const noexcept { return hot->player(rules, bytes()); }
    bool is_legal(Action a) const noexcept { return hot->is_legal(rules, bytes(), a); }
    std::size_t num_legal_actions() const noexcept { return hot->num_legal_actions(rules, bytes()); }
    void legal_actions(AnyActions& list) const noexcept {
        list.resize(hot->legal_actions(rules, bytes(), list.data()));
    }
    // A legal action.
    void apply(Action a) noexcept {
        hot->step(rules, static_cast<std::byte*>(position.state), position.before.data(),
                  position.seeded ? &position.rng : nullptr, a);
    }

    std::shared_ptr<const GameObject> owner;
    const HotTable* hot;
    const void* rules;
    AnyPosition position;

private:
    const std::byte* bytes() const noexcept { return position.state; }
};

namespace binding {

// A state or a game as an object of the game's own class (kinds.cpp).
py::object to_object(StateObject state);
py::object to_object(const std::shared_ptr<const GameObject>& game);

// What every game gets from `shared`, and what games with features get from `shared_net`.
struct SharedModules {
    py::module_ shared;
    py::module_ shared_net;
};

// Fills the module of a game: classes Game and State of its own, derived from the shared ones, and all that is shared.
void fill_module(py::module_& m, const SharedModules& modules, const HotTable& hot, const ColdTable& cold);

// Of the game whose class this is.
const ColdTable& cold_table_of(const py::handle& game_class);
py::object state_class_of(const py::handle& game_class);

// The game of this class under these options, a dict or all of them as JSON: one that is in use, or else another one or
// none (games.cpp).
std::shared_ptr<GameObject> find_game(const py::handle& game_class, const py::handle& options);
std::shared_ptr<GameObject> find_known_game(const py::handle& game_class, const py::handle& options);

// Called from C++ without the GIL, in the calling thread: handles Ctrl-C and reports progress.
inline Tick to_tick(const py::object& tick) {
    return [tick = tick.ptr(), thread = PyThreadState_Get()](double done) {
        const GilAcquire gil(thread);
        raise_callback_error();
        check_signals();
        if (tick != Py_None) call_python(tick, py::make_tuple(done));
        return true;
    };
}

// Releases the GIL and enters a gate. While it waits there for another thread, it handles Ctrl-C.
class Inside {
public:
    explicit Inside(Gate& gate, Passage::Use use = Passage::Use::kAll)
        : signals_(to_tick(py::none())), passage_(gate, use, [&] { wait(gate); }) {}

private:
    void wait(const Gate& gate) {
        refuse_lost_thread(gate);
        if (!waiting_) waiting_.emplace(0, signals_);
        waiting_->poll();
        pause_at_gate();
    }
    // While the interpreter shuts down, the waiting thread is the last one that gets the GIL, so a thread inside the
    // gate that wants the GIL sleeps forever.
    static void refuse_lost_thread(const Gate& gate) {
#if PY_VERSION_HEX >= 0x030D0000
        const bool ends = Py_IsFinalizing() != 0;
#else
        const bool ends = _Py_IsFinalizing() != 0;
#endif
        if (!ends || !gate.rests()) return;
        throw std::runtime_error(
            "this " + gate.what() +
            " is in use by a thread that sleeps, as the interpreter is shutting down; use another " + gate.what());
    }

    Tick signals_;
    GilRelease free_;
    std::optional<Progress> waiting_;
    Passage passage_;
};

// Checks actions that Python names.

// `where` goes before the action, such as the lane of a batch.
[[noreturn]] void raise_illegal(const StateObject& self, const py::handle& given, std::int64_t a,
                                const std::string& where = "");

// The action that `object` names, if it is legal here; else raises an error.
Action checked_action(const StateObject& self, const py::handle& object);

// A list of the int objects that the game shares.
template <class List>
py::list to_ids(const GameObject& owner, const List& items) {
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

}  // namespace binding

}  // namespace uneri
