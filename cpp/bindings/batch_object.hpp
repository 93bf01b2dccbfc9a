// The object behind uneri.BatchEnv, and what its bindings share.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "bindings/convert.hpp"
#include "bindings/docs.hpp"
#include "bindings/objects.hpp"
#include "uneri/engine/batch.hpp"
#include "uneri/engine/batch_draw.hpp"
#include "uneri/engine/batch_kept.hpp"
#include "uneri/engine/gate.hpp"

namespace uneri {

struct BatchObject : MadeByInit {
    template <class Poll>
    BatchObject(std::shared_ptr<const GameObject> of, const BatchSettings& settings, Poll&& poll)
        : owner(std::move(of)), batch(owner->game, settings, poll), chosen(settings.lanes) {}

    // Works on the lanes without the GIL, one caller at a time. A progress function may read lanes during the call.
    template <class Work>
    auto exclusively(Work&& work) {
        const binding::Inside inside(gate);
        return work();
    }
    // The same for work that leaves the lanes as they are. Ctrl-C ends searches within it; then it throws.
    template <class Work>
    void watched(Work&& work) {
        const Tick signals = binding::to_tick(py::none());
        exclusively([&] {
            const Rest rest(gate);
            Progress progress(0, signals);
            const WorkLimit watch = progress.watch();
            work();
            progress.poll();
        });
    }
    template <class Work>
    auto reading(Work&& work) {
        const binding::Inside inside(gate, Passage::Use::kReading);
        return work();
    }
    StateObject state(std::size_t i) const { return {owner, batch.position(i)}; }
    std::size_t lane(const py::handle& object) const {
        return static_cast<std::size_t>(
            binding::to_bounded(object, "lane", 0, static_cast<std::int64_t>(batch.size()) - 1));
    }

    std::shared_ptr<const GameObject> owner;
    Batch batch;
    DrawnStep chosen;
    bool has_begun = false;   // all lanes have had a game
    KeptLanes kept;           // for calls that may fail or be stopped within a step
    py::object asked_memory;  // of what opponents see that are functions in Python
    Gate gate{"batch", kBatchReads};
};

using BatchClass = binding::DocumentedClass<BatchObject, std::shared_ptr<BatchObject>>;

namespace binding {

// The value of `names` with this index.
template <class Choice>
Choice to_choice(const py::object& object, const char* what, std::initializer_list<const char*> names) {
    const std::string name = object.is_none() ? "None" : to_text(object, what);
    int number = 0;
    for (const char* allowed : names) {
        if (name == allowed) return static_cast<Choice>(number);
        ++number;
    }
    throw py::value_error(std::string(what) + " is " + name);
}

inline void check_greedy(const AnyGame& game) {
    if (!game.has_greedy()) throw py::value_error(std::string(game.name()) + " has no greedy player");
}

template <class T>
py::array row_view(const py::object& base, T* data, std::vector<py::ssize_t> shape, bool writable = true) {
    py::array view(py::dtype::of<T>(), std::move(shape), data, base);
    if (!writable) view.attr("flags").attr("writeable") = false;
    return view;
}

// The memory of an array, which Python has checked and worded; here only what memory safety needs.
template <class T>
T* memory_of(const py::dict& rows, const char* name, const std::vector<py::ssize_t>& shape) {
    const py::object object = rows[name];
    if (!py::isinstance<py::array_t<T>>(object)) throw py::type_error(std::string(name) + " has the wrong type");
    auto array = py::reinterpret_borrow<py::array>(object);
    const bool same =
        array.ndim() == static_cast<py::ssize_t>(shape.size()) && std::equal(shape.begin(), shape.end(), array.shape());
    if (!same || (array.flags() & py::array::c_style) == 0 || !array.writeable())
        throw py::value_error(std::string(name) + " has the wrong shape");
    return static_cast<T*>(array.mutable_data());
}

}  // namespace binding
}  // namespace uneri
