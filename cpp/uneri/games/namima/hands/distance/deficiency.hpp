// The deficiency of a hand, and the cards, calls and discards that reduce it (rules, 11.4 to 11.8).
//
// `visible` are cards known to be elsewhere. `growth` is the number of cards that the hand may still grow by through
// calls and self-calls; kAnyGrowth or more means no bound. The caller ensures that hand, exposed melds and visible
// cards together lie within the deck. Hands may have up to 20 concealed cards. Only functions that return a vector
// allocate.
#pragma once

#include <vector>

#include "uneri/base/work.hpp"
#include "uneri/games/namima/hands/tables.hpp"

namespace uneri::namima {

// The fewest cards that a hand lacks (rules, 11.4), by a search over melds that deepens card by card. It handles any
// rule set and question; where tables apply, deficiency.cpp is far faster.
inline constexpr int kNever = 99;  // INF of 11.4

// The cards that a hand can have: `hand`, and the deck without the exposed melds and the cards in `visible`.
Cards spare_cards(const Melds& melds, const Cards& hand, MeldIds exposed, const Cards& visible) noexcept;

// The least |T \ hand| over multisets T of `size` cards (up to kMaxNeedSize) that have an arrangement with at least
// `min_new` new melds; kNever if there is none.
inline constexpr int kMaxNeedSize = 40;
int need(const Tables& tables, const Cards& hand, MeldIds exposed, int size, int min_new,
         const Cards& visible = {}) noexcept;

// The same, from given spare cards. The caller knows that the result is at least `fewest` and asks whether it is at
// most `most`: if not, any higher number is returned.
int need_within(const Melds& melds, const Cards& hand, const Cards& spare, MeldIds exposed, int size, int min_new,
                int fewest, int most) noexcept;

inline constexpr int kAnyGrowth = 99;
inline constexpr int kMaxConcealed = 20;

// For a hand at rest: the fewest cards still to get, including the winning one; kNever if no draws can win.
int deficiency(const Tables& tables, const Cards& hand, MeldIds exposed, int growth = kAnyGrowth,
               const Cards& visible = {}) noexcept;
// For a hand in ACT: 0 if it is complete.
int deficiency_drawn(const Tables& tables, const Cards& hand, MeldIds exposed, int growth = kAnyGrowth,
                     const Cards& visible = {}) noexcept;
// Is the deficiency at most `most`, for a hand at rest or, if `drawn`, in ACT? Faster than the exact number.
bool is_within(const Tables& tables, const Cards& hand, MeldIds exposed, int most, int growth = kAnyGrowth,
               const Cards& visible = {}, bool drawn = false) noexcept;

// 11.6, at rest: the kinds, as bits, that reduce the deficiency when drawn. The rules also list copies_left() of each.
std::uint64_t acceptance(const Tables& tables, const Cards& hand, MeldIds exposed, int growth = kAnyGrowth,
                         const Cards& visible = {}) noexcept;
// The number of cards of these kinds that are not in the hand, exposed or visible.
int copies_left(const Tables& tables, const Cards& hand, MeldIds exposed, std::uint64_t kinds,
                const Cards& visible = {}) noexcept;

// 11.8, for a hand in ACT, kinds ascending. Unless `all`, rows with more than the least deficiency may be missing,
// which is much faster.
struct DiscardRow {
    std::uint8_t kind = 0;
    std::uint8_t deficiency = 0;   // after this discard
    std::uint16_t copies = 0;      // cards in its acceptance
    std::uint64_t acceptance = 0;  // the kinds of its acceptance, as bits
};
struct DiscardTable {
    int fewest = 0;  // the hand's own deficiency is not below
    int size = 0;
    std::array<DiscardRow, kMaxConcealed + 1> rows{};

    const DiscardRow* begin() const noexcept { return rows.data(); }
    const DiscardRow* end() const noexcept { return rows.data() + size; }
};
DiscardTable discard_table(const Tables& tables, const Cards& hand, MeldIds exposed, int growth = kAnyGrowth,
                           const Cards& visible = {}, bool all = true) noexcept;

// The same for many hands. `visible` is null, or has as many counts per row as `rows.counts`.
void deficiency_rows(const Tables& tables, const Rows& rows, int growth, const std::uint8_t* visible, std::uint8_t* out,
                     bool drawn = false) noexcept;
void need_rows(const Tables& tables, const Rows& rows, int size, int min_new, const std::uint8_t* visible,
               std::uint8_t* out) noexcept;
// Writes the kinds as bits.
void acceptance_rows(const Tables& tables, const Rows& rows, int growth, const std::uint8_t* visible,
                     std::uint64_t* out) noexcept;
// Writes a number per kind for each row: the deficiency after discarding the kind, and the cards in the acceptance
// then. For a kind that is not in the hand: kNever and 0.
void discard_table_rows(const Tables& tables, const Rows& rows, int growth, const std::uint8_t* visible,
                        std::uint8_t* deficiencies, std::uint16_t* copies) noexcept;

// How exact an answer must be: any number up to `good_enough` will do, and from `upper` on its value does not matter.
struct Query {
    int good_enough = 0;
    int upper = kNever;
};

// The functions that are built twice (cpu_dispatch.hpp). Cards and kinds of single hands are in part order.
struct DistanceKernels {
    int (*deficiency)(const Tables& tables, const Cards& hand, MeldIds exposed, int growth, const Cards& visible,
                      bool drawn, const Query& query) noexcept;
    std::uint64_t (*acceptance)(const Tables& tables, const Cards& hand, MeldIds exposed, int growth,
                                const Cards& visible) noexcept;
    DiscardTable (*discard_table)(const Tables& tables, const Cards& hand, MeldIds exposed, int growth,
                                  const Cards& visible, bool all) noexcept;
    void (*deficiency_rows)(const Tables& tables, const Rows& rows, int growth, const std::uint8_t* visible, bool drawn,
                            std::uint8_t* out) noexcept;
    void (*acceptance_rows)(const Tables& tables, const Rows& rows, int growth, const std::uint8_t* visible,
                            std::uint64_t* out) noexcept;
    void (*discard_table_rows)(const Tables& tables, const Rows& rows, int growth, const std::uint8_t* visible,
                               std::uint8_t* deficiencies, std::uint16_t* copies) noexcept;
};
extern const DistanceKernels kDistancePortable;
extern const DistanceKernels kDistanceAvx2;

// How much work questions about hands may take (base/work.hpp). In some rule sets a search over melds takes hours.

// The melds that searches may look at: for one question from Python about a hand, for one decision of the greedy
// player, and for one decision in a rollout or the inputs of a network. They take 5 to 10 ns each.
inline constexpr std::int64_t kQuestionWork = 200'000'000;
inline constexpr std::int64_t kDecisionWork = 10'000'000;
inline constexpr std::int64_t kRolloutWork = 1'000'000;

}  // namespace uneri::namima
