// Reads the arguments of Namima's hand kernels. Hands are uint8[n, kinds]. Exposed melds are ids: without `start` all
// hands share them; with it those of hand i are exposed[start[i]] to exposed[start[i + 1] - 1].
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "bindings/arrays.hpp"
#include "bindings/bind_game.hpp"
#include "bindings/gil.hpp"
#include "uneri/engine/parallel.hpp"
#include "uneri/games/namima/namima.hpp"

namespace uneri {

void bind_namima_hands(py::module_& m);     // complete, best, arrangements, penalties
void bind_namima_distance(py::module_& m);  // need, deficiency, acceptance, discards
void bind_namima_one(py::module_& m);       // the same for one hand

namespace namima_binding {

using namima::Cards;
using namima::MeldIds;
using namima::Namima;
using namima::Rows;
using namima::Tables;
using NamimaGame = GameObject<Namima>;
using Hands = binding::Array<std::uint8_t>;
using Ids = binding::Array<std::uint16_t>;
using Starts = binding::Array<std::uint32_t>;

inline constexpr binding::Arguments kArguments("namima: ");

inline constexpr std::size_t kChunk = 2048;  // hands; small enough to stay in a cache between check and kernel

inline const Tables& tables_of(const NamimaGame& game) { return *game.game.rules().tables; }

// The most concealed cards of a hand. A deal has at most 16 cards, but some worked examples are larger. With still more
// cards, a search over crossing melds may take forever.
inline constexpr int kMostHand = 24;

// Checks hands against the deck, eight kinds at a time: a count is a byte of a word.
class DeckCheck {
public:
    // A hand has at most `most` cards.
    DeckCheck(const Tables& tables, int most)
        : melds_(tables.melds), kinds_(static_cast<std::size_t>(melds_.kinds())), most_(most) {
        std::array<std::uint8_t, 8> bytes{};
        std::fill(bytes.end() - static_cast<std::ptrdiff_t>(kinds_ % 8), bytes.end(), std::uint8_t{0xFF});
        std::memcpy(&last_, bytes.data(), 8);
        std::array<std::uint8_t, namima::kMaxKinds> caps{};
        for (std::size_t k = 0; k < kinds_; ++k)
            caps[k] = static_cast<std::uint8_t>(melds_.deck().count(static_cast<int>(k)));
        for (std::size_t w = 0; w < words(); ++w) caps_[w] = word(caps.data(), w) | kHigh;
    }
    bool fits(const std::uint8_t* counts) const noexcept {
        std::uint64_t wrong = 0;
        std::uint64_t sum = 0;
        for (std::size_t w = 0; w < words(); ++w) {
            const std::uint64_t hand = word(counts, w);
            wrong |= hand | ~(caps_[w] - (hand & ~kHigh));
            sum += hand & ~kHigh;
        }
        return (wrong & kHigh) == 0 && total(sum) <= most_;
    }
    // Do the counts, the exposed melds and the cards elsewhere (may be null) together lie within the deck?
    bool fits(const std::uint8_t* counts, const std::uint8_t* elsewhere, MeldIds exposed) const noexcept {
        if (elsewhere == nullptr && exposed.empty()) return fits(counts);
        std::array<std::uint8_t, namima::kMaxKinds> melded{};
        for (const std::uint16_t id : exposed)
            melds_[id].cards.each([&](int kind, int count) {
                std::uint8_t& cards = melded[static_cast<std::size_t>(kind)];
                cards = static_cast<std::uint8_t>(std::min(cards + count, 0x3F));
            });
        std::uint64_t wrong = 0;
        std::uint64_t sum = 0;
        for (std::size_t w = 0; w < words(); ++w) {
            const std::uint64_t hand = word(counts, w);
            const std::uint64_t seen = elsewhere == nullptr ? 0 : word(elsewhere, w);
            const std::uint64_t used = (hand & ~kHigh) + (seen & ~kHigh);  // each byte at most 0xFE
            const std::uint64_t all = (used & ~kHigh) + word(melded.data(), w);
            wrong |= hand | seen | used | all | ~(caps_[w] - (all & ~kHigh));
            sum += hand & ~kHigh;
        }
        return (wrong & kHigh) == 0 && total(sum) <= most_;
    }
    int total(const std::uint8_t* counts) const noexcept {
        int sum = 0;
        for (std::size_t k = 0; k < kinds_; ++k) sum += counts[k];
        return sum;
    }

private:
    static constexpr std::uint64_t kHigh = 0x8080808080808080;
    static constexpr std::uint64_t kPairs = 0x00FF00FF00FF00FF;

    std::size_t words() const noexcept { return (kinds_ + 7) / 8; }
    // Counts 8 w to 8 w + 7, zeros beyond the last kind. The last word is read from the last eight counts, without
    // those that the word before has.
    std::uint64_t word(const std::uint8_t* counts, std::size_t w) const noexcept {
        std::uint64_t out = 0;
        if (8 * w + 8 <= kinds_) {
            std::memcpy(&out, counts + 8 * w, 8);
        } else if (kinds_ >= 8) {
            std::memcpy(&out, counts + kinds_ - 8, 8);
            out &= last_;
        } else {
            std::memcpy(&out, counts, kinds_);
        }
        return out;
    }
    // The sum of the bytes. Counts within the deck are at most kMaxCopies, so no byte has overflowed.
    static int total(std::uint64_t bytes) noexcept {
        const std::uint64_t pairs = (bytes & kPairs) + (bytes >> 8 & kPairs);
        return static_cast<int>(pairs * 0x0001000100010001 >> 48);
    }

    const namima::Melds& melds_;
    std::size_t kinds_;
    int most_;
    std::uint64_t last_ = 0;  // the bytes of the last word that are no other word's
    std::array<std::uint64_t, namima::kMaxKinds / 8> caps_{};
};

[[noreturn]] inline void refuse_size(const std::string& hand, int cards) {
    throw py::value_error(hand + " has " + std::to_string(cards) + " cards; allowed: at most " +
                          std::to_string(kMostHand));
}

inline void check_ids(const Tables& tables, MeldIds ids) {
    for (const std::uint16_t id : ids) kArguments.number(id, "meld", 0, static_cast<int>(tables.melds.size()) - 1);
}

// The arguments of a kernel over many hands. All are checked except the counts, which are checked chunk by chunk.
struct HandBatch {
    HandBatch(const NamimaGame& game, const Hands& hands, const Ids& exposed, const py::object& start,
              int most = kMostHand)
        : tables(tables_of(game)), check(tables, most), kinds(tables.melds.kinds()) {
        const binding::Rows counts = kArguments.rows(hands, "hands", kinds);
        rows.counts = counts.data;
        rows.hands = counts.size;
        rows.exposed = kArguments.vector(exposed, "exposed", "m");
        check_ids(tables, rows.exposed);
        const std::size_t count = rows.exposed.size();
        if (start.is_none()) {
            check_exposed(count);
            return;
        }
        starts = py::cast<Starts>(start);
        rows.start = kArguments.vector_of(starts, "start", rows.hands + 1).data();
        for (std::size_t i = 0; i < rows.hands; ++i) {
            if (rows.start[i] > rows.start[i + 1] || rows.start[i + 1] > count)
                kArguments.refuse(binding::item_name("start", i + 1), std::to_string(rows.start[i + 1]),
                                  "ascending numbers up to " + std::to_string(count));
            check_exposed(rows.start[i + 1] - rows.start[i]);
        }
    }
    static void check_exposed(std::size_t melds) {
        if (melds > namima::kMostExposed)
            kArguments.refuse("exposed", std::to_string(melds) + " melds of a hand",
                              "0 to " + std::to_string(namima::kMostExposed));
    }
    Rows slice(std::size_t first, std::size_t last) const noexcept {
        Rows part = rows;
        part.counts += first * static_cast<std::size_t>(kinds);
        part.hands = last - first;
        if (part.start != nullptr) part.start += first;
        return part;
    }

    // Calls work(slice, first) for each chunk, on this number of threads, without the GIL.
    template <class Work>
    void run(const py::object& threads, const py::object& tick, Work&& work) const {
        const int workers = binding::to_bounded(threads, "threads", 1, kMaxThreads);
        const Tick polled = binding::to_tick(tick);
        std::atomic<std::size_t> wrong{rows.hands};
        {
            const binding::GilRelease free;
            uneri::Progress progress(rows.hands, polled);
            run_chunks(rows.hands, kChunk, workers, progress, [&](std::uint64_t first, std::uint64_t last, bool) {
                std::size_t bad = first;
                while (bad < last && fits(bad)) ++bad;
                if (bad == last) return work(slice(first, last), first);
                std::size_t least = wrong.load();
                while (bad < least && !wrong.compare_exchange_weak(least, bad)) {
                }
                progress.stop();
            });
        }
        if (wrong.load() < rows.hands) refuse_row(wrong.load());
    }
    bool fits(std::size_t i) const noexcept {
        const std::size_t at = i * static_cast<std::size_t>(kinds);
        if (!whole_deck) return check.fits(rows.counts + at);
        return check.fits(rows.counts + at, elsewhere == nullptr ? nullptr : elsewhere + at, rows.exposed_of(i));
    }

    const Tables& tables;
    DeckCheck check;
    int kinds;
    Rows rows;
    Starts starts;
    bool whole_deck = false;                  // also checks exposed melds and cards elsewhere
    const std::uint8_t* elsewhere = nullptr;  // with as many counts as `rows`

    [[noreturn]] void refuse_row(std::size_t row) const {
        const std::uint8_t* counts = rows.counts + row * static_cast<std::size_t>(kinds);
        int kind = 0;
        while (kind < kinds && counts[kind] <= tables.melds.deck().count(kind)) ++kind;
        const std::string where = rows.hands == 1 ? "hand" : binding::item_name("hands", row);
        if (kind == kinds && whole_deck) kArguments.refuse(where, "too many cards", "cards of the deck");
        if (kind == kinds) refuse_size(where, check.total(counts));
        throw py::value_error(where + " has " + std::to_string(counts[kind]) + " of " +
                              tables.melds.rules().kind_name(kind) + "; allowed: 0 to " +
                              std::to_string(tables.melds.deck().count(kind)));
    }
};

}  // namespace namima_binding
}  // namespace uneri
