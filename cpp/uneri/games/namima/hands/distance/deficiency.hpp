// How far a hand is from a win, and which cards, calls and discards bring it nearer (text, 11.4 to 11.8).
//
// `visible` are cards known to be elsewhere; `growth` is by how many cards the hand may still grow through calls and
// self-calls, kAnyGrowth or more for any number. Callers see to it that hand, exposed melds and visible cards together
// lie within the deck. Up to 20 concealed cards. No function allocates unless it returns a vector.
#pragma once

#include <vector>

#include "uneri/games/namima/hands/distance/need.hpp"

namespace uneri::namima {

inline constexpr int kAnyGrowth = 99;
inline constexpr int kMaxConcealed = 20;

// At rest: the fewest cards still to be got, the winning one included; kNever if no draws can win.
int deficiency(const Tables& tables, const Cards& hand, MeldIds exposed, int growth = kAnyGrowth,
               const Cards& visible = {}) noexcept;
// In ACT: 0 if the hand is complete.
int deficiency_drawn(const Tables& tables, const Cards& hand, MeldIds exposed, int growth = kAnyGrowth,
                     const Cards& visible = {}) noexcept;
// At rest: is the deficiency `most` or less? That is known sooner.
bool is_within(const Tables& tables, const Cards& hand, MeldIds exposed, int most, int growth = kAnyGrowth,
               const Cards& visible = {}) noexcept;

// 11.6, at rest: the kinds, as bits, that bring the hand nearer when drawn. copies_left() of a kind is its number in
// the list of the text.
std::uint64_t acceptance(const Tables& tables, const Cards& hand, MeldIds exposed, int growth = kAnyGrowth,
                         const Cards& visible = {}) noexcept;
// Cards of these kinds that are neither in the hand nor exposed nor visible.
int copies_left(const Tables& tables, const Cards& hand, MeldIds exposed, std::uint64_t kinds,
                const Cards& visible = {}) noexcept;

// 11.7, at rest, kinds ascending; no melds where the call wins.
struct CallAccept {
    int kind = 0;
    int copies = 0;
    std::vector<std::uint16_t> melds;
    bool operator==(const CallAccept&) const = default;
};
std::vector<CallAccept> call_acceptance(const Tables& tables, const Cards& hand, MeldIds exposed,
                                        int growth = kAnyGrowth, const Cards& visible = {});
// The ids of the melds that bring the hand nearer when `kind` is called (11.7), for a hand at rest whose deficiency
// `now` is known. It writes them, ascending, to `out`, and gives their number; `out` has room for melds.holding(kind).
int helpful_calls(const Tables& tables, const Cards& hand, MeldIds exposed, int kind, int now, int growth,
                  const Cards& visible, std::uint16_t* out) noexcept;

// 11.8, in ACT, kinds ascending.
struct DiscardRow {
    std::uint8_t kind = 0;
    std::uint8_t deficiency = 0;   // after discarding it
    std::uint16_t copies = 0;      // in the acceptance then
    std::uint64_t acceptance = 0;  // its kinds, as bits
};
struct DiscardTable {
    int size = 0;
    std::array<DiscardRow, kMaxConcealed + 1> rows{};

    const DiscardRow* begin() const noexcept { return rows.data(); }
    const DiscardRow* end() const noexcept { return rows.data() + size; }
};
DiscardTable discard_table(const Tables& tables, const Cards& hand, MeldIds exposed, int growth = kAnyGrowth,
                           const Cards& visible = {}) noexcept;

// Many hands. `visible`: null, or as many counts a row as `rows.counts`.
void deficiency_rows(const Tables& tables, const Rows& rows, int growth, const std::uint8_t* visible,
                     std::uint8_t* out) noexcept;
void deficiency_drawn_rows(const Tables& tables, const Rows& rows, int growth, const std::uint8_t* visible,
                           std::uint8_t* out) noexcept;
void need_rows(const Tables& tables, const Rows& rows, int size, int min_new, const std::uint8_t* visible,
               std::uint8_t* out) noexcept;
// Writes the kinds as bits.
void acceptance_rows(const Tables& tables, const Rows& rows, int growth, const std::uint8_t* visible,
                     std::uint64_t* out) noexcept;
// Writes rows of as many numbers as there are kinds: the deficiency after discarding the kind and the copies in the
// acceptance then; kNever and 0 for a kind that isn't in the hand.
void discard_table_rows(const Tables& tables, const Rows& rows, int growth, const std::uint8_t* visible,
                        std::uint8_t* deficiencies, std::uint16_t* copies) noexcept;

}  // namespace uneri::namima
