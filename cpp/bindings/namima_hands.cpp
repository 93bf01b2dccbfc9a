// The hand kernels of Namima (rules, 11.1 to 11.8), for one or many hands.
#include "bindings/namima_hands.hpp"

#include <cmath>

#include "uneri/games/namima/hands/best.hpp"
#include "uneri/games/namima/hands/complete.hpp"
#include "uneri/games/namima/hands/distance/deficiency.hpp"

namespace uneri {
namespace {

using namespace namima_binding;

// A number for each hand: kernel(chunk, its numbers).
template <class T, class Kernel>
py::array_t<T> number_each(const HandBatch& batch, const py::object& threads, const py::object& tick, Kernel&& kernel) {
    py::array_t<T> out(static_cast<py::ssize_t>(batch.rows.hands));
    T* to = out.mutable_data();
    batch.run(threads, tick, [&](const Chunk& chunk) { kernel(chunk, to + chunk.first); });
    return out;
}

py::array_t<bool> complete_rows(const NamimaGame& game, const Hands& hands, const Ids& exposed, const py::object& start,
                                const py::object& threads, const py::object& tick) {
    const HandBatch batch(game, hands, exposed, start);
    return number_each<bool>(batch, threads, tick, [&](const Chunk& chunk, bool* complete) {
        namima::complete_rows(batch.tables, chunk.rows, reinterpret_cast<std::uint8_t*>(complete));
    });
}

py::array_t<std::int32_t> best_rows(const NamimaGame& game, const Hands& hands, const Ids& exposed,
                                    const py::object& start, const py::object& dora, const py::object& threads,
                                    const py::object& tick) {
    const HandBatch batch(game, hands, exposed, start);
    const int colour =
        dora.is_none() ? -1 : binding::to_bounded(dora, "dora", 0, batch.tables.melds.rules().colours - 1);
    return number_each<std::int32_t>(batch, threads, tick, [&](const Chunk& chunk, std::int32_t* points) {
        namima::best_rows(batch.tables, chunk.rows, colour, points);
    });
}

// `exposures`: -1 for any number.
py::array_t<std::int32_t> min_penalty_rows(const NamimaGame& game, const Hands& hands, const Ids& exposed,
                                           const py::object& start, int exposures, int dora, const py::object& threads,
                                           const py::object& tick) {
    const HandBatch batch(game, hands, exposed, start);
    return number_each<std::int32_t>(batch, threads, tick, [&](const Chunk& chunk, std::int32_t* points) {
        namima::min_penalty_rows(batch.tables, chunk.rows, exposures, dora, points);
    });
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

py::array_t<std::uint8_t> need_rows(const NamimaGame& game, const Hands& hands, const Ids& exposed,
                                    const py::object& start, const py::object& visible, const py::object& size,
                                    const py::object& min_new, const py::object& threads, const py::object& tick) {
    const Distance batch(game, hands, exposed, start, visible);
    const int cards = binding::to_bounded(size, "size", 0, namima::kMaxNeedSize);
    const int melds = binding::to_bounded(min_new, "min_new", 0, namima::kMaxNeedSize);
    return number_each<std::uint8_t>(batch, threads, tick, [&](const Chunk& chunk, std::uint8_t* lacking) {
        namima::need_rows(batch.tables, chunk.rows, cards, melds, chunk.visible, lacking);
    });
}

py::array_t<std::uint8_t> deficiency_rows(const NamimaGame& game, const Hands& hands, const Ids& exposed,
                                          const py::object& start, const py::object& visible, int growth, bool drawn,
                                          const py::object& threads, const py::object& tick) {
    const Distance batch(game, hands, exposed, start, visible);
    return number_each<std::uint8_t>(batch, threads, tick, [&](const Chunk& chunk, std::uint8_t* lacking) {
        namima::deficiency_rows(batch.tables, chunk.rows, growth, chunk.visible, lacking, drawn);
    });
}

// Kinds with a copy left that complete the hand when drawn, and when claimed: two bool[n, kinds], or uint64[n] with bit
// k for kind k.
py::tuple waits_rows(const NamimaGame& game, const Hands& hands, const Ids& exposed, const py::object& start,
                     const py::object& visible, bool as_bits, const py::object& threads, const py::object& tick) {
    const Distance batch(game, hands, exposed, start, visible);
    const std::size_t size = batch.rows.hands;
    if (as_bits) {
        py::array_t<std::uint64_t> claimed(static_cast<py::ssize_t>(size));
        std::uint64_t* to_claimed = claimed.mutable_data();
        const auto drawn =
            number_each<std::uint64_t>(batch, threads, tick, [&](const Chunk& chunk, std::uint64_t* to_drawn) {
                write_waits(batch.tables, chunk, to_drawn, to_claimed + chunk.first);
            });
        return py::make_tuple(drawn, claimed);
    }
    const auto width = static_cast<std::size_t>(batch.kinds);
    py::array_t<bool> drawn({size, width});
    py::array_t<bool> claimed({size, width});
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
}

py::array_t<std::uint8_t> acceptance_rows(const NamimaGame& game, const Hands& hands, const Ids& exposed,
                                          const py::object& start, const py::object& visible, int growth,
                                          const py::object& threads, const py::object& tick) {
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
}

auto discard_table_rows(const NamimaGame& game, const Hands& hands, const Ids& exposed, const py::object& start,
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
}

// The discards of hands in ACT: the chances to have won by each turn and the points, both float32[n, kinds, turns], nan
// for kinds without an answer; and for each hand the exchanges and whether the answer is complete.
py::tuple prospects_rows(const NamimaGame& game, const Hands& hands, const Ids& exposed, const py::object& start,
                         const py::object& visible, const py::tuple& given, const py::object& threads,
                         const py::object& tick) {
    const Distance batch(game, hands, exposed, start, visible);
    const namima::ProspectModel model = to_model(game, given);
    const auto turns = static_cast<std::size_t>(model.turns);
    const auto width = static_cast<std::size_t>(batch.kinds);
    py::array_t<float> win({batch.rows.hands, width, turns});
    py::array_t<float> points({batch.rows.hands, width, turns});
    py::array_t<std::uint8_t> exchanges(static_cast<py::ssize_t>(batch.rows.hands));
    py::array_t<bool> complete(static_cast<py::ssize_t>(batch.rows.hands));
    const std::array<float*, 2> to{win.mutable_data(), points.mutable_data()};
    std::uint8_t* to_exchanges = exchanges.mutable_data();
    bool* to_complete = complete.mutable_data();
    batch.run(threads, tick, [&](const Chunk& chunk) {
        for (std::size_t i = 0; i < chunk.rows.hands; ++i) {
            const namima::Cards seen =
                chunk.visible == nullptr ? namima::Cards{} : cards_of(chunk.visible, i, batch.kinds);
            const namima::Cards hand = cards_of(chunk.rows.counts, i, batch.kinds);
            const namima::Prospects found =
                namima::prospects(batch.tables, model, {hand, chunk.rows.exposed_of(i), seen, true, -1});
            const std::size_t row = chunk.first + i;
            for (float* table : to) std::fill_n(table + row * width * turns, width * turns, std::nanf(""));
            for (const namima::Prospect& move : found.rows) {
                if (move.move != namima::Prospect::kThrow) continue;
                const std::size_t at = (row * width + static_cast<std::size_t>(move.id)) * turns;
                std::copy_n(move.win.begin(), turns, to[0] + at);
                std::copy_n(move.points.begin(), turns, to[1] + at);
            }
            to_exchanges[row] = static_cast<std::uint8_t>(found.exchanges);
            to_complete[row] = found.complete;
        }
    });
    return py::make_tuple(win, points, exchanges, complete);
}

}  // namespace

void bind_namima_hands(py::module_& m) {
    binding::define(m, "complete_rows", "game hands! exposed! start threads tick", &complete_rows);
    binding::define(m, "best_rows", "game hands! exposed! start dora threads tick", &best_rows);
    binding::define(m, "min_penalty_rows", "game hands! exposed! start exposures dora threads tick", &min_penalty_rows);
    binding::define(m, "need_rows", "game hands! exposed! start visible size min_new threads tick", &need_rows);
    binding::define(m, "deficiency_rows", "game hands! exposed! start visible growth drawn threads tick",
                    &deficiency_rows);
    binding::define(m, "waits_rows", "game hands! exposed! start visible as_bits threads tick", &waits_rows);
    binding::define(m, "acceptance_rows", "game hands! exposed! start visible growth threads tick", &acceptance_rows);
    binding::define(m, "discard_table_rows", "game hands! exposed! start visible growth threads tick",
                    &discard_table_rows);
    binding::define(m, "prospects_rows", "game hands! exposed! start visible model threads tick", &prospects_rows);
}

}  // namespace uneri
