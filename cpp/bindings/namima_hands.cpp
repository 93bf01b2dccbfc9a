// The hand kernels of Namima for complete hands, waits and points (rules, 11.1 to 11.3, 11.5), for one or many hands.
#include "bindings/namima_hands.hpp"

#include "uneri/games/namima/hands/best.hpp"
#include "uneri/games/namima/hands/complete.hpp"

namespace uneri {
namespace {

using namespace namima_binding;

void bind_complete(py::module_& m) {
    m.def(
        "is_complete",
        [](const NamimaGame& game, const Hands& hand, const Ids& exposed, const py::object& claimed) {
            const One one(game, hand, exposed);
            const int kind = one.claimed(claimed);
            return kind < 0 ? namima::is_complete(one.tables, one.cards, one.melds)
                            : namima::is_complete_claimed(one.tables, one.cards, one.melds, kind);
        },
        py::arg("game"), py::arg("hand").noconvert(), py::arg("exposed").noconvert(), py::arg("claimed"));
    m.def(
        "complete_rows",
        [](const NamimaGame& game, const Hands& hands, const Ids& exposed, const py::object& start,
           const py::object& threads, const py::object& tick) {
            const HandBatch batch(game, hands, exposed, start);
            py::array_t<bool> out(static_cast<py::ssize_t>(batch.rows.hands));
            auto* complete = reinterpret_cast<std::uint8_t*>(out.mutable_data());
            batch.run(threads, tick, [&](const Rows& rows, std::size_t first) {
                namima::complete_rows(batch.tables, rows, complete + first);
            });
            return out;
        },
        py::arg("game"), py::arg("hands").noconvert(), py::arg("exposed").noconvert(), py::arg("start"),
        py::arg("threads"), py::arg("tick"));
}

void bind_best(py::module_& m) {
    m.def(
        "best",
        [](const NamimaGame& game, const Hands& hand, const Ids& exposed, const py::object& claimed,
           const py::object& dora) -> py::object {
            const One one(game, hand, exposed);
            const namima::Best best =
                namima::best(one.tables, one.cards, one.melds, one.claimed(claimed), one.colour(dora));
            if (best.points < 0) return py::none();
            const namima::RuleSet& rules = one.tables.melds.rules();
            py::dict combos;
            for (std::size_t combo = 0; combo < best.combos.size(); ++combo) {
                if (best.combos[combo] > 0)
                    combos[py::str(std::string(namima::kComboNames[combo]))] = best.combos[combo] * rules.combos[combo];
            }
            py::dict out;
            out["points"] = best.points;
            out["new"] = ids_tuple(best.new_melds.view());
            out["exposed"] = ids_tuple(best.exposed.view());
            out["claimed_meld"] = best.claimed_meld < 0 ? py::object(py::none()) : py::int_(best.claimed_meld);
            out["combinations"] = combos;
            out["meld_points"] = best.meld_points;
            out["dora_points"] = best.dora_points;
            return out;
        },
        py::arg("game"), py::arg("hand").noconvert(), py::arg("exposed").noconvert(), py::arg("claimed"),
        py::arg("dora"));
    m.def(
        "best_rows",
        [](const NamimaGame& game, const Hands& hands, const Ids& exposed, const py::object& start,
           const py::object& dora, const py::object& threads, const py::object& tick) {
            const HandBatch batch(game, hands, exposed, start);
            const int colour =
                dora.is_none() ? -1 : binding::to_bounded(dora, "dora", 0, batch.tables.melds.rules().colours - 1);
            py::array_t<std::int32_t> out(static_cast<py::ssize_t>(batch.rows.hands));
            std::int32_t* points = out.mutable_data();
            batch.run(threads, tick, [&](const Rows& rows, std::size_t first) {
                namima::best_rows(batch.tables, rows, colour, points + first);
            });
            return out;
        },
        py::arg("game"), py::arg("hands").noconvert(), py::arg("exposed").noconvert(), py::arg("start"),
        py::arg("dora"), py::arg("threads"), py::arg("tick"));
}

void bind_penalty(py::module_& m) {
    m.def(
        "arrangements",
        [](const NamimaGame& game, const Hands& hand, const Ids& exposed) {
            const One one(game, hand, exposed);
            const auto found = namima::arrangements(one.tables, one.cards, one.melds);
            if (!found) {
                throw py::value_error("namima: the hand has more than " + std::to_string(namima::kMostArrangements) +
                                      " arrangements; allowed: so many at most");
            }
            py::list out;
            for (const namima::Arrangement& arrangement : *found)
                out.append(py::make_tuple(ids_tuple(arrangement.new_melds), ids_tuple(arrangement.exposed)));
            return out;
        },
        py::arg("game"), py::arg("hand").noconvert(), py::arg("exposed").noconvert());
    m.def(
        "penalty",
        [](const NamimaGame& game, const Hands& hand, const py::object& dora) {
            const One one(game, hand, Ids(0));
            return namima::penalty(one.tables.melds.rules(), one.cards, one.colour(dora));
        },
        py::arg("game"), py::arg("hand").noconvert(), py::arg("dora"));
    // `exposures`: -1 for any number.
    m.def(
        "min_penalty_rows",
        [](const NamimaGame& game, const Hands& hands, const Ids& exposed, const py::object& start, int exposures,
           int dora, const py::object& threads, const py::object& tick) {
            const HandBatch batch(game, hands, exposed, start);
            py::array_t<std::int32_t> out(static_cast<py::ssize_t>(batch.rows.hands));
            std::int32_t* points = out.mutable_data();
            batch.run(threads, tick, [&](const Rows& rows, std::size_t first) {
                namima::min_penalty_rows(batch.tables, rows, exposures, dora, points + first);
            });
            return out;
        },
        py::arg("game"), py::arg("hands").noconvert(), py::arg("exposed").noconvert(), py::arg("start"),
        py::arg("exposures"), py::arg("dora"), py::arg("threads"), py::arg("tick"));
}

}  // namespace

void bind_namima_hands(py::module_& m) {
    bind_complete(m);
    bind_best(m);
    bind_penalty(m);
}

}  // namespace uneri
