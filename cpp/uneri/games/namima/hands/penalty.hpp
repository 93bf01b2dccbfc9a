// What concealed cards cost (text, N-7.1, N-9.8), and what may be saved of it (11.3).
#pragma once

#include "uneri/games/namima/hands/tables.hpp"

namespace uneri::namima {

// `dora` is a colour or -1.
int card_penalty(const RuleSet& rules, int kind, int dora) noexcept;
int penalty(const RuleSet& rules, const Cards& hand, int dora) noexcept;

// The least penalty of what stays concealed after laying cards off and exposing at most `exposures` melds; -1: any
// number.
int min_penalty(const Tables& tables, const Cards& hand, MeldIds exposed, int exposures, int dora) noexcept;
// The same for every row.
void min_penalty_rows(const Tables& tables, const Rows& rows, int exposures, int dora, std::int32_t* out) noexcept;

}  // namespace uneri::namima
