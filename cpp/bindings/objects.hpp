// Games and states as Python holds them.
#pragma once

#include <algorithm>
#include <memory>
#include <string>

#include "bindings/gil.hpp"
#include "bindings/pybind.hpp"
#include "uneri/engine/parallel.hpp"
#include "uneri/engine/position.hpp"

namespace uneri {

// A game as Python holds it, with what is asked for all the time kept at hand.
template <Game G>
struct GameObject {
    explicit GameObject(G rules) : game(std::move(rules)), limits(game.limits()) {
        for (const Segment& segment : game.layout()) tensor_size += segment.size();
        const int most = std::max(limits.actions, limits.chance_outcomes);
        for (int id = 0; id < most; ++id) ids.append(id);
    }
    // Games live in a shared_ptr made by make_shared. What pybind11 would allocate here is the room for an object whose
    // __init__ was never called.
    static void* operator new(std::size_t) {
        throw py::type_error(std::string(G::kName) +
                             ": the Game was made without its constructor; use uneri.load_game");
    }
    static void* operator new(std::size_t, void* place) noexcept { return place; }
    static void operator delete(void*) noexcept {}
    G game;
    Limits limits;
    int tensor_size = 0;
    py::list ids;  // every id as a Python int: lists of actions share them (bench/test_onda.py, test_state)
};

template <Game G>
struct StateObject {
    std::shared_ptr<const GameObject<G>> owner;
    Position<G> position;

    const G& game() const noexcept { return owner->game; }
    const typename G::State& state() const noexcept { return position.state; }
    int players() const noexcept { return owner->limits.players; }
};

namespace binding {

// Called from C++ without the GIL, by the thread that is here: answers Ctrl-C and passes the progress on.
inline Tick to_tick(const py::object& tick) {
    return [tick = tick.ptr(), thread = PyThreadState_Get()](double done) {
        const GilAcquire gil(thread);
        check_signals();
        if (tick != Py_None) call_python(tick, py::make_tuple(done));
        return true;
    };
}

}  // namespace binding

}  // namespace uneri
