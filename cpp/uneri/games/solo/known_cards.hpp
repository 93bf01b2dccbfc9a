// Which cards of other hands each seat knows (rules, 8.3), in a compact form.
//
// In the rules, known[p][q][k] is the number of cards of kind k that p knows q to hold. Here each such card is one
// entry: its holder q and the set of seats that know it. The entries of one holder and kind are nested sets (the j-th
// holds the seats that know at least j), so putting down a card removes the largest set, without a loop over observers.
// Each kind has at most three cards if coloured, seven if black. So the table has a fixed size for any number of seats.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "uneri/games/solo/cards.hpp"

namespace uneri::solo {

using SeatSet = unsigned;  // bit seat

template <class T>
using PerSeat = std::array<T, kMaxSeats>;  // seats that do not play keep the values of a new state

class Known {
public:
    constexpr bool operator==(const Known&) const = default;

    void clear() noexcept { entries_ = {}; }
    // known[p][q][k]
    int count(int p, int q, int kind) const noexcept;
    // known[p][q]
    Cards hand(int p, int q) const noexcept;
    // q has put down a card of this kind from its hand: each seat knows one copy fewer, if any.
    void forget(int q, int kind) noexcept {
        const std::span<std::uint16_t> list = of(kind);
        if (list[0] == 0) return;
        remove_first(list, q);
    }
    // q has shown the card it is about to put down. `fresh`: it has just drawn the card, so no seat knew it.
    void show(int q, int kind, SeatSet others, bool fresh) noexcept;
    // Hands have moved: that of q went to to[q], and q still knows it. `hands` are the hands before the move.
    void move_hands(const PerSeat<std::uint8_t>& to, const PerSeat<Cards>& hands) noexcept;
    // p now knows all cards of q's hand.
    void learn_hand(int p, int q, Cards hand) noexcept;
    // Keeps only the knowledge of the seats in `observers`.
    void keep_only(SeatSet observers) noexcept;
    // The number of cards known: totals[p][q].
    void totals(PerSeat<PerSeat<std::uint8_t>>& totals) const noexcept;
    // Sets one kind from the counts of the rules: counts[p] for holder q.
    void set(int q, int kind, const PerSeat<std::uint8_t>& counts) noexcept;

    std::span<const std::uint16_t> entries() const noexcept { return entries_; }
    std::span<std::uint16_t> entries() noexcept { return entries_; }
    std::span<const std::uint16_t> of(int kind) const noexcept {
        return std::span(entries_).subspan(first(kind), at(most_of(kind)));
    }
    static constexpr int holder(std::uint16_t entry) noexcept { return entry >> kHolderShift; }
    static constexpr SeatSet knowers(std::uint16_t entry) noexcept { return entry & kKnowers; }
    static constexpr std::size_t kEntries = 3 * kColoured + 7 * kBlack;

private:
    static constexpr int kHolderShift = 12;
    static constexpr SeatSet kKnowers = (1u << kMaxSeats) - 1;

    static constexpr std::size_t first(int kind) noexcept {
        return at(is_black(kind) ? 3 * kColoured + 7 * (kind - kColoured) : 3 * kind);
    }
    std::span<std::uint16_t> of(int kind) noexcept {
        return std::span(entries_).subspan(first(kind), at(most_of(kind)));
    }
    static constexpr std::uint16_t entry(int q, SeatSet seats) noexcept {
        return static_cast<std::uint16_t>(static_cast<unsigned>(q) << kHolderShift | seats);
    }
    static void remove_first(std::span<std::uint16_t> list, int q) noexcept;
    static void insert(std::span<std::uint16_t> list, std::uint16_t item) noexcept;
    static void sort(std::span<std::uint16_t> list) noexcept;

    // Per kind: its entries in descending order, then zeros. This form is unique, so states can be compared as bytes.
    std::array<std::uint16_t, kEntries> entries_{};
};

}  // namespace uneri::solo
