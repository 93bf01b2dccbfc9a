// Reads the arguments of Namima's kernels over many hands. Hands are uint8[n, kinds]. Exposed melds are ids: without
// `start` all hands share them; with it those of hand i are exposed[start[i]] to exposed[start[i + 1] - 1].
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <span>
#include <string>
#include <vector>

#include "bindings/arrays.hpp"
#include "bindings/convert.hpp"
#include "bindings/gil.hpp"
#include "bindings/own_types.hpp"
#include "uneri/engine/parallel.hpp"
#include "uneri/games/namima/deck_check.hpp"
#include "uneri/games/namima/hands/distance/deficiency.hpp"
#include "uneri/games/namima/namima.hpp"
#include "uneri/games/namima/prospects/prospects.hpp"

namespace uneri {

void bind_namima_hands(py::module_& m);
void bind_namima_one(py::module_& m);  // the same for one hand

namespace namima_binding {

using namima::Cards;
using namima::MeldIds;
using namima::Namima;
using namima::Rows;
using namima::Tables;
using NamimaGame = OwnGame<Namima>;
using Hands = binding::Array<std::uint8_t>;
using Ids = binding::Array<std::uint16_t>;
using Starts = binding::Array<std::uint32_t>;

inline constexpr binding::Arguments kArguments("namima: ");

inline constexpr std::size_t kChunk = 512;  // hands; they stay in the first cache between copy, check and kernel

inline const Tables& tables_of(const NamimaGame& game) { return *game.game.rules().tables; }

// The most concealed cards of a hand. A deal has at most 16 cards, but some worked examples are larger. With still more
// cards, a search over crossing melds may take forever.
inline constexpr int kMostHand = 24;

// (turns, calls, rivals by round, whether points are the goal, exchanges, slack, hands); Python has checked them.
inline namima::ProspectModel to_model(const NamimaGame& game, const py::tuple& given) {
    namima::ProspectModel model;
    model.players = game.game.rules().players;
    model.turns = std::clamp(py::cast<int>(given[0]), 1, namima::kMostTurns);
    model.calls = py::cast<float>(given[1]);
    const auto rivals = py::cast<std::vector<float>>(given[2]);
    std::copy_n(rivals.begin(), std::min(rivals.size(), model.rivals.size()), model.rivals.begin());
    model.for_points = py::cast<bool>(given[3]);
    model.exchanges = py::cast<int>(given[4]);
    model.slack = py::cast<int>(given[5]);
    model.most = py::cast<std::size_t>(given[6]);
    return model;
}

[[noreturn]] inline void refuse_size(const std::string& hand, int cards, int most) {
    throw py::value_error(hand + " must have at most " + std::to_string(most) + " cards, not " + std::to_string(cards));
}

[[noreturn]] inline void refuse_work(const std::string& hand) {
    throw py::value_error("the rule set is too large for this question about " + hand + "; the limit is " +
                          std::to_string(namima::kQuestionWork) + " melds to look at");
}

inline void check_ids(const Tables& tables, MeldIds ids) {
    for (const std::uint16_t id : ids) kArguments.number(id, "meld", 0, static_cast<int>(tables.melds.size()) - 1);
}

// Some of the hands, checked, in memory that no other thread writes to.
struct Chunk {
    Rows rows;
    const std::uint8_t* visible;  // null, or as many counts as `rows`
    std::size_t first;            // of all hands

    Chunk row(std::size_t i, int kinds) const noexcept {
        const std::size_t at = i * static_cast<std::size_t>(kinds);
        Chunk one{rows, visible == nullptr ? nullptr : visible + at, first + i};
        one.rows.hands = 1;
        one.rows.counts += at;
        if (rows.start != nullptr) one.rows.start += i;
        return one;
    }
};

// The arguments of a kernel over many hands. Counts are checked chunk by chunk, the rest at once.
struct HandBatch {
    HandBatch(const NamimaGame& game, const Hands& hands, const Ids& exposed, const py::object& start,
              int most = kMostHand)
        : tables(tables_of(game)), kinds(tables.melds.kinds()), most_(most) {
        const binding::Rows counts = kArguments.rows(hands, "hands", kinds);
        rows.counts = counts.data;
        rows.hands = counts.size;
        const auto ids = kArguments.vector(exposed, "exposed", "m");
        ids_.assign(ids.begin(), ids.end());  // a copy, as with `start`: the caller's threads may write to the array
        rows.exposed = ids_;
        check_ids(tables, rows.exposed);
        const std::size_t count = rows.exposed.size();
        if (start.is_none()) {
            check_exposed(count);
            return;
        }
        const auto starts = py::cast<Starts>(start);
        const auto begins = kArguments.vector_of(starts, "start", rows.hands + 1);
        starts_.assign(begins.begin(), begins.end());
        rows.start = starts_.data();
        for (std::size_t i = 0; i < rows.hands; ++i) {
            if (rows.start[i] > rows.start[i + 1] || rows.start[i + 1] > count)
                kArguments.refuse(binding::item_name("start", i + 1), std::to_string(rows.start[i + 1]),
                                  "ascending numbers up to " + std::to_string(count));
            check_exposed(rows.start[i + 1] - rows.start[i]);
        }
    }
    HandBatch(const HandBatch&) = delete;  // `rows` points into it
    HandBatch& operator=(const HandBatch&) = delete;

    // Calls work(chunk) for all hands, on this number of threads, without the GIL.
    template <class Work>
    void run(const py::object& threads, const py::object& tick, Work&& work) const {
        const int workers = binding::to_bounded(threads, "threads", 1, kMaxThreads);
        const Tick polled = binding::to_tick(tick);
        std::atomic<std::size_t> wrong{rows.hands};
        std::atomic<std::size_t> slow_row{rows.hands};
        {
            const binding::GilRelease free;
            uneri::Progress progress(rows.hands, polled);
            run_chunks(rows.hands, kChunk, workers, progress, [&](std::uint64_t first, std::uint64_t last, bool) {
                Own own;
                const Chunk chunk = copy(own, first, last - first);
                const std::size_t bad = first + first_wrong(chunk);
                const std::size_t slow = bad < last ? last : first + ask(chunk, progress, work);
                if (bad == last && slow == last) return;
                note(bad < last ? wrong : slow_row, std::min(bad, slow));
                progress.stop();
            });
        }
        if (wrong.load() < rows.hands) refuse_row(wrong.load());
        if (slow_row.load() < rows.hands) refuse_work(name_of(slow_row.load()));
    }

    const Tables& tables;
    int kinds;
    Rows rows;  // not checked, and others may write to its counts

protected:
    bool whole_deck = false;                // also checks exposed melds and visible cards
    const std::uint8_t* visible = nullptr;  // for each hand, or the same for all
    bool same_visible = false;

private:
    // Memory of a chunk.
    struct Own {
        std::array<std::uint8_t, kChunk * namima::kMaxKinds> hands;
        std::array<std::uint8_t, kChunk * namima::kMaxKinds> visible;
    };

    // The first hand whose answer takes too much work; as many as there are hands if there is none. Together the hands
    // may take as much as one, and few chunks take more.
    template <class Work>
    std::size_t ask(const Chunk& chunk, const uneri::Progress& progress, Work&& work) const {
        const auto is_answered = [&](const Chunk& some) {
            const uneri::WorkLimit limit(namima::kQuestionWork);
            work(some);
            return !limit.over();
        };
        const std::size_t hands = chunk.rows.hands;
        std::size_t answered = is_answered(chunk) ? hands : 0;
        while (hands > 1 && answered < hands && is_answered(chunk.row(answered, kinds))) ++answered;
        return progress.stopped() ? hands : answered;
    }

    static void note(std::atomic<std::size_t>& least, std::size_t row) {
        std::size_t before = least.load();
        while (row < before && !least.compare_exchange_weak(before, row)) {
        }
    }

    static void check_exposed(std::size_t melds) {
        if (melds > namima::kMostExposed)
            throw py::value_error("namima: exposed must have at most " + std::to_string(namima::kMostExposed) +
                                  " melds for a hand, not " + std::to_string(melds));
    }

    Chunk copy(Own& own, std::size_t first, std::size_t hands) const noexcept {
        const auto width = static_cast<std::size_t>(kinds);
        Chunk chunk{rows, nullptr, first};
        chunk.rows.hands = hands;
        if (rows.start != nullptr) chunk.rows.start += first;
        std::copy_n(rows.counts + first * width, hands * width, own.hands.data());
        chunk.rows.counts = own.hands.data();
        if (visible == nullptr) return chunk;
        if (same_visible) {
            for (std::size_t i = 0; i < hands; ++i) std::copy_n(visible, width, own.visible.data() + i * width);
        } else {
            std::copy_n(visible + first * width, hands * width, own.visible.data());
        }
        chunk.visible = own.visible.data();
        return chunk;
    }

    std::size_t first_wrong(const Chunk& chunk) const noexcept {
        Rows part = chunk.rows;
        part.hands = namima::first_large(tables, part.counts, part.hands, most_);
        if (chunk.visible != nullptr)
            part.hands = namima::first_large(tables, chunk.visible, part.hands, namima::kAnyCards);
        if (!whole_deck || (part.closed() && chunk.visible == nullptr)) return part.hands;
        return namima::first_beyond_deck(tables, part, chunk.visible);
    }

    std::string name_of(std::size_t row) const { return rows.hands == 1 ? "hand" : binding::item_name("hands", row); }

    // Python says more precisely what is wrong (`HandQuery.check`).
    [[noreturn]] void refuse_row(std::size_t row) const {
        const std::uint8_t* counts = rows.counts + row * static_cast<std::size_t>(kinds);
        int total = 0;
        int beyond = -1;
        for (int kind = kinds; kind-- > 0;) {
            total += counts[kind];
            if (counts[kind] > tables.melds.deck().count(kind)) beyond = kind;
        }
        const std::string where = name_of(row);
        if (beyond < 0 && total > most_) refuse_size(where, total, most_);
        if (beyond < 0) throw py::value_error(where + " has more cards than the deck");
        throw py::value_error(where + " has " + std::to_string(counts[beyond]) + " of " +
                              tables.melds.rules().kind_name(beyond) + "; allowed: 0 to " +
                              std::to_string(tables.melds.deck().count(beyond)));
    }

    int most_;
    std::vector<std::uint16_t> ids_;
    std::vector<std::uint32_t> starts_;
};

}  // namespace namima_binding
}  // namespace uneri
