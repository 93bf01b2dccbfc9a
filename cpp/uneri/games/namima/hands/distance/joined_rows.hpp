// Deficiencies and acceptances of many hands without visible cards, by joined boards (joined_boards.hpp). These must be
// ready, Tables::joined(!rows.closed()).
#pragma once

#include "uneri/games/namima/hands/tables.hpp"

namespace uneri::namima {

// Where boards don't tell.
inline constexpr std::uint8_t kUnknown = 0xFF;
inline constexpr std::uint64_t kUnknownKinds = ~std::uint64_t{0};

void joined_deficiencies(const Tables& tables, const Rows& rows, int growth, bool drawn, std::uint8_t* out) noexcept;
void joined_acceptances(const Tables& tables, const Rows& rows, int growth, std::uint64_t* out) noexcept;

}  // namespace uneri::namima
