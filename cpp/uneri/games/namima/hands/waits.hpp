// The cards that hands wait for (text, 11.5).
#pragma once

#include "uneri/games/namima/hands/tables.hpp"

namespace uneri::namima {

// Which of these kinds, as bits, would complete the hand?
std::uint64_t waits(const Tables& tables, const Cards& hand, MeldIds exposed, std::uint64_t kinds) noexcept;
// Which of these drawn waits do so when claimed too?
std::uint64_t claimed_waits(const Tables& tables, const Cards& hand, MeldIds exposed, std::uint64_t drawn) noexcept;

// Writes the drawn waits of every row, as bits of kinds, nothing being visible elsewhere.
void waits_rows(const Tables& tables, const Rows& rows, std::uint64_t* out) noexcept;

}  // namespace uneri::namima
