// What each seat can do with a card (rules, 5.3 and 9.1). Legal actions and call windows depend on it.
#pragma once

#include <array>
#include <bit>

#include "uneri/base/bits.hpp"
#include "uneri/games/namima/meld_index.hpp"
#include "uneri/games/namima/options.hpp"
#include "uneri/games/namima/state.hpp"

namespace uneri::namima {

// The kinds of the cards that lay-offs may add to the exposed melds.
inline std::uint64_t laid_kinds(const Options& o, const Exposed& exposed) noexcept {
    std::uint64_t laid = 0;
    for (const std::uint16_t meld : exposed.ids()) laid |= o.index->laid_on(meld);
    return laid;
}

// N-5.3: may the seat in ACT win with its cards? `within` holds the melds in its hand, if they are known.
bool can_win(const Options& o, const State& s) noexcept;
bool can_win(const Options& o, const State& s, const MeldIndex::Within& within) noexcept;

// N-5.7, N-9.5: can the seat win with the discard `kind`?
bool can_win_with(const Options& o, const State& s, int seat, int kind) noexcept;

// The same, and N-5.8: can the seat make a meld with the card? Asking both at once costs little more than one.
struct Calls {
    bool win;
    bool meld;
};
Calls calls_of(const Options& o, const State& s, int seat, int kind) noexcept;

// N-5.8 alone.
bool can_meld_with(const Options& o, const State& s, int seat, int kind) noexcept;

// N-9.1: may the seat in ACT declare riichi by discarding `kind`, a card it holds?
bool can_declare(const Options& o, const State& s, int kind) noexcept;

// The lay-offs that a seat can make, without repeats, in id order (rules, N-5.3).

class LayoffSet {
public:
    LayoffSet(const Options& o, const Cards& hand, const Exposed& exposed) noexcept {
        if (exposed.empty() || hand.total() < 3) return;
        const std::uint64_t kinds = hand.some();
        const auto& all = o.melds->layoffs();
        for (const std::uint16_t meld : exposed.ids()) {
            if ((o.index->laid_on(meld) & kinds) == 0) continue;
            for (const std::uint16_t id : o.melds->layoffs_on(meld)) {
                if ((kinds >> all[id].kind & 1) != 0) add(id);
            }
        }
    }
    int count() const noexcept {
        int sum = 0;
        for (std::size_t word = first_; word < end_; ++word) sum += std::popcount(found_[word]);
        return sum;
    }
    // The id of lay-off number u; u < count().
    int at(int u) const noexcept {
        std::size_t word = first_;
        for (int here = std::popcount(found_[word]); u >= here; here = std::popcount(found_[word])) {
            u -= here;
            ++word;
        }
        return static_cast<int>(64 * word) + select_bit(found_[word], static_cast<unsigned>(u));
    }
    // Calls visit(first, ids) for 64 ids at a time, ascending: bit i stands for first + i.
    template <class Visit>
    void each_word(Visit&& visit) const {
        for (std::size_t word = first_; word < end_; ++word) visit(static_cast<int>(64 * word), found_[word]);
    }

private:
    void add(std::uint16_t id) noexcept {
        const std::size_t word = id / 64u;
        if (first_ == end_) {
            first_ = end_ = word;
            found_[end_++] = 0;
        }
        while (word < first_) found_[--first_] = 0;
        while (word >= end_) found_[end_++] = 0;
        found_[word] |= std::uint64_t{1} << (id % 64u);
    }

    std::array<std::uint64_t, kMaxLayoffs / 64> found_;  // bits by id; only words first_ to end_ are valid
    std::size_t first_ = 0;
    std::size_t end_ = 0;
};

}  // namespace uneri::namima
