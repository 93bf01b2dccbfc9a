// The hand kernels of Namima for distances from a win (rules, 11.4, 11.6 to 11.8), for one or many hands.
#include "bindings/namima_hands.hpp"

#include "uneri/games/namima/hands/complete.hpp"
#include "uneri/games/namima/hands/distance/deficiency.hpp"

namespace uneri {
namespace {

using namespace namima_binding;

// Adds counts of visible cards, one row per hand. The kernels require that hand, exposed melds and visible cards lie
// within the deck, and that a hand has at most kMaxConcealed cards.
struct Distance : HandBatch {
    Distance(const NamimaGame& game, const Hands& hands, const Ids& exposed, const py::object& start,
             const py::object& visible)
        : HandBatch(game, hands, exposed, start, namima::kMaxConcealed) {
        if (!visible.is_none()) {
            seen = py::cast<Hands>(visible);
            elsewhere = kArguments.table(seen, "visible", rows.hands, static_cast<std::size_t>(kinds));
        }
        whole_deck = true;
    }
    const std::uint8_t* seen_from(std::size_t first) const noexcept {
        return elsewhere == nullptr ? nullptr : elsewhere + first * static_cast<std::size_t>(kinds);
    }
    int left(std::size_t i, int kind) const noexcept {
        const std::size_t at = i * static_cast<std::size_t>(kinds) + static_cast<std::size_t>(kind);
        int cards = tables.melds.deck().count(kind) - rows.counts[at] - (elsewhere == nullptr ? 0 : elsewhere[at]);
        for (const std::uint16_t id : rows.exposed_of(i)) cards -= tables.melds[id].cards.count(kind);
        return cards;
    }
    namima::Cards cards(std::size_t i) const {
        const auto width = static_cast<std::size_t>(kinds);
        return namima::Cards::from_counts({rows.counts + i * width, width});
    }

    Hands seen;
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
    // Two bool[n, kinds]: kinds with a copy left that complete the hand when drawn, and when claimed.
    m.def(
        "waits_rows",
        [](const NamimaGame& game, const Hands& hands, const Ids& exposed, const py::object& start,
           const py::object& visible, const py::object& threads, const py::object& tick) {
            const Distance batch(game, hands, exposed, start, visible);
            const auto width = static_cast<std::size_t>(batch.kinds);
            py::array_t<bool> drawn({batch.rows.hands, width});
            py::array_t<bool> claimed({batch.rows.hands, width});
            bool* to_drawn = drawn.mutable_data();
            bool* to_claimed = claimed.mutable_data();
            batch.run(threads, tick, [&](const Rows& rows, std::size_t first) {
                std::array<std::uint64_t, kChunk> waits;
                namima::waits_rows(batch.tables, rows, waits.data());
                std::fill_n(to_drawn + first * width, rows.hands * width, false);
                std::fill_n(to_claimed + first * width, rows.hands * width, false);
                for (std::size_t i = 0; i < rows.hands; ++i) {
                    std::uint64_t kinds = 0;
                    for_each_bit(waits[i],
                                 [&](int kind) { kinds |= std::uint64_t{batch.left(first + i, kind) > 0} << kind; });
                    if (kinds == 0) continue;
                    const std::size_t row = (first + i) * width;
                    for_each_bit(kinds, [&](int kind) { to_drawn[row + static_cast<std::size_t>(kind)] = true; });
                    const MeldIds melds = rows.exposed_of(i);  // without lay-offs both are the same
                    if (!melds.empty())
                        kinds = namima::claimed_waits(batch.tables, batch.cards(first + i), melds, kinds);
                    for_each_bit(kinds, [&](int kind) { to_claimed[row + static_cast<std::size_t>(kind)] = true; });
                }
            });
            return py::make_tuple(drawn, claimed);
        },
        py::arg("game"), py::arg("hands").noconvert(), py::arg("exposed").noconvert(), py::arg("start"),
        py::arg("visible"), py::arg("threads"), py::arg("tick"));
    m.def(
        "acceptance_rows",
        [](const NamimaGame& game, const Hands& hands, const Ids& exposed, const py::object& start,
           const py::object& visible, int growth, const py::object& threads, const py::object& tick) {
            const Distance batch(game, hands, exposed, start, visible);
            const auto width = static_cast<std::size_t>(batch.kinds);
            py::array_t<std::uint8_t> out({batch.rows.hands, width});
            std::uint8_t* to = out.mutable_data();
            batch.run(threads, tick, [&](const Rows& rows, std::size_t first) {
                std::array<std::uint64_t, kChunk> kinds;
                namima::acceptance_rows(batch.tables, rows, growth, batch.seen_from(first), kinds.data());
                for (std::size_t i = 0; i < rows.hands; ++i) {
                    std::uint8_t* row = to + (first + i) * width;
                    std::fill_n(row, width, std::uint8_t{0});
                    for_each_bit(kinds[i],
                                 [&](int kind) { row[kind] = static_cast<std::uint8_t>(batch.left(first + i, kind)); });
                }
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

}  // namespace

void bind_namima_distance(py::module_& m) { bind_rows(m); }

}  // namespace uneri
