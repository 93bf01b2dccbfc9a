// Namima: tables and hand analysis (rules, section 11).
#include "uneri/games/namima/namima.hpp"

#include "bindings/convert.hpp"
#include "bindings/namima_hands.hpp"
#include "bindings/own_types.hpp"
#include "uneri/base/work.hpp"
#include "uneri/games/namima/encode.hpp"

namespace uneri::namima_binding {
namespace {

using namima::Namima;

// The tables with which Python reads and names cards and melds; fetched once per game.
py::dict tables(const NamimaGame& game) {
    const namima::Melds& melds = *game.game.rules().melds;
    py::list kinds;
    py::list caps;
    for (int kind = 0; kind < melds.kinds(); ++kind) {
        kinds.append(melds.rules().kind_name(kind));
        caps.append(melds.deck().count(kind));
    }
    py::list texts;
    py::list keys;
    py::list points;
    for (int id = 0; id < melds.size(); ++id) {
        texts.append(melds.text(id));
        keys.append(melds.key(id));
        points.append(py::make_tuple(int{melds[id].open}, int{melds[id].closed}));
    }
    py::list layoffs;
    for (const namima::Layoff& layoff : melds.layoffs())
        layoffs.append(py::make_tuple(int{layoff.source}, int{layoff.kind}, int{layoff.target}));
    py::dict out;
    out["kinds"] = py::tuple(kinds);
    out["copies"] = py::tuple(caps);
    out["deal"] = melds.deal_size();
    out["melds"] = py::tuple(texts);
    out["keys"] = py::tuple(keys);
    out["points"] = py::tuple(points);
    out["layoffs"] = py::tuple(layoffs);
    out["rules"] = to_python(namima::ruleset_value(melds.rules()));
    return out;
}

// What the heuristic player did before it made calls that only widen the acceptance, for comparisons.
Action greedy_nearer(const OwnState<Namima>& self) {
    if (self.game().player(self.state()) < 0) throw py::value_error(self.owner->name() + ": no seat is to act");
    const Namima::State position = self.state();
    const WorkLimit limit(kAnyWork, [](void*) noexcept { return binding::give_turn(); });
    const Action chosen = namima::greedy_action(self.game().rules(), position, namima::WantedCalls::kNearer);
    if (limit.over()) throw py::error_already_set();
    return chosen;
}

}  // namespace

void bind(py::module_& m) {
    binding::bind_action_features<Namima>(m, namima::action_layout, namima::write_action);
    binding::define(m, "tables", "game", tables);
    binding::define_guarded(m, "greedy_nearer", "state", &greedy_nearer);
    bind_namima_hands(m);
    bind_namima_one(m);
}

}  // namespace uneri::namima_binding
