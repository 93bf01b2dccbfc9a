// Do rows of counts from outside lie within the deck? The kernels rely on it.
#pragma once

#include "uneri/games/namima/hands/tables.hpp"

namespace uneri::namima {

inline constexpr int kAnyCards = kMaxKinds * kMaxCopies;

// The first row of counts with more cards of a kind than the deck has, or more than `most` in all; `count` if there is
// none.
std::size_t first_large(const Tables& tables, const std::uint8_t* rows, std::size_t count, int most) noexcept;
// The first row whose hand, exposed melds and visible cards (which may be null) together are more than the deck has;
// `rows.hands` if there is none. Each hand, and the visible cards of each, lie within the deck.
std::size_t first_beyond_deck(const Tables& tables, const Rows& rows, const std::uint8_t* visible) noexcept;

// The functions that are built twice (cpu_dispatch.hpp).
struct DeckKernels {
    std::size_t (*first_large)(const Tables& tables, const std::uint8_t* rows, std::size_t count, int most) noexcept;
    std::size_t (*first_beyond_deck)(const Tables& tables, const Rows& rows, const std::uint8_t* visible) noexcept;
};
extern const DeckKernels kDeckPortable;
extern const DeckKernels kDeckAvx2;

}  // namespace uneri::namima
