// Kinds and multisets of cards (rules, section 1).
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include "uneri/base/bits.hpp"
#include "uneri/base/fixed_list.hpp"
#include "uneri/base/types.hpp"

namespace uneri::solo {

inline constexpr int kMaxSeats = 10;
inline constexpr int kColours = 4;
inline constexpr int kAny = 4;        // an active colour (S-1.2)
inline constexpr int kSymbols = 13;   // per colour: 0..8 are the numbers 1..9, then the actions
inline constexpr int kColoured = 52;  // kinds 13 * colour + symbol (S-1.3)
inline constexpr int kBlack = 3;      // kinds after the coloured ones
inline constexpr int kKinds = kColoured + kBlack;
inline constexpr int kDeckCards = 112;   // S-1.1
inline constexpr int kDeckValue = 1480;  // S-7.2, of all cards
inline constexpr int kHandSize = 8;      // S-2.2
inline constexpr int kMostDealt = 30;    // S-1.5
inline constexpr int kMostValue = 99;

enum Symbol : std::uint8_t { kSkip = 9, kReverse = 10, kDraw2 = 11, kSwap = 12 };
enum BlackKind : std::uint8_t { kWild = 52, kWildDraw4 = 53, kSwapInTurn = 54 };

constexpr bool is_black(int kind) noexcept { return kind >= kColoured; }
constexpr int colour_of(int kind) noexcept { return kind / kSymbols; }  // of a coloured kind
constexpr int symbol_of(int kind) noexcept { return kind % kSymbols; }  // of a coloured kind
constexpr bool has_symbol(int kind, Symbol symbol) noexcept { return !is_black(kind) && symbol_of(kind) == symbol; }
constexpr bool is_number(int kind) noexcept { return !is_black(kind) && symbol_of(kind) < kSkip; }

// S-1.4: cards of this kind in the deck.
constexpr int multiplicity(int kind) noexcept { return is_black(kind) ? 4 : symbol_of(kind) == kSwap ? 1 : 2; }

// S-7.2
constexpr int card_value(int kind) noexcept {
    constexpr std::array<int, 4> kActionValues = {20, 10, 30, 30};  // Skip, Reverse, Draw2, Swap
    if (kind == kWildDraw4) return 50;
    if (is_black(kind)) return 40;
    const int symbol = symbol_of(kind);
    return symbol < kSkip ? symbol + 1 : kActionValues[at(symbol - kSkip)];
}

using KindSet = std::uint64_t;  // bit kind

inline constexpr KindSet kAllKinds = (KindSet{1} << kKinds) - 1;
inline constexpr KindSet kColouredKinds = (KindSet{1} << kColoured) - 1;
inline constexpr KindSet kBlackKinds = kAllKinds ^ kColouredKinds;
inline constexpr KindSet kOneColour = (KindSet{1} << kSymbols) - 1;
inline constexpr KindSet kOneSymbol = 1 | KindSet{1} << 13 | KindSet{1} << 26 | KindSet{1} << 39;
inline constexpr KindSet kNumberKinds = kOneSymbol * ((KindSet{1} << kSkip) - 1);

constexpr KindSet bit_of(int kind) noexcept { return KindSet{1} << kind; }
constexpr KindSet kinds_of_colour(int colour) noexcept { return kOneColour << (kSymbols * colour); }
constexpr KindSet kinds_of_symbol(int symbol) noexcept { return kOneSymbol << symbol; }

// A multiset of kinds in two words, which hold bit planes of the counts. Bits 0..54 of `ones` and `twos` are worth 1
// and 2 per kind; bits 55..57 of `ones` are worth 4 for the black kinds. So there can be 3 cards of a coloured kind and
// 7 of a black one. The deck has fewer, but positions set up by hand need not come from a real deal (S-2.6).
class Cards {  // S-1.6
public:
    static constexpr int kMostColoured = 3;
    static constexpr int kMostBlack = 7;

    constexpr Cards() noexcept = default;
    constexpr Cards(std::uint64_t ones, std::uint64_t twos) noexcept : ones_(ones), twos_(twos) {}
    constexpr bool operator==(const Cards&) const = default;

    constexpr std::uint64_t ones() const noexcept { return ones_; }
    constexpr std::uint64_t twos() const noexcept { return twos_; }

    constexpr KindSet kinds() const noexcept { return (ones_ | twos_ | (ones_ >> kBlack & kBlackKinds)) & kAllKinds; }
    constexpr bool has(int kind) const noexcept { return (kinds() >> kind & 1) != 0; }
    constexpr bool empty() const noexcept { return (ones_ | twos_) == 0; }
    constexpr int count(int kind) const noexcept {
        const int low = static_cast<int>((ones_ >> kind & 1) + 2 * (twos_ >> kind & 1));
        return is_black(kind) ? low + static_cast<int>(4 * (ones_ >> (kind + kBlack) & 1)) : low;
    }
    constexpr int total() const noexcept {
        return std::popcount(ones_ & kAllKinds) + 2 * std::popcount(twos_) + 4 * std::popcount(ones_ >> kKinds);
    }
    // Is there exactly one card? Faster than counting.
    constexpr bool is_single() const noexcept { return twos_ == 0 && std::has_single_bit(ones_) && ones_ < kFour; }

    constexpr void add(int kind) noexcept {  // there must be room
        const std::uint64_t bit = bit_of(kind);
        const std::uint64_t carry = ones_ & bit;
        const std::uint64_t carry2 = twos_ & carry;
        ones_ ^= bit ^ carry2 << kBlack;
        twos_ ^= carry;
    }
    constexpr void remove(int kind) noexcept {  // the card must be there
        const std::uint64_t bit = bit_of(kind);
        const std::uint64_t borrow = ~ones_ & bit;
        const std::uint64_t borrow2 = ~twos_ & borrow;
        ones_ ^= bit ^ borrow2 << kBlack;
        twos_ ^= borrow;
    }
    constexpr void set(int kind, int count) noexcept {
        while (this->count(kind) > count) remove(kind);
        while (this->count(kind) < count) add(kind);
    }

    // The kind at cumulative count u < total(), kinds in ascending order.
    constexpr int pick(unsigned u) const noexcept {
        const std::uint64_t ones = ones_ & kColouredKinds;
        const std::uint64_t twos = twos_ & kColouredKinds;
        const auto coloured = static_cast<unsigned>(std::popcount(ones) + 2 * std::popcount(twos));
        return u < coloured ? select_count(ones, twos, u) : pick_black(u - coloured);
    }

    // Do the bits encode a multiset?
    constexpr bool sound() const noexcept { return ones_ < kFour << kBlack && (twos_ & ~kAllKinds) == 0; }

private:
    static constexpr std::uint64_t kFour = std::uint64_t{1} << kKinds;  // the lowest bit that is worth 4

    constexpr int pick_black(unsigned u) const noexcept {
        int kind = kColoured;
        for (; kind < kKinds - 1; ++kind) {
            const auto here = static_cast<unsigned>(count(kind));
            if (u < here) break;
            u -= here;
        }
        return kind;
    }

    std::uint64_t ones_ = 0;
    std::uint64_t twos_ = 0;
};

constexpr int most_of(int kind) noexcept { return is_black(kind) ? Cards::kMostBlack : Cards::kMostColoured; }

// The cards of a count per kind, which is at most most_of().
constexpr Cards cards_of(std::span<const std::uint8_t, kKinds> counts) noexcept {
    std::uint64_t ones = 0;
    std::uint64_t twos = 0;
    for (std::size_t k = 0; k < counts.size(); ++k) {
        const std::uint64_t count = counts[k];
        ones |= (count & 1) << k | (count >> 2) << (k + kBlack);
        twos |= (count >> 1 & 1) << k;
    }
    return {ones, twos};
}

inline constexpr Cards kDeck = [] {
    Cards deck;
    for (int k = 0; k < kKinds; ++k) deck.set(k, multiplicity(k));
    return deck;
}();
static_assert(kDeck.total() == kDeckCards);

// By kind, what a card is worth.
using Values = std::array<std::uint8_t, kKinds>;
inline constexpr Values kPrintedValues = [] {
    Values values{};
    for (int k = 0; k < kKinds; ++k) values[at(k)] = static_cast<std::uint8_t>(card_value(k));
    return values;
}();

constexpr int value_of(Cards cards, const Values& values = kPrintedValues) noexcept {
    int value = 0;
    for_each_bit(cards.kinds(), [&](int kind) { value += cards.count(kind) * values[at(kind)]; });
    return value;
}
static_assert(value_of(kDeck) == kDeckValue);

// Action ids (rules, section 6): a kind, or a named action. At chance nodes the ids are kinds; in SEAT they are seats.

inline constexpr Action kDraw = 55;
inline constexpr Action kTake = 56;
inline constexpr Action kPlayDrawn = 57;
inline constexpr Action kKeep = 58;
inline constexpr Action kColour = 59;    // + colour
inline constexpr Action kSwapWith = 62;  // + clockwise offset 1..9
inline constexpr Action kDeclare = 72;
inline constexpr Action kSilent = 73;
inline constexpr Action kJump = 74;
inline constexpr Action kNoJump = 75;
inline constexpr int kActions = 76;

constexpr bool is_kind(Action a) noexcept { return a >= 0 && a < kKinds; }

using ActionList = FixedList<Action, kKinds + 1>;  // all kinds and DRAW

}  // namespace uneri::solo
