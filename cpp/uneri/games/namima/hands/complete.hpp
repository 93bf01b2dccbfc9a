// Which hands are complete, and which cards complete them (rules, N-3.17, N-3.18, 11.5).
#pragma once

#include "uneri/games/namima/hands/tables.hpp"

namespace uneri::namima {

bool is_complete(const Tables& tables, const Cards& hand, MeldIds exposed) noexcept;
// N-3.18: a card of the claimed kind, which is in the hand, must be in a new meld.
bool is_complete_claimed(const Tables& tables, const Cards& hand, MeldIds exposed, int kind) noexcept;
// Writes 0 or 1 for each row.
void complete_rows(const Tables& tables, const Rows& rows, std::uint8_t* out) noexcept;

// Those of the kinds `bits` that complete the hand when drawn.
std::uint64_t waits(const Tables& tables, const Cards& hand, MeldIds exposed, std::uint64_t kinds) noexcept;
// Those of the drawn waits that also complete the hand when claimed.
std::uint64_t claimed_waits(const Tables& tables, const Cards& hand, MeldIds exposed, std::uint64_t drawn) noexcept;
// Writes the drawn waits of each row, as bits of kinds. No cards are visible elsewhere.
void waits_rows(const Tables& tables, const Rows& rows, std::uint64_t* out) noexcept;

// The functions that are built twice (cpu_dispatch.hpp). Single hands and their kinds are in part order.
struct CompleteKernels {
    bool (*is_complete)(const Tables& tables, const Cards& hand, MeldIds exposed) noexcept;
    std::uint64_t (*waits)(const Tables& tables, const Cards& hand, MeldIds exposed, std::uint64_t kinds) noexcept;
    void (*complete_rows)(const Tables& tables, const Rows& rows, std::uint8_t* out) noexcept;
    void (*waits_rows)(const Tables& tables, const Rows& rows, std::uint64_t* out) noexcept;
};
extern const CompleteKernels kCompletePortable;
extern const CompleteKernels kCompleteAvx2;

}  // namespace uneri::namima
