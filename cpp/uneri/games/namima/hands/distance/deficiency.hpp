// How far a hand is from a win, and which cards, calls and discards bring it nearer (rules, 11.4 to 11.8).
//
// `visible` are cards known to be elsewhere; `growth` is by how many cards the hand may still grow through calls and
// self-calls, kAnyGrowth or more for any number. Callers see to it that hand, exposed melds and visible cards together
// lie within the deck. Up to 20 concealed cards. No function allocates unless it returns a vector.
#pragma once

#include <vector>

#include "uneri/games/namima/hands/tables.hpp"

namespace uneri::namima {

// The fewest cards that a hand lacks (rules, 11.4), by a search over melds that goes deeper card by card. It takes any
// rule set and any question; where tables answer, deficiency.cpp is far faster.
inline constexpr int kNever = 99;  // INF of 11.4

// Cards that a hand can be got to hold: `hand` and besides what is left of the deck without the exposed melds and
// without `visible`, cards known to be elsewhere.
Cards spare_cards(const Melds& melds, const Cards& hand, MeldIds exposed, const Cards& visible) noexcept;

// The least |T \ hand| over multisets T of `size` cards (up to kMaxNeedSize) with an arrangement that has `min_new` new
// melds or more; kNever if there is none.
inline constexpr int kMaxNeedSize = 40;
int need(const Tables& tables, const Cards& hand, MeldIds exposed, int size, int min_new,
         const Cards& visible = {}) noexcept;

// The same from the spare cards, of which it is known that it isn't less than `fewest`, and only asked whether it is
// `most` or less: a higher number if not.
int need_within(const Melds& melds, const Cards& hand, const Cards& spare, MeldIds exposed, int size, int min_new,
                int fewest, int most) noexcept;

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

// An answer of `enough` or less may be any such; what isn't below `below` needs not be known.
struct Query {
    int good_enough = 0;
    int upper = kNever;
};

// What is built twice (cpu_dispatch.hpp). Cards and kinds of single hands are in part order.
struct DistanceKernels {
    int (*deficiency)(const Tables& tables, const Cards& hand, MeldIds exposed, int growth, const Cards& visible,
                      bool drawn, const Query& query) noexcept;
    std::uint64_t (*acceptance)(const Tables& tables, const Cards& hand, MeldIds exposed, int growth,
                                const Cards& visible) noexcept;
    DiscardTable (*discard_table)(const Tables& tables, const Cards& hand, MeldIds exposed, int growth,
                                  const Cards& visible) noexcept;
    void (*deficiency_rows)(const Tables& tables, const Rows& rows, int growth, const std::uint8_t* visible, bool drawn,
                            std::uint8_t* out) noexcept;
    void (*acceptance_rows)(const Tables& tables, const Rows& rows, int growth, const std::uint8_t* visible,
                            std::uint64_t* out) noexcept;
    void (*discard_table_rows)(const Tables& tables, const Rows& rows, int growth, const std::uint8_t* visible,
                               std::uint8_t* deficiencies, std::uint16_t* copies) noexcept;
};
extern const DistanceKernels kDistancePortable;
extern const DistanceKernels kDistanceAvx2;

}  // namespace uneri::namima
