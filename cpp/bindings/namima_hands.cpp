// The hand kernels of Namima for complete hands, waits and points (rules, 11.1 to 11.3, 11.5), for one or many hands.
#include "bindings/namima_hands.hpp"

#include "uneri/games/namima/hands/best.hpp"
#include "uneri/games/namima/hands/complete.hpp"

namespace uneri {
namespace {

using namespace namima_binding;

void bind_complete(py::module_& m) {
    m.def(
        "complete_rows",
        [](const NamimaGame& game, const Hands& hands, const Ids& exposed, const py::object& start,
           const py::object& threads, const py::object& tick) {
            const HandBatch batch(game, hands, exposed, start);
            py::array_t<bool> out(static_cast<py::ssize_t>(batch.rows.hands));
            auto* complete = reinterpret_cast<std::uint8_t*>(out.mutable_data());
            batch.run(threads, tick, [&](const Chunk& chunk) {
                namima::complete_rows(batch.tables, chunk.rows, complete + chunk.first);
            });
            return out;
        },
        py::arg("game"), py::arg("hands").noconvert(), py::arg("exposed").noconvert(), py::arg("start"),
        py::arg("threads"), py::arg("tick"));
}

void bind_best(py::module_& m) {
    m.def(
        "best_rows",
        [](const NamimaGame& game, const Hands& hands, const Ids& exposed, const py::object& start,
           const py::object& dora, const py::object& threads, const py::object& tick) {
            const HandBatch batch(game, hands, exposed, start);
            const int colour =
                dora.is_none() ? -1 : binding::to_bounded(dora, "dora", 0, batch.tables.melds.rules().colours - 1);
            py::array_t<std::int32_t> out(static_cast<py::ssize_t>(batch.rows.hands));
            std::int32_t* points = out.mutable_data();
            batch.run(threads, tick, [&](const Chunk& chunk) {
                namima::best_rows(batch.tables, chunk.rows, colour, points + chunk.first);
            });
            return out;
        },
        py::arg("game"), py::arg("hands").noconvert(), py::arg("exposed").noconvert(), py::arg("start"),
        py::arg("dora"), py::arg("threads"), py::arg("tick"));
}

void bind_penalty(py::module_& m) {
    // `exposures`: -1 for any number.
    m.def(
        "min_penalty_rows",
        [](const NamimaGame& game, const Hands& hands, const Ids& exposed, const py::object& start, int exposures,
           int dora, const py::object& threads, const py::object& tick) {
            const HandBatch batch(game, hands, exposed, start);
            py::array_t<std::int32_t> out(static_cast<py::ssize_t>(batch.rows.hands));
            std::int32_t* points = out.mutable_data();
            batch.run(threads, tick, [&](const Chunk& chunk) {
                namima::min_penalty_rows(batch.tables, chunk.rows, exposures, dora, points + chunk.first);
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
