// The hand kernels of Namima for distances from a win (rules, 11.4, 11.6 to 11.8), for one or many hands.
#include "bindings/namima_hands.hpp"

#include "uneri/games/namima/hands/distance/deficiency.hpp"

namespace uneri {
namespace {

using namespace namima_binding;

// Adds counts of visible cards, one row per hand. The kernels require that hand, exposed melds and visible cards lie
// within the deck, and that a hand has at most kMaxConcealed cards.
struct Distance : HandBatch {
    Distance(const NamimaGame& game, const Hands& hands, const Ids& exposed, const py::object& start,
             const py::object& visible)
        : HandBatch(game, hands, exposed, start) {
        if (!visible.is_none()) {
            seen = py::cast<Hands>(visible);
            elsewhere = kArguments.table(seen, "visible", rows.hands, static_cast<std::size_t>(kinds));
        }
        const auto width = static_cast<std::size_t>(kinds);
        for (std::size_t i = 0; i < rows.hands; ++i) {
            std::array<int, namima::kMaxKinds> used{};
            int total = 0;
            for (std::size_t k = 0; k < width; ++k) {
                total += rows.counts[i * width + k];
                used[k] = rows.counts[i * width + k] + (elsewhere != nullptr ? elsewhere[i * width + k] : 0);
            }
            if (total > namima::kMaxConcealed)
                kArguments.refuse(named("hand", i), "of " + std::to_string(total) + " cards",
                                  "at most " + std::to_string(namima::kMaxConcealed) + " cards");
            for (const std::uint16_t id : rows.exposed_of(i))
                tables.melds[id].cards.each(
                    [&](int kind, int count) { used[static_cast<std::size_t>(kind)] += count; });
            for (std::size_t k = 0; k < width; ++k) {
                const int kind = static_cast<int>(k);
                if (used[k] > tables.melds.deck().count(kind))
                    kArguments.refuse(named("hand", i) + " with exposed and visible cards",
                                      std::to_string(used[k]) + " of " + tables.melds.rules().kind_name(kind),
                                      "0 to " + std::to_string(tables.melds.deck().count(kind)));
            }
        }
    }
    std::string named(const std::string& what, std::size_t i) const {
        return rows.hands == 1 ? what : binding::item_name(what + "s", i);
    }
    const std::uint8_t* seen_from(std::size_t first) const noexcept {
        return elsewhere == nullptr ? nullptr : elsewhere + first * static_cast<std::size_t>(kinds);
    }
    namima::Cards cards(std::size_t i) const {
        const auto width = static_cast<std::size_t>(kinds);
        return namima::Cards::from_counts({rows.counts + i * width, width});
    }
    namima::Cards visible(std::size_t i) const {
        const auto width = static_cast<std::size_t>(kinds);
        return elsewhere == nullptr ? namima::Cards{} : namima::Cards::from_counts({elsewhere + i * width, width});
    }

    Hands seen;
    const std::uint8_t* elsewhere = nullptr;
};

template <class T>
py::array_t<T> out_of(const Distance& batch) {
    return py::array_t<T>(static_cast<py::ssize_t>(batch.rows.hands));
}

void bind_rows(py::module_& m) {
    m.def(
        "need_rows",
        [](const NamimaGame& game, const Hands& hands, const Ids& exposed, const py::object& start,
           const py::object& visible, const py::object& size, const py::object& min_new, const py::object& threads,
           const py::object& tick) {
            const Distance batch(game, hands, exposed, start, visible);
            const int cards = binding::to_bounded(size, "size", 0, namima::kMaxNeedSize);
            const int melds = binding::to_bounded(min_new, "min_new", 0, namima::kMaxNeedSize);
            auto out = out_of<std::uint8_t>(batch);
            std::uint8_t* to = out.mutable_data();
            batch.run(threads, tick, [&](const Rows& rows, std::size_t first) {
                namima::need_rows(batch.tables, rows, cards, melds, batch.seen_from(first), to + first);
            });
            return out;
        },
        py::arg("game"), py::arg("hands").noconvert(), py::arg("exposed").noconvert(), py::arg("start"),
        py::arg("visible"), py::arg("size"), py::arg("min_new"), py::arg("threads"), py::arg("tick"));
    m.def(
        "deficiency_rows",
        [](const NamimaGame& game, const Hands& hands, const Ids& exposed, const py::object& start,
           const py::object& visible, int growth, bool drawn, const py::object& threads, const py::object& tick) {
            const Distance batch(game, hands, exposed, start, visible);
            auto out = out_of<std::uint8_t>(batch);
            std::uint8_t* to = out.mutable_data();
            batch.run(threads, tick, [&](const Rows& rows, std::size_t first) {
                const auto kernel = drawn ? namima::deficiency_drawn_rows : namima::deficiency_rows;
                kernel(batch.tables, rows, growth, batch.seen_from(first), to + first);
            });
            return out;
        },
        py::arg("game"), py::arg("hands").noconvert(), py::arg("exposed").noconvert(), py::arg("start"),
        py::arg("visible"), py::arg("growth"), py::arg("drawn"), py::arg("threads"), py::arg("tick"));
    m.def(
        "acceptance_rows",
        [](const NamimaGame& game, const Hands& hands, const Ids& exposed, const py::object& start,
           const py::object& visible, int growth, const py::object& threads, const py::object& tick) {
            const Distance batch(game, hands, exposed, start, visible);
            auto out = out_of<std::uint64_t>(batch);
            std::uint64_t* to = out.mutable_data();
            batch.run(threads, tick, [&](const Rows& rows, std::size_t first) {
                namima::acceptance_rows(batch.tables, rows, growth, batch.seen_from(first), to + first);
            });
            return out;
        },
        py::arg("game"), py::arg("hands").noconvert(), py::arg("exposed").noconvert(), py::arg("start"),
        py::arg("visible"), py::arg("growth"), py::arg("threads"), py::arg("tick"));
    m.def(
        "discard_table_rows",
        [](const NamimaGame& game, const Hands& hands, const Ids& exposed, const py::object& start,
           const py::object& visible, int growth, const py::object& threads, const py::object& tick) {
            const Distance batch(game, hands, exposed, start, visible);
            const auto width = static_cast<std::size_t>(batch.kinds);
            py::array_t<std::uint8_t> deficiencies({batch.rows.hands, width});
            py::array_t<std::uint16_t> copies({batch.rows.hands, width});
            std::uint8_t* to = deficiencies.mutable_data();
            std::uint16_t* left = copies.mutable_data();
            batch.run(threads, tick, [&](const Rows& rows, std::size_t first) {
                namima::discard_table_rows(batch.tables, rows, growth, batch.seen_from(first), to + first * width,
                                           left + first * width);
            });
            return py::make_tuple(deficiencies, copies);
        },
        py::arg("game"), py::arg("hands").noconvert(), py::arg("exposed").noconvert(), py::arg("start"),
        py::arg("visible"), py::arg("growth"), py::arg("threads"), py::arg("tick"));
}

void bind_calls(py::module_& m) {
    // For one hand, uint8[1, kinds]: (kind, copies left, meld ids).
    m.def(
        "call_acceptance",
        [](const NamimaGame& game, const Hands& hand, const Ids& exposed, const py::object& visible, int growth) {
            const Distance batch(game, hand, exposed, py::none(), visible);
            if (batch.rows.hands != 1)
                kArguments.refuse("hands", "of shape " + std::string(py::str(hand.attr("shape"))), "one hand");
            py::list out;
            for (const namima::CallAccept& call :
                 namima::call_acceptance(batch.tables, batch.cards(0), batch.rows.exposed, growth, batch.visible(0)))
                out.append(py::make_tuple(call.kind, call.copies, ids_tuple(call.melds)));
            return out;
        },
        py::arg("game"), py::arg("hand").noconvert(), py::arg("exposed").noconvert(), py::arg("visible"),
        py::arg("growth"));
}

}  // namespace

void bind_namima_distance(py::module_& m) {
    bind_rows(m);
    bind_calls(m);
}

}  // namespace uneri
