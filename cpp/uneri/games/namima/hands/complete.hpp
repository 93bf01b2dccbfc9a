// Which hands are complete, and which cards would complete them (text, N-3.17, N-3.18, 11.5).
#pragma once

#include "uneri/games/namima/hands/tables.hpp"

namespace uneri::namima {

bool is_complete(const Tables& tables, const Cards& hand, MeldIds exposed) noexcept;
// N-3.18: the claimed kind, a card of which is in the hand, must be in a new meld.
bool is_complete_claimed(const Tables& tables, const Cards& hand, MeldIds exposed, int kind) noexcept;
// Writes 0 or 1 per row.
void complete_rows(const Tables& tables, const Rows& rows, std::uint8_t* out) noexcept;

// Which of these kinds, as bits, would complete the hand?
std::uint64_t waits(const Tables& tables, const Cards& hand, MeldIds exposed, std::uint64_t kinds) noexcept;
// Which of these drawn waits do so when claimed too?
std::uint64_t claimed_waits(const Tables& tables, const Cards& hand, MeldIds exposed, std::uint64_t drawn) noexcept;
// Writes the drawn waits of every row, as bits of kinds, nothing being visible elsewhere.
void waits_rows(const Tables& tables, const Rows& rows, std::uint64_t* out) noexcept;

// What is built twice (cpu_dispatch.hpp). Hands and kinds of single hands are in part order.
struct CompleteKernels {
    bool (*is_complete)(const Tables& tables, const Cards& hand, MeldIds exposed) noexcept;
    std::uint64_t (*waits)(const Tables& tables, const Cards& hand, MeldIds exposed, std::uint64_t kinds) noexcept;
    void (*complete_rows)(const Tables& tables, const Rows& rows, std::uint8_t* out) noexcept;
    void (*waits_rows)(const Tables& tables, const Rows& rows, std::uint64_t* out) noexcept;
};
extern const CompleteKernels kCompletePortable;
extern const CompleteKernels kCompleteAvx2;

}  // namespace uneri::namima
