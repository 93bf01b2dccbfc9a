// Game records against the rules: `replay_same`, the quick way of `Record.check` (python/uneri/records).
#include <algorithm>
#include <bit>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bindings/convert.hpp"
#include "bindings/objects.hpp"
#include "uneri/base/changes.hpp"

namespace uneri {
namespace {

using namespace binding;

// Is a Python object exactly this plain data? Types count: true is not 1, and 1 is not 1.0.
bool is_same(PyObject* object, std::int64_t value);
bool is_same(PyObject* object, double value);
bool is_same(PyObject* object, std::string_view value);
bool is_same(PyObject* object, const PlainData& value);

struct Compare {
    PyObject* object;

    bool operator()(const PlainData::Null&) const { return object == Py_None; }
    bool operator()(bool value) const { return object == (value ? Py_True : Py_False); }
    bool operator()(const PlainData::Opaque&) const { return false; }
    bool operator()(const PlainData::List& value) const {
        if (!PyList_CheckExact(object) || PyList_GET_SIZE(object) != static_cast<Py_ssize_t>(value.size()))
            return false;
        for (std::size_t i = 0; i < value.size(); ++i) {
            if (!is_same(PyList_GET_ITEM(object, static_cast<Py_ssize_t>(i)), value[i])) return false;
        }
        return true;
    }
    bool operator()(const PlainData::Map& value) const {
        if (!PyDict_CheckExact(object) || PyDict_GET_SIZE(object) != static_cast<Py_ssize_t>(value.size()))
            return false;
        for (const auto& [key, item] : value) {
            const py::str name(key);
            PyObject* mine = PyDict_GetItemWithError(object, name.ptr());
            if (mine == nullptr) {
                if (PyErr_Occurred() != nullptr) throw py::error_already_set();
                return false;
            }
            if (!is_same(mine, item)) return false;
        }
        return true;
    }
    bool operator()(std::int64_t value) const { return is_same(object, value); }
    bool operator()(double value) const { return is_same(object, value); }
    bool operator()(const std::string& value) const { return is_same(object, std::string_view(value)); }
};

bool is_same(PyObject* object, std::int64_t value) {
    if (!PyLong_CheckExact(object)) return false;
    int overflow = 0;
    return PyLong_AsLongLongAndOverflow(object, &overflow) == value && overflow == 0;
}

bool is_same(PyObject* object, double value) {
    return PyFloat_CheckExact(object) &&
           std::bit_cast<std::uint64_t>(PyFloat_AS_DOUBLE(object)) == std::bit_cast<std::uint64_t>(value);
}

bool is_same(PyObject* object, std::string_view value) {
    if (!PyUnicode_CheckExact(object)) return false;
    Py_ssize_t size = 0;
    const char* text = PyUnicode_AsUTF8AndSize(object, &size);
    if (text == nullptr) PyErr_Clear();  // a lone surrogate
    return text != nullptr && std::string_view(text, static_cast<std::size_t>(size)) == value;
}

bool is_same(PyObject* object, const PlainData& value) { return value.visit(Compare{object}); }

// The name of a field as Python's type cache wants it: one object for one text.
py::object interned(const char* name) {
    PyObject* text = PyUnicode_InternFromString(name);
    if (text == nullptr) throw py::error_already_set();
    return py::reinterpret_steal<py::object>(text);
}

// The fields of events and their parts: made once for a replay, which reads some 25 for a move.
struct Fields {
    py::object action = interned("action"), chance = interned("chance"), changes = interned("changes"),
               ply = interned("ply"), private_parts = interned("private"), public_part = interned("public"),
               returns = interned("returns"), seat = interned("seat"), text = interned("text");
};

py::object field(PyObject* object, const py::object& name) {
    PyObject* value = PyObject_GetAttr(object, name.ptr());
    if (value == nullptr) throw py::error_already_set();
    return py::reinterpret_steal<py::object>(value);
}

// The items of a list or tuple; nothing for anything else.
std::optional<std::pair<PyObject**, Py_ssize_t>> items_of(const py::object& object) {
    if (!PyTuple_CheckExact(object.ptr()) && !PyList_CheckExact(object.ptr())) return {};
    return std::pair{PySequence_Fast_ITEMS(object.ptr()), PySequence_Fast_GET_SIZE(object.ptr())};
}

bool is_path(PyObject* object, const std::vector<Change::Step>& path) {
    if (!PyList_CheckExact(object) || PyList_GET_SIZE(object) != static_cast<Py_ssize_t>(path.size())) return false;
    for (std::size_t i = 0; i < path.size(); ++i) {
        PyObject* step = PyList_GET_ITEM(object, static_cast<Py_ssize_t>(i));
        const auto* key = std::get_if<std::string_view>(&path[i]);
        if (key != nullptr ? !is_same(step, *key) : !is_same(step, static_cast<std::int64_t>(std::get<1>(path[i]))))
            return false;
    }
    return true;
}

bool is_changes(const py::object& object, const Changes& changes) {
    const auto items = items_of(object);
    if (!items || items->second != static_cast<Py_ssize_t>(changes.size())) return false;
    for (std::size_t i = 0; i < changes.size(); ++i) {
        PyObject* change = items->first[i];
        if (!PyList_CheckExact(change) || PyList_GET_SIZE(change) != 2) return false;
        if (!is_path(PyList_GET_ITEM(change, 0), changes[i].path)) return false;
        if (!is_same(PyList_GET_ITEM(change, 1), *changes[i].value)) return false;
    }
    return true;
}

// Plays a record again and compares its events with what the rules give, as `Walk` does in
// python/uneri/records/walk.py.
class RecordReplay {
public:
    RecordReplay(const GameObject& owner, std::optional<std::uint64_t> seed, bool views)
        : game_(owner.game), limits_(owner.limits()), views_(views), position_(new_position(owner.game)) {
        if (seed) generator_.emplace(*seed);
        seen_.assign(static_cast<std::size_t>(limits_.players), PlainData(PlainData::Map{}));
        game_.returns(position_.state, returns_);
    }
    const AnyPosition& position() const noexcept { return position_; }

    bool deal(PyObject* event) { return chance(field(event, fields_.chance)) && learned(event, nullptr); }

    bool move(PyObject* event, std::int64_t ply) {
        const int seat = game_.player(position_.state);
        const py::object number = field(event, fields_.action);
        if (seat < 0 || !PyLong_CheckExact(number.ptr())) return false;
        const std::int64_t id = to_integer(number, "action");
        if (id < 0 || id >= limits_.actions || !game_.is_legal(position_.state, static_cast<Action>(id))) return false;
        Played played{seat, static_cast<Action>(id), game_.action_text(seat, static_cast<Action>(id)), {}};
        if (!is_same(field(event, fields_.ply).ptr(), ply) ||
            !is_same(field(event, fields_.seat).ptr(), std::int64_t{seat}) ||
            !is_same(field(event, fields_.text).ptr(), std::string_view(played.text)))
            return false;
        for (int p = 0; p < limits_.players; ++p) {
            const std::uint64_t sight =
                p == seat ? kSeesAction : game_.sight(position_.state, static_cast<Action>(id), p);
            played.told.push_back(sight == kSeesNothing ? kNothing : sight == kSeesAction ? kAll : kSeat);
        }
        position_.apply(game_, static_cast<Action>(id));
        return chance(field(event, fields_.chance)) && learned(event, &played) && earned(field(event, fields_.returns));
    }

private:
    enum Told { kNothing, kSeat, kAll };  // what a seat learns of a move: each has all of the one before
    struct Played {
        int seat;
        Action action;
        std::string text;
        std::vector<Told> told;
    };

    // The outcomes, no more and no less, up to the next decision.
    bool chance(const py::object& given) {
        const auto items = items_of(given);
        if (!items) return false;
        for (Py_ssize_t i = 0; i < items->second; ++i) {
            if (game_.player(position_.state) != kChance || !PyLong_CheckExact(items->first[i])) return false;
            const std::int64_t outcome = to_integer(items->first[i], "chance outcome");
            if (outcome < 0 || outcome >= limits_.chance_outcomes) return false;
            const auto action = static_cast<Action>(outcome);
            if (!game_.is_legal(position_.state, action)) return false;
            if (generator_ && game_.draw_chance(position_.state, *generator_) != action) return false;
            position_.apply(game_, action);
        }
        return game_.player(position_.state) != kChance;
    }

    // The returns where they are others than before.
    bool earned(const py::object& given) {
        double now[kMostSeats];
        game_.returns(position_.state, now);
        const auto seats = static_cast<std::size_t>(limits_.players);
        const bool changed = !std::equal(now, now + seats, returns_);
        std::copy_n(now, seats, returns_);
        const auto items = items_of(given);
        if (!items || items->second != (changed ? static_cast<Py_ssize_t>(seats) : 0)) return false;
        for (Py_ssize_t i = 0; i < items->second; ++i) {
            if (!is_same(items->first[i], now[i])) return false;
        }
        return true;
    }

    // The public part and the private ones.
    bool learned(PyObject* event, const Played* played) {
        const auto seats = static_cast<std::size_t>(limits_.players);
        std::vector<Changes> own(seats);
        std::vector<PlainData> views;
        for (std::size_t seat = 0; views_ && seat < seats; ++seat) {
            views.push_back(view_of(static_cast<int>(seat)));
            own[seat] = changes_between(seen_[seat], views[seat], "options");
            if (seat > 0) add_common(own[seat], own[0], views[seat]);
        }
        const Changes shared = take_shared(own);
        const Told known = played == nullptr ? kNothing : *std::min_element(played->told.begin(), played->told.end());
        bool same = is_part(field(event, fields_.public_part), kNothing, known, played, shared);
        const py::object parts = field(event, fields_.private_parts);
        if (!PyDict_CheckExact(parts.ptr())) return false;
        Py_ssize_t found = 0;
        for (std::size_t seat = 0; same && seat < seats; ++seat) {
            const Told told = played == nullptr ? kNothing : played->told[seat];
            const py::int_ key(seat);
            PyObject* part = PyDict_GetItemWithError(parts.ptr(), key.ptr());
            if (part == nullptr && PyErr_Occurred() != nullptr) throw py::error_already_set();
            if (part == nullptr) {
                same = told == known && own[seat].empty();
            } else {
                same = is_part(py::reinterpret_borrow<py::object>(part), known, told, played, own[seat]);
                ++found;
            }
        }
        if (views_) seen_ = std::move(views);
        return same && found == PyDict_GET_SIZE(parts.ptr());
    }

    // What a seat sees; of a long view, seats after the first get only the fields that are not the same for all.
    PlainData view_of(int seat) const {
        if (seat > 0 && game_.has_long_views()) return game_.fields_by_seat(position_.state, seat);
        return game_.to_value(position_.state, seat);
    }
    // Adds the first seat's changes of fields that `view` leaves out.
    void add_common(Changes& own, const Changes& first, const PlainData& view) const {
        if (!game_.has_long_views()) return;
        std::copy_if(first.begin(), first.end(), std::back_inserter(own), [&](const Change& change) {
            return view.find(std::get<std::string_view>(change.path.front())) == nullptr;
        });
    }

    // Does a part tell what `told` has and `before` lacks, and these changes?
    bool is_part(const py::object& part, Told before, Told told, const Played* played, const Changes& changes) const {
        const py::object seat = field(part.ptr(), fields_.seat);
        const py::object action = field(part.ptr(), fields_.action);
        const py::object text = field(part.ptr(), fields_.text);
        const bool tells_seat = before < kSeat && told >= kSeat;
        const bool tells_action = before < kAll && told >= kAll;
        if (tells_seat ? !is_same(seat.ptr(), std::int64_t{played->seat}) : !seat.is_none()) return false;
        if (tells_action ? !is_same(action.ptr(), std::int64_t{played->action}) : !action.is_none()) return false;
        if (tells_action ? !is_same(text.ptr(), std::string_view(played->text)) : !text.is_none()) return false;
        return is_changes(field(part.ptr(), fields_.changes), changes);
    }

    const AnyGame& game_;
    const Limits& limits_;
    const Fields fields_;
    bool views_;
    AnyPosition position_;
    std::optional<SplitMix64> generator_;
    std::vector<PlainData> seen_;  // by seat, see view_of()
    double returns_[kMostSeats];
};

}  // namespace

void bind_records(py::module_& m) {
    define_guarded(m, "replay_same", "game seed views deal moves",
                   [](const std::shared_ptr<GameObject>& game, const py::object& seed, bool views,
                      const py::object& deal, const py::tuple& moves) -> py::object {
                       RecordReplay replay(*game, seed.is_none() ? std::nullopt : std::optional(to_seed(seed)), views);
                       if (!replay.deal(deal.ptr())) return py::none();
                       constexpr std::int64_t kPolled =
                           64;  // a millisecond or two: then other threads and Ctrl-C have their turn
                       for (std::size_t i = 0; i < moves.size(); ++i) {
                           const auto ply = static_cast<std::int64_t>(i);
                           if (ply % kPolled == 0 && !give_turn()) throw py::error_already_set();
                           if (!replay.move(PyTuple_GET_ITEM(moves.ptr(), static_cast<Py_ssize_t>(i)), ply))
                               return py::none();
                       }
                       return to_object({game, replay.position()});
                   });
}

}  // namespace uneri
