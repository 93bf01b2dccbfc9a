// The hand kernels of Namima (rules, 11.1 to 11.8), for one or many hands.
#include "bindings/namima_hands.hpp"

#include "uneri/games/namima/hands/best.hpp"
#include "uneri/games/namima/hands/complete.hpp"
#include "uneri/games/namima/hands/distance/deficiency.hpp"

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

// Distances from a win (rules, 11.4, 11.6 to 11.8).

// Adds counts of visible cards: a row for each hand, or one for all. The kernels require that hand, exposed melds and
// visible cards lie within the deck, and that a hand has at most kMaxConcealed cards.
struct Distance : HandBatch {
    Distance(const NamimaGame& game, const Hands& hands, const Ids& exposed, const py::object& start,
             const py::object& seen)
        : HandBatch(game, hands, exposed, start, namima::kMaxConcealed) {
        whole_deck = true;
        if (seen.is_none()) return;
        seen_ = py::cast<Hands>(seen);
        same_visible = seen_.ndim() == 2 && seen_.shape(0) == 1;
        visible = kArguments.table(seen_, "visible", same_visible ? 1 : rows.hands, static_cast<std::size_t>(kinds));
    }

private:
    Hands seen_;  // keeps `visible`
};

namima::Cards cards_of(const std::uint8_t* counts, std::size_t row, int kinds) {
    const auto width = static_cast<std::size_t>(kinds);
    return namima::Cards::from_counts({counts + row * width, width});
}

// The copies of each kind that are neither in a hand of the chunk, nor exposed nor visible.
namima::Cards spare_of(const Tables& tables, const Chunk& chunk, std::size_t row) {
    const int kinds = tables.melds.kinds();
    const namima::Cards seen = chunk.visible == nullptr ? namima::Cards{} : cards_of(chunk.visible, row, kinds);
    return namima::spare_cards(tables.melds, cards_of(chunk.rows.counts, row, kinds), chunk.rows.exposed_of(row), seen);
}

// Writes the kinds that complete each hand when drawn, and when claimed, as bits.
void write_waits(const Tables& tables, const Chunk& chunk, std::uint64_t* drawn, std::uint64_t* claimed) {
    namima::waits_rows(tables, chunk.rows, drawn);
    std::copy_n(drawn, chunk.rows.hands, claimed);
    if (chunk.rows.closed() && chunk.visible == nullptr) return;
    for (std::size_t i = 0; i < chunk.rows.hands; ++i) {
        if (drawn[i] == 0) continue;
        if (chunk.visible != nullptr) drawn[i] &= spare_of(tables, chunk, i).some();
        claimed[i] = namima::claimed_waits(tables, cards_of(chunk.rows.counts, i, tables.melds.kinds()),
                                           chunk.rows.exposed_of(i), drawn[i]);
    }
}

// The bits of a byte.
constexpr std::array<std::array<bool, 8>, 256> kBools = [] {
    std::array<std::array<bool, 8>, 256> bools{};
    for (unsigned byte = 0; byte < 256; ++byte) {
        for (unsigned i = 0; i < 8; ++i) bools[byte][i] = (byte >> i & 1) != 0;
    }
    return bools;
}();

// Writes bits as a bool for each kind.
void spread(const std::uint64_t* bits, std::size_t rows, int kinds, bool* to) {
    const auto width = static_cast<std::size_t>(kinds);
    for (std::size_t i = 0; i < rows; ++i, to += width) {
        if (width < 8) {
            std::copy_n(kBools[bits[i]].begin(), width, to);
            continue;
        }
        const auto write = [&](std::size_t kind) { std::copy_n(kBools[bits[i] >> kind & 0xFF].begin(), 8, to + kind); };
        for (std::size_t kind = 0; kind + 8 < width; kind += 8) write(kind);
        write(width - 8);
    }
}

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
            batch.run(threads, tick, [&](const Chunk& chunk) {
                namima::need_rows(batch.tables, chunk.rows, cards, melds, chunk.visible, to + chunk.first);
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
            batch.run(threads, tick, [&](const Chunk& chunk) {
                namima::deficiency_rows(batch.tables, chunk.rows, growth, chunk.visible, to + chunk.first, drawn);
            });
            return out;
        },
        py::arg("game"), py::arg("hands").noconvert(), py::arg("exposed").noconvert(), py::arg("start"),
        py::arg("visible"), py::arg("growth"), py::arg("drawn"), py::arg("threads"), py::arg("tick"));
    // Kinds with a copy left that complete the hand when drawn, and when claimed: two bool[n, kinds], or uint64[n] with
    // bit k for kind k.
    m.def(
        "waits_rows",
        [](const NamimaGame& game, const Hands& hands, const Ids& exposed, const py::object& start,
           const py::object& visible, bool as_bits, const py::object& threads, const py::object& tick) -> py::tuple {
            const Distance batch(game, hands, exposed, start, visible);
            if (as_bits) {
                auto drawn = out_of<std::uint64_t>(batch);
                auto claimed = out_of<std::uint64_t>(batch);
                std::uint64_t* to_drawn = drawn.mutable_data();
                std::uint64_t* to_claimed = claimed.mutable_data();
                batch.run(threads, tick, [&](const Chunk& chunk) {
                    write_waits(batch.tables, chunk, to_drawn + chunk.first, to_claimed + chunk.first);
                });
                return py::make_tuple(drawn, claimed);
            }
            const auto width = static_cast<std::size_t>(batch.kinds);
            py::array_t<bool> drawn({batch.rows.hands, width});
            py::array_t<bool> claimed({batch.rows.hands, width});
            bool* to_drawn = drawn.mutable_data();
            bool* to_claimed = claimed.mutable_data();
            batch.run(threads, tick, [&](const Chunk& chunk) {
                std::array<std::uint64_t, kChunk> bits_drawn;
                std::array<std::uint64_t, kChunk> bits_claimed;
                write_waits(batch.tables, chunk, bits_drawn.data(), bits_claimed.data());
                spread(bits_drawn.data(), chunk.rows.hands, batch.kinds, to_drawn + chunk.first * width);
                spread(bits_claimed.data(), chunk.rows.hands, batch.kinds, to_claimed + chunk.first * width);
            });
            return py::make_tuple(drawn, claimed);
        },
        py::arg("game"), py::arg("hands").noconvert(), py::arg("exposed").noconvert(), py::arg("start"),
        py::arg("visible"), py::arg("as_bits"), py::arg("threads"), py::arg("tick"));
    m.def(
        "acceptance_rows",
        [](const NamimaGame& game, const Hands& hands, const Ids& exposed, const py::object& start,
           const py::object& visible, int growth, const py::object& threads, const py::object& tick) {
            const Distance batch(game, hands, exposed, start, visible);
            const auto width = static_cast<std::size_t>(batch.kinds);
            py::array_t<std::uint8_t> out({batch.rows.hands, width});
            std::uint8_t* to = out.mutable_data();
            batch.run(threads, tick, [&](const Chunk& chunk) {
                std::array<std::uint64_t, kChunk> kinds;
                namima::acceptance_rows(batch.tables, chunk.rows, growth, chunk.visible, kinds.data());
                for (std::size_t i = 0; i < chunk.rows.hands; ++i) {
                    std::uint8_t* row = to + (chunk.first + i) * width;
                    std::fill_n(row, width, std::uint8_t{0});
                    spare_of(batch.tables, chunk, i).only(kinds[i]).each([&](int kind, int copies) {
                        row[kind] = static_cast<std::uint8_t>(copies);
                    });
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
            batch.run(threads, tick, [&](const Chunk& chunk) {
                namima::discard_table_rows(batch.tables, chunk.rows, growth, chunk.visible, to + chunk.first * width,
                                           left + chunk.first * width);
            });
            return py::make_tuple(deficiencies, copies);
        },
        py::arg("game"), py::arg("hands").noconvert(), py::arg("exposed").noconvert(), py::arg("start"),
        py::arg("visible"), py::arg("growth"), py::arg("threads"), py::arg("tick"));
}

}  // namespace

void bind_namima_hands(py::module_& m) {
    bind_complete(m);
    bind_best(m);
    bind_penalty(m);
    bind_rows(m);
}

}  // namespace uneri
