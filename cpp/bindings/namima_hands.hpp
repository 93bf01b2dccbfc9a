// Reading the arguments of the hand kernels of Namima. Hands are uint8[n, kinds]; exposed melds are ids: the same for
// all hands, or with `start` those of hand i are exposed[start[i]] to exposed[start[i + 1] - 1].
#pragma once

#include <algorithm>
#include <atomic>
#include <span>
#include <string>
#include <vector>

#include "bindings/bind_game.hpp"
#include "bindings/gil.hpp"
#include "uneri/engine/parallel.hpp"
#include "uneri/games/namima/namima.hpp"

namespace uneri {

void bind_namima_hands(py::module_& m);     // complete, best, arrangements, penalties
void bind_namima_distance(py::module_& m);  // need, deficiency, acceptance, discards

namespace namima_binding {

using namima::Cards;
using namima::MeldIds;
using namima::Namima;
using namima::Rows;
using namima::Tables;
using NamimaGame = GameObject<Namima>;
using Hands = py::array_t<std::uint8_t, py::array::c_style>;
using Ids = py::array_t<std::uint16_t, py::array::c_style>;
using Starts = py::array_t<std::uint32_t, py::array::c_style>;

inline constexpr std::size_t kChunk = 2048;  // hands; small enough to stay in a cache between the check and the kernel

inline const Tables& tables_of(const NamimaGame& game) { return *game.game.rules().tables; }

[[noreturn]] inline void refuse(const std::string& what, const std::string& is, const std::string& allowed) {
    throw py::value_error("namima: " + what + " is " + is + "; allowed: " + allowed);
}

inline std::string shape_of(const py::array& array) { return "of shape " + std::string(py::str(array.attr("shape"))); }

// Concealed cards of a hand: a deal is at most 16 cards, some worked examples are larger. Beyond that a search over
// melds that cross the parts of a rule set may take for ever.
inline constexpr int kMostHand = 24;

// Finds rows with more cards of a kind than there are, sixteen rows at a time, and rows of too many cards.
class DeckCheck {
public:
    explicit DeckCheck(const namima::Melds& melds) : kinds_(static_cast<std::size_t>(melds.kinds())) {
        for (std::size_t i = 0; i < kRows * kinds_; ++i)
            caps_.push_back(static_cast<std::uint8_t>(melds.deck().count(static_cast<int>(i % kinds_))));
    }
    // The first row of first..last-1 that is wrong, or last.
    std::size_t wrong(const std::uint8_t* counts, std::size_t first, std::size_t last) const noexcept {
        std::size_t row = first;
        for (; row + kRows <= last; row += kRows) {
            if (above(counts + row * kinds_, kRows * kinds_)) break;
            bool large = false;
            for (std::size_t i = row; i < row + kRows; ++i) large |= total(counts + i * kinds_) > kMostHand;
            if (large) break;
        }
        while (row < last && !above(counts + row * kinds_, kinds_) && total(counts + row * kinds_) <= kMostHand) ++row;
        return row;
    }
    int total(const std::uint8_t* counts) const noexcept {
        int sum = 0;
        for (std::size_t i = 0; i < kinds_; ++i) sum += counts[i];
        return sum;
    }

private:
    static constexpr std::size_t kRows = 16;
    bool above(const std::uint8_t* counts, std::size_t size) const noexcept {
        std::uint8_t found = 0;
        for (std::size_t i = 0; i < size; ++i) found |= static_cast<std::uint8_t>(counts[i] > caps_[i]);
        return found != 0;
    }
    std::size_t kinds_;
    std::vector<std::uint8_t> caps_;
};

[[noreturn]] inline void refuse_size(const std::string& hand, int cards) {
    throw py::value_error(hand + " has " + std::to_string(cards) + " cards; allowed: at most " +
                          std::to_string(kMostHand));
}

// The arguments of a kernel over many hands, checked but for the counts, which are checked chunk by chunk.
struct HandBatch {
    HandBatch(const NamimaGame& game, const Hands& hands, const Ids& exposed, const py::object& start)
        : tables(tables_of(game)), check(tables.melds), kinds(tables.melds.kinds()) {
        if (hands.ndim() != 2 || hands.shape(1) != kinds)
            refuse("hands", shape_of(hands), "(n, " + std::to_string(kinds) + ")");
        rows.counts = hands.data();
        rows.hands = static_cast<std::size_t>(hands.shape(0));
        if (exposed.ndim() != 1) refuse("exposed", shape_of(exposed), "(m,)");
        const auto count = static_cast<std::size_t>(exposed.shape(0));
        rows.exposed = {exposed.data(), count};
        for (const std::uint16_t id : rows.exposed) {
            if (id >= tables.melds.size())
                refuse("meld", std::to_string(id), "0 to " + std::to_string(tables.melds.size() - 1));
        }
        if (start.is_none()) {
            check_exposed(count);
            return;
        }
        starts = py::cast<Starts>(start);
        if (starts.ndim() != 1 || static_cast<std::size_t>(starts.shape(0)) != rows.hands + 1)
            refuse("start", shape_of(starts), "(" + std::to_string(rows.hands + 1) + ",)");
        rows.start = starts.data();
        for (std::size_t i = 0; i < rows.hands; ++i) {
            if (rows.start[i] > rows.start[i + 1] || rows.start[i + 1] > count)
                refuse("start[" + std::to_string(i + 1) + "]", std::to_string(rows.start[i + 1]),
                       "ascending numbers up to " + std::to_string(count));
            check_exposed(rows.start[i + 1] - rows.start[i]);
        }
    }
    static void check_exposed(std::size_t melds) {
        if (melds > namima::kMostExposed)
            refuse("exposed", std::to_string(melds) + " melds of a hand",
                   "0 to " + std::to_string(namima::kMostExposed));
    }
    Rows slice(std::size_t first, std::size_t last) const noexcept {
        Rows part = rows;
        part.counts += first * static_cast<std::size_t>(kinds);
        part.hands = last - first;
        if (part.start != nullptr) part.start += first;
        return part;
    }

    // work(slice, first) on chunks, by so many threads, without the GIL.
    template <class Work>
    void run(const py::object& threads, const py::object& tick, Work&& work) const {
        const int workers = binding::to_bounded(threads, "threads", 1, kMaxThreads);
        const Tick polled = binding::to_tick(tick);
        std::atomic<std::size_t> wrong{rows.hands};
        {
            const binding::GilRelease free;
            uneri::Progress progress(rows.hands, polled);
            run_chunks(rows.hands, kChunk, workers, progress, [&](std::uint64_t first, std::uint64_t last, bool) {
                const std::size_t bad = check.wrong(rows.counts, first, last);
                if (bad == last) return work(slice(first, last), first);
                std::size_t least = wrong.load();
                while (bad < least && !wrong.compare_exchange_weak(least, bad)) {
                }
                progress.stop();
            });
        }
        if (wrong.load() < rows.hands) refuse_row(wrong.load());
    }

    const Tables& tables;
    DeckCheck check;
    int kinds;
    Rows rows;
    Starts starts;

private:
    [[noreturn]] void refuse_row(std::size_t row) const {
        const std::uint8_t* counts = rows.counts + row * static_cast<std::size_t>(kinds);
        int kind = 0;
        while (kind < kinds && counts[kind] <= tables.melds.deck().count(kind)) ++kind;
        const std::string where = rows.hands == 1 ? "hand" : "hands[" + std::to_string(row) + "]";
        if (kind == kinds) refuse_size(where, check.total(counts));
        throw py::value_error(where + " has " + std::to_string(counts[kind]) + " of " +
                              tables.melds.rules().kind_name(kind) + "; allowed: 0 to " +
                              std::to_string(tables.melds.deck().count(kind)));
    }
};

// One hand, checked.
struct One {
    One(const NamimaGame& game, const Hands& hand, const Ids& exposed) : tables(tables_of(game)) {
        const int kinds = tables.melds.kinds();
        if (hand.ndim() != 1 || hand.shape(0) != kinds)
            refuse("hand", shape_of(hand), "(" + std::to_string(kinds) + ",)");
        for (int kind = 0; kind < kinds; ++kind) {
            const unsigned count = hand.data()[kind];
            if (count > static_cast<unsigned>(tables.melds.deck().count(kind))) {
                throw py::value_error("hand has " + std::to_string(count) + " of " +
                                      tables.melds.rules().kind_name(kind) + "; allowed: 0 to " +
                                      std::to_string(tables.melds.deck().count(kind)));
            }
            cards.set(kind, count);
        }
        if (cards.total() > kMostHand) refuse_size("hand", cards.total());
        if (exposed.ndim() != 1) refuse("exposed", shape_of(exposed), "(m,)");
        melds = {exposed.data(), static_cast<std::size_t>(exposed.shape(0))};
        HandBatch::check_exposed(melds.size());
        for (const std::uint16_t id : melds) {
            if (id >= tables.melds.size())
                refuse("meld", std::to_string(id), "0 to " + std::to_string(tables.melds.size() - 1));
        }
    }
    // A kind of which the hand has a card, or -1 for None.
    int claimed(const py::object& kind) const {
        if (kind.is_none()) return -1;
        const int number = binding::to_bounded(kind, "claimed", 0, tables.melds.kinds() - 1);
        if (cards.count(number) == 0) refuse("claimed", tables.melds.rules().kind_name(number), "a card of the hand");
        return number;
    }
    int colour(const py::object& dora) const {
        return dora.is_none() ? -1 : binding::to_bounded(dora, "dora", 0, tables.melds.rules().colours - 1);
    }

    const Tables& tables;
    Cards cards;
    MeldIds melds;
};

inline py::tuple ids_tuple(MeldIds ids) {
    py::tuple out(ids.size());
    for (std::size_t i = 0; i < ids.size(); ++i) out[i] = int{ids[i]};
    return out;
}

}  // namespace namima_binding
}  // namespace uneri
