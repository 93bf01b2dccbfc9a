// The fewest cards that a hand lacks (text, 11.4), by a search over melds that goes deeper card by card. It takes any
// rule set and any question; where tables answer, deficiency.cpp is far faster.
#pragma once

#include "uneri/games/namima/hands/tables.hpp"

namespace uneri::namima {

inline constexpr int kNever = 99;  // INF of 11.4

// Cards that a hand can be got to hold: `hand` and besides what is left of the deck without the exposed melds and
// without `visible`, cards known to be elsewhere.
Cards spare_cards(const Melds& melds, const Cards& hand, MeldIds exposed, const Cards& visible) noexcept;

// The least |T \ hand| over multisets T of `size` cards (up to kMaxNeedSize) with an arrangement that has `min_new` new
// melds or more; kNever if there is none.
inline constexpr int kMaxNeedSize = 40;
int need(const Tables& tables, const Cards& hand, MeldIds exposed, int size, int min_new,
         const Cards& visible = {}) noexcept;

// The same from the spare cards, of which it is known that it isn't less than `fewest`, and only asked whether it is
// `most` or less: a higher number if not.
int need_within(const Melds& melds, const Cards& hand, const Cards& spare, MeldIds exposed, int size, int min_new,
                int fewest, int most) noexcept;

}  // namespace uneri::namima
