// TACTA: analysis (rules, section 10). Functions of an action, a card or a seat also take an array of integers. The
// result is then an int32 array, one row per item, made without the GIL.
#include "uneri/games/tacta/tacta.hpp"

#include "bindings/arrays.hpp"
#include "bindings/convert.hpp"
#include "bindings/gil.hpp"
#include "bindings/objects.hpp"
#include "bindings/own_types.hpp"
#include "uneri/games/tacta/encode.hpp"

namespace uneri::tacta_binding {
namespace {

using tacta::Dots;
using tacta::Tacta;
using State = OwnState<Tacta>;
using Numbers = binding::Array<std::int64_t>;

constexpr binding::Arguments kArguments("tacta: ");

const tacta::Options& rules_of(const State& self) { return self.game().rules(); }

// One integer or an array of integers.
class Items {
public:
    Items(const py::object& object, const char* what) {
        if (!py::isinstance<py::array>(object)) {
            numbers_ = {to_integer(object, what)};
            return;
        }
        const auto array = py::reinterpret_borrow<py::array>(object);
        const char kind = array.dtype().kind();
        if ((kind != 'i' && kind != 'u') || array.ndim() != 1) {
            throw py::type_error(
                std::string(what) + " must be an integer or an array of integers with one axis, not of " +
                std::string(py::str(array.dtype())) + " with " + std::to_string(array.ndim()) + " axes");
        }
        one_ = false;
        const Numbers numbers(array);
        numbers_.assign(numbers.data(), numbers.data() + numbers.size());
    }
    bool one() const { return one_; }
    const std::vector<std::int64_t>& numbers() const { return numbers_; }
    py::ssize_t size() const { return static_cast<py::ssize_t>(numbers_.size()); }

private:
    std::vector<std::int64_t> numbers_;
    bool one_ = true;
};

// f(state, item) as an int or an array. Arrays are filled without the GIL from a copy, since other threads may change
// the state meanwhile.
template <class Function>
py::object each(const State& self, const Items& items, Function&& f) {
    if (items.one()) return py::int_(f(self, items.numbers()[0]));
    py::array_t<std::int32_t> out(items.size());
    std::int32_t* end = out.mutable_data();
    const State state = self;
    const binding::GilRelease free;
    for (const std::int64_t item : items.numbers()) *end++ = f(state, item);
    return out;
}

py::list dots_list(const State& self, const Dots& dots) {
    py::list out;
    for (int colour = 0; colour < rules_of(self).colours; ++colour) out.append(dots[at(colour)]);
    return out;
}

py::list number_list(tacta::Surd number) {
    py::list out;
    out.append(number.a);
    out.append(number.b);
    return out;
}

template <class... Items>
py::list listed(Items&&... items) {
    py::list out;
    (out.append(std::forward<Items>(items)), ...);
    return out;
}

// --- actions -----------------------------------------------------------------------------------------------------

// The legal actions of the seat to act, for checking many actions.
class Legal {
public:
    explicit Legal(const State& self) {
        if (self.game().player(self.state()) >= 0) self.game().legal_actions(self.state(), list_);
    }
    Action check(std::int64_t a) const {
        if (!std::binary_search(list_.begin(), list_.end(), a))
            kArguments.refuse("action", std::to_string(a), "a legal action");
        return static_cast<Action>(a);
    }

private:
    tacta::ActionList list_;
};

py::dict delta_of(const State& self, const py::object& action) {
    const Items actions(action, "action");
    const int colours = rules_of(self).colours;
    const auto change = [](const State& state, const Legal& legal, std::int64_t a) {
        return tacta::change_of(rules_of(state), state.state(), legal.check(a));
    };
    py::dict out;
    if (actions.one()) {
        Dots gained{};
        Dots lost{};
        const tacta::Change by = change(self, Legal(self), actions.numbers()[0]);
        if (by.gained_by >= 0) gained[at(by.gained_by)] = by.gained;
        if (by.lost_by >= 0) lost[at(by.lost_by)] = by.lost;
        out["gained"] = dots_list(self, gained);
        out["lost"] = dots_list(self, lost);
        return out;
    }
    py::array_t<std::int32_t> gained({actions.size(), py::ssize_t{colours}});
    py::array_t<std::int32_t> lost({actions.size(), py::ssize_t{colours}});
    std::int32_t* gained_row = gained.mutable_data();
    std::int32_t* lost_row = lost.mutable_data();
    const py::ssize_t size = gained.size();
    const State state = self;
    {
        const binding::GilRelease free;
        const Legal legal(state);
        std::fill_n(gained_row, size, 0);
        std::fill_n(lost_row, size, 0);
        for (const std::int64_t a : actions.numbers()) {
            const tacta::Change by = change(state, legal, a);
            if (by.gained_by >= 0) gained_row[by.gained_by] = by.gained;
            if (by.lost_by >= 0) lost_row[by.lost_by] = by.lost;
            gained_row += colours;
            lost_row += colours;
        }
    }
    out["gained"] = std::move(gained);
    out["lost"] = std::move(lost);
    return out;
}

void bind_actions(py::module_& m) {
    binding::define(m, "legal_actions", "state", [](const State& self) {
        tacta::ActionList list;
        if (self.game().player(self.state()) >= 0) self.game().legal_actions(self.state(), list);
        return binding::to_ids(*self.owner, list);
    });
    binding::define(m, "explain", "state action", [](const State& self, const py::object& action) -> py::object {
        const Items actions(action, "action");
        const auto verdict = [](const State& state, std::int64_t a) {
            return tacta::explain(rules_of(state), state.state(), a);
        };
        if (actions.one()) return py::str(std::string(tacta::kVerdictNames[verdict(self, actions.numbers()[0])]));
        return each(self, actions, [&](const State& state, std::int64_t a) { return int{verdict(state, a)}; });
    });
    binding::define(m, "delta", "state action", &delta_of);
    binding::define(m, "locks", "state action", [](const State& self, const py::object& action) {
        const Legal legal(self);
        return each(self, Items(action, "action"), [&](const State& state, std::int64_t a) {
            return tacta::change_of(rules_of(state), state.state(), legal.check(a)).locked;
        });
    });
    binding::define(m, "mobility", "state seat", [](const State& self, const py::object& seat) {
        return each(self, Items(seat, "seat"), [](const State& state, std::int64_t p) {
            return tacta::mobility(rules_of(state), state.state(),
                                   kArguments.number(p, "seat", 0, state.players() - 1));
        });
    });
    m.attr("CODES") = py::tuple(py::cast(tacta::kVerdictNames));
}

// --- placements ----------------------------------------------------------------------------------------------------

py::dict placement_dict(const tacta::Placement& p) {
    py::dict out;
    out["target"] = p.target;
    out["shape"] = p.shape;
    out["own_shape"] = p.own;
    out["face"] = p.face;
    out["k"] = p.pose.k;
    out["t"] = listed(number_list(p.pose.t.x), number_list(p.pose.t.y));
    out["covered"] = p.covered;
    return out;
}

py::dict placement_table(const State& self, int colour, const Items& cards) {
    binding::Columns table({"card", "target", "shape", "own_shape", "face", "k"});
    binding::Columns covered({"covered"});
    std::vector<std::int32_t> t;
    const State state = self;
    {
        const binding::GilRelease free;
        for (const std::int64_t item : cards.numbers()) {
            const int card = kArguments.number(item, "card", 0, tacta::kDeckSize - 1);
            for (const tacta::Placement& p : tacta::placements(rules_of(state), state.state(), colour, card)) {
                table.add({card, p.target, p.shape, p.own, p.face, p.pose.k});
                covered.add({p.covered});
                for (const std::int64_t part : {p.pose.t.x.a, p.pose.t.x.b, p.pose.t.y.a, p.pose.t.y.b})
                    t.push_back(static_cast<std::int32_t>(part));
            }
        }
    }
    py::array_t<std::int32_t> places({static_cast<py::ssize_t>(t.size() / 4), py::ssize_t{4}});
    std::copy(t.begin(), t.end(), places.mutable_data());
    py::dict out;
    table.into(out);
    out["t"] = places;
    covered.into(out);
    return out;
}

py::list threat_list(const std::vector<tacta::Threat>& threats) {
    py::list out;
    for (const tacta::Threat& threat : threats) {
        py::dict entry;
        entry["colour"] = threat.colour;
        entry["card"] = threat.card;
        entry["own_shape"] = threat.own;
        entry["face"] = threat.face;
        out.append(entry);
    }
    return out;
}

py::dict threats_dict(const State& self, const py::object& p, const py::object& i, const py::object& j) {
    const tacta::Options& o = rules_of(self);
    const tacta::State& s = self.state();
    const int seat = to_seat("tacta", p, self.players());
    const int target = kArguments.number(to_integer(i, "target"), "target", 0, s.count - 1);
    const int shape =
        kArguments.number(to_integer(j, "shape"), "shape", 0, o.t().shapes_on(s.placed[at(target)].card) - 1);
    if (tacta::status_of(s, target, shape) != tacta::kOpen)
        kArguments.refuse("shape", std::to_string(shape), "an open shape");
    const tacta::Threats found = tacta::threats(o, s, seat, target, shape);
    py::list footprints;
    for (const tacta::Slab& slab : found.footprints) {
        py::dict entry;
        for (std::size_t axis = 0; axis < slab.size(); ++axis)
            entry[py::str(std::string(1, "xyuv"[axis]))] =
                listed(number_list(slab[axis].lo), number_list(slab[axis].hi));
        footprints.append(entry);
    }
    py::dict out;
    out["footprints"] = footprints;
    out["at_ends"] = threat_list(found.at_ends);
    out["rest"] = threat_list(found.rest);
    return out;
}

void bind_placements(py::module_& m) {
    binding::define(m, "placements", "state colour card",
                    [](const State& self, const py::object& colour, const py::object& card) -> py::object {
                        const int of =
                            kArguments.number(to_integer(colour, "colour"), "colour", 0, rules_of(self).colours - 1);
                        const Items cards(card, "card");
                        if (!cards.one()) return placement_table(self, of, cards);
                        const int id = kArguments.number(cards.numbers()[0], "card", 0, tacta::kDeckSize - 1);
                        py::list out;
                        for (const tacta::Placement& p : tacta::placements(rules_of(self), self.state(), of, id))
                            out.append(placement_dict(p));
                        return out;
                    });
    binding::define(m, "threats", "state seat target shape", &threats_dict);
}

// --- dots ------------------------------------------------------------------------------------------------------------

void bind_dots(py::module_& m) {
    binding::define(m, "visible", "state",
                    [](const State& self) { return dots_list(self, tacta::visible(self.state())); });
    binding::define(m, "safe_dots", "state", [](const State& self) {
        return dots_list(self, tacta::safe_dots(rules_of(self), self.state(), false));
    });
    binding::define(m, "safe_dots_strict", "state", [](const State& self) {
        return dots_list(self, tacta::safe_dots(rules_of(self), self.state(), true));
    });
    binding::define(m, "exposed_dots", "state", [](const State& self) {
        Dots dots = tacta::visible(self.state());
        const Dots safe = tacta::safe_dots(rules_of(self), self.state(), false);
        for (std::size_t colour = 0; colour < dots.size(); ++colour) dots[colour] -= safe[colour];
        return dots_list(self, dots);
    });
    binding::define(m, "bounds", "state", [](const State& self) {
        const tacta::Bounds bounds = tacta::bounds(rules_of(self), self.state());
        py::dict out;
        out["lower"] = dots_list(self, bounds.lower);
        out["upper"] = dots_list(self, bounds.upper);
        return out;
    });
}

}  // namespace

void bind(py::module_& m) {
    binding::bind_action_features<Tacta>(m, tacta::action_layout, tacta::write_action);
    bind_actions(m);
    bind_placements(m);
    bind_dots(m);
}

}  // namespace uneri::tacta_binding
