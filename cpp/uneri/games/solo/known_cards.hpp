// Who knows which cards of other hands (text, 8.3), in a compact form.
//
// The text's known[p][q][k] counts cards of kind k that p knows q to hold. Here every such card is one entry: its
// holder q and the set of seats that know it there. The entries of one holder and kind are nested sets (the j-th is
// "those who know at least j"), so a card put down takes the largest set away and no loop over observers is needed. At
// most three coloured or seven black cards of a kind exist, so the table has a fixed size, whatever the number of
// seats.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "uneri/games/solo/cards.hpp"

namespace uneri::solo {

using SeatSet = unsigned;  // bit seat

template <class T>
using PerSeat = std::array<T, kMaxSeats>;  // entries of seats that do not play stay as in a new state

class Known {
public:
    constexpr bool operator==(const Known&) const = default;

    void clear() noexcept { entries_ = {}; }
    // known[p][q][k]
    int count(int p, int q, int kind) const noexcept;
    // known[p][q]
    Cards hand(int p, int q) const noexcept;
    // q has put down a card of this kind from the hand: everybody knows one copy less, if any.
    void forget(int q, int kind) noexcept {
        const std::span<std::uint16_t> list = of(kind);
        if (list[0] == 0) return;
        remove_first(list, q);
    }
    // q has shown the card it is about to put down: `fresh` if it was just drawn, so that nobody can have known it.
    void show(int q, int kind, SeatSet others, bool fresh) noexcept;
    // Hands have changed places: that of q went to to[q], and q knows it there. `hands` as they were before.
    void move_hands(const PerSeat<std::uint8_t>& to, const PerSeat<Cards>& hands) noexcept;
    // p knows all cards of q's hand.
    void learn_hand(int p, int q, Cards hand) noexcept;
    // Only what the seats in `observers` know stays.
    void keep_only(SeatSet observers) noexcept;
    // The numbers of cards known: totals[p][q].
    void totals(PerSeat<PerSeat<std::uint8_t>>& totals) const noexcept;
    // From the text's counts, kind by kind: counts[p] of holder q.
    void set(int q, int kind, const PerSeat<std::uint8_t>& counts) noexcept;

    std::span<const std::uint16_t> entries() const noexcept { return entries_; }
    std::span<std::uint16_t> entries() noexcept { return entries_; }
    std::span<const std::uint16_t> of(int kind) const noexcept {
        return std::span(entries_).subspan(first(kind), static_cast<std::size_t>(most_of(kind)));
    }
    static constexpr int holder(std::uint16_t entry) noexcept { return entry >> kHolderShift; }
    static constexpr SeatSet knowers(std::uint16_t entry) noexcept { return entry & kKnowers; }
    static constexpr std::size_t kEntries = 3 * kColoured + 7 * kBlack;

private:
    static constexpr int kHolderShift = 12;
    static constexpr SeatSet kKnowers = (1u << kMaxSeats) - 1;

    static constexpr std::size_t first(int kind) noexcept {
        return static_cast<std::size_t>(is_black(kind) ? 3 * kColoured + 7 * (kind - kColoured) : 3 * kind);
    }
    std::span<std::uint16_t> of(int kind) noexcept {
        return std::span(entries_).subspan(first(kind), static_cast<std::size_t>(most_of(kind)));
    }
    static constexpr std::uint16_t entry(int q, SeatSet seats) noexcept {
        return static_cast<std::uint16_t>(static_cast<unsigned>(q) << kHolderShift | seats);
    }
    static void remove_first(std::span<std::uint16_t> list, int q) noexcept;
    static void insert(std::span<std::uint16_t> list, std::uint16_t item) noexcept;
    static void sort(std::span<std::uint16_t> list) noexcept;

    // Of each kind its entries in descending order, then zeros: one form for one knowledge, so that states can be
    // compared as bytes.
    std::array<std::uint16_t, kEntries> entries_{};
};

}  // namespace uneri::solo
