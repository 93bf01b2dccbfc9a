// The rule sets that hand functions were asked about, with what their answers name.
#pragma once

#include <algorithm>
#include <vector>

#include "bindings/convert.hpp"
#include "bindings/hand_reader.hpp"
#include "bindings/method.hpp"
#include "bindings/own_types.hpp"
#include "uneri/games/namima/namima.hpp"

namespace uneri::namima_binding {

struct RuleSetObjects {
    py::object variant;  // a name, or a game
    int players;         // for a name
    py::object game;
    py::tuple kinds;  // their names
    py::tuple melds;  // their names

    OwnGame<namima::Namima> core() const { return OwnGame<namima::Namima>(binding::self_of<GameObject>(game.ptr())); }
};

// Python remembers a rule set when it is first asked about (python/uneri/namima/query.py). All is done with the GIL
// held.
class RuleSetMemory {
public:
    // One for the process. It is never destroyed, since Python's objects must not be when the interpreter is gone.
    static RuleSetMemory& get() {
        static auto* memory = new RuleSetMemory;
        return *memory;
    }

    void remember(RuleSetObjects set) {
        if (sets_.size() >= kMost) sets_.clear();
        sets_.push_back(std::move(set));
    }
    // Null if it was not met, or if the arguments are of other types. A copy must be made before the GIL is released.
    const RuleSetObjects* find(PyObject* variant, PyObject* players) const {
        int seats = 0;
        const bool named = PyUnicode_CheckExact(variant) != 0;
        if (named && !binding::read_int(players, 2, namima::kMaxSeats, seats)) return nullptr;
        for (const RuleSetObjects& set : sets_) {
            PyObject* known = set.variant.ptr();
            if (named ? set.players == seats && is_text(known, variant) : known == variant) return &set;
        }
        return nullptr;
    }

private:
    static bool is_text(PyObject* known, PyObject* text) noexcept {
        return known == text || (PyUnicode_CheckExact(known) && PyUnicode_Compare(known, text) == 0);
    }

    static constexpr std::size_t kMost = 64;
    std::vector<RuleSetObjects> sets_;
};

}  // namespace uneri::namima_binding
