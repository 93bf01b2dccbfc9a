// Which hands are complete (text, N-3.17, N-3.18).
#pragma once

#include "uneri/games/namima/hands/tables.hpp"

namespace uneri::namima {

bool is_complete(const Tables& tables, const Cards& hand, MeldIds exposed) noexcept;
// N-3.18: the claimed kind, a card of which is in the hand, must be in a new meld.
bool is_complete_claimed(const Tables& tables, const Cards& hand, MeldIds exposed, int kind) noexcept;

// Writes 0 or 1 a row.
void complete_rows(const Tables& tables, const Rows& rows, std::uint8_t* out) noexcept;

// For the other kernels: hands in woven order.
bool is_complete_woven(const Tables& tables, const Cards& hand, MeldIds exposed) noexcept;

}  // namespace uneri::namima
