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
    KeptLanes kept;           // for opponents that are functions in Python, as is
    py::object asked_memory;  // ... the memory of what they see
    Gate gate{"batch", kBatchReads};
};

namespace binding {

// Handles Ctrl-C within a call that works on the lanes. It is made with the GIL, and used without.
class Polled {
public:
    explicit Polled(BatchObject& self)
        : tick_([&gate = self.gate, signals = to_tick(py::none())](double done) {
              const Rest rest(gate);
              return signals(done);
          }),
          progress_(0, tick_) {}
    Polled(const Polled&) = delete;
    Polled& operator=(const Polled&) = delete;
    void operator()() { progress_.poll(); }
    Progress& progress() noexcept { return progress_; }

private:
    Tick tick_;
    Progress progress_;
};

// Ctrl-C ends what lanes are at. Who needs them as they were puts them back.
class WatchedLanes {
public:
    WatchedLanes(Batch& batch, Progress* progress) noexcept : batch_(batch) { batch_.watch(progress); }
    ~WatchedLanes() { batch_.watch(nullptr); }
    WatchedLanes(const WatchedLanes&) = delete;
    WatchedLanes& operator=(const WatchedLanes&) = delete;

private:
    Batch& batch_;
};

}  // namespace binding

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
    if (!py::isinstance<py::array_t<T>>(object)) throw py::type_error(std::string(name) + " has another type");
    auto array = py::reinterpret_borrow<py::array>(object);
    const bool same =
        array.ndim() == static_cast<py::ssize_t>(shape.size()) && std::equal(shape.begin(), shape.end(), array.shape());
    if (!same || (array.flags() & py::array::c_style) == 0 || !array.writeable())
        throw py::value_error(std::string(name) + " has another shape");
    return static_cast<T*>(array.mutable_data());
}

}  // namespace binding
}  // namespace uneri
