// What each seat can do with a card (rules, 5.3 and 9.1). Legal actions and call windows depend on it.
#pragma once

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

}  // namespace uneri::namima
