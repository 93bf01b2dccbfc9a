// Places a card (rules, 4.3), and says which placements are legal. Lists for play use the free footprints. Checks of
// one action use the definition and exact integers (rules, 4.2). Also: where a card may be placed freely (5).
#pragma once

#include <algorithm>
#include <bit>
#include <optional>

#include "uneri/base/bits.hpp"
#include "uneri/games/tacta/actions.hpp"
#include "uneri/games/tacta/options.hpp"
#include "uneri/games/tacta/state.hpp"

namespace uneri::tacta {

// --- laying a card (4.3) ----------------------------------------------------------------------------------------
//
// Updates which footprints are still free, card by card. A footprint once blocked stays blocked (I4).

constexpr void clear_live(State& s, int spot) noexcept { s.live[at(spot / 64)] &= ~(std::uint64_t{1} << (spot % 64)); }
constexpr void set_live(State& s, int spot) noexcept { s.live[at(spot / 64)] |= std::uint64_t{1} << (spot % 64); }

// The live shapes of a card, as bits.
constexpr std::uint32_t live_shapes(const State& s, int placed) noexcept {
    if (placed == 0) return static_cast<std::uint32_t>(s.live[0]) & ((1u << kMaxStartShapes) - 1);
    const int spot = spot_of(placed, 0);  // a multiple of four, so the four lie in one word
    return static_cast<std::uint32_t>(s.live[at(spot / 64)] >> (spot % 64)) & 0xF;
}

inline int slot_of(const Tables& t, const State& s, int placed, int shape) noexcept {
    return placed == 0 ? t.start_slot[at(shape)] : t.slot_on[at(s.placed[at(placed)].card)][at(shape)];
}

// Twice the exact centre of a card.
inline Twice middle_of(const Tables& t, const Placed& p) noexcept {
    const Twice& m = t.middles[at(p.k())];
    return {2 * p.ax + m.ax, 2 * p.bx + m.bx, 2 * p.ay + m.ay, 2 * p.by + m.by};
}

// Do two rectangles overlap, given their doubled middles and the doubled sum of their half extents? Exact.
bool overlap_exact(const Twice& one, const Twice& other, const std::array<Surd, kAxes>& sums) noexcept;
// Have they no common point? Exact.
bool apart_exact(const Twice& one, const Twice& other, const std::array<Surd, kAxes>& sums) noexcept;
// Is a rectangle of this doubled size on the table? Exact.
bool inside_exact(const Options& o, const Twice& middle, const std::array<Surd, kAxes>& size) noexcept;

// The gap between two rectangles: the largest along any axis. Negative if they overlap.
constexpr Fixed gap(Fixed dx, Fixed dy, const Extents& sums) noexcept {
    const auto size = [](Fixed d) { return d < 0 ? -d : d; };
    // gcc 12 makes branches of std::max, which takes references, and foresees few of them.
    const auto larger = [](Fixed a, Fixed b) { return a < b ? b : a; };
    return larger(larger(size(dx) - sums[0], size(dy) - sums[1]),
                  larger(size(dx + dy) - sums[2], size(dy - dx) - sums[3]));
}

// The index of a foot in the tables.
inline std::size_t foot_index(const Tables& t, int slot, int orientation, int number) noexcept {
    return at((slot * kOrientations + orientation) * t.feet + number);
}
inline Twice foot_middle(const Tables& t, const Placed& under, std::size_t index) noexcept {
    const Twice m = middle_of(t, under);
    const Twice& f = t.foot_exact[index];
    return {m.ax + f.ax, m.bx + f.bx, m.ay + f.ay, m.by + f.by};
}

// The cards whose frames or footprints can affect a new card at (x, y).
struct Near {
    std::array<std::uint8_t, kRoomPadded> index;
    int size = 0;
};

inline void find_near(const Options& o, const State& s, Fixed x, Fixed y, Near& near) noexcept {
    const auto reach = static_cast<std::uint32_t>(o.t().reach);
    const std::uint32_t left = static_cast<std::uint32_t>(x) - reach;
    const std::uint32_t top = static_cast<std::uint32_t>(y) - reach;
    constexpr int kStep = 8;
    for (int first = 0; first < s.count; first += kStep) {
        std::array<std::uint8_t, kStep> flags;
        for (int i = 0; i < kStep; ++i) {
            const std::uint32_t dx = static_cast<std::uint32_t>(s.x[at(first + i)]) - left;
            const std::uint32_t dy = static_cast<std::uint32_t>(s.y[at(first + i)]) - top;
            flags[at(i)] = static_cast<std::uint8_t>((dx <= 2 * reach) & (dy <= 2 * reach));
        }
        for (int i = 0; i < kStep; ++i) {
            near.index[at(near.size)] = static_cast<std::uint8_t>(first + i);
            near.size += flags[at(i)];
        }
    }
    while (near.size > 0 && near.index[at(near.size - 1)] >= s.count) --near.size;  // entries after the last card
}

// May a card lie on footprint `index` of card `i`? Checks the table and the cards in `near` (L7, L8).
inline bool has_room(const Options& o, const State& s, int i, std::size_t index, const Near& near) noexcept {  // I1
    const Tables& t = o.t();
    const Foot& f = t.foot[index];
    const Fixed x = s.x[at(i)] + f.x;
    const Fixed y = s.y[at(i)] + f.y;
    const auto size = [](Fixed d) { return d < 0 ? -d : d; };
    const Extents& half = t.outer_half[at(f.turn)];
    const Fixed out = std::max(size(x) + half[0] - o.half_width, size(y) + half[1] - o.half_height);
    if (out > kUnsure) return false;
    if (out >= -kUnsure && !inside_exact(o, foot_middle(t, s.placed[at(i)], index), t.outer_size[at(f.turn)]))
        return false;
    const auto& sums = t.outer_frame[at(f.turn)];
    for (int n = 0; n < near.size; ++n) {
        const std::size_t q = near.index[at(n)];
        const std::size_t turn = s.placed[q].orientation % 4;
        const Fixed apart = gap(s.x[q] - x, s.y[q] - y, sums[turn]);
        if (apart > kUnsure || static_cast<int>(q) == i) continue;
        if (apart < -kUnsure) return false;
        if (overlap_exact(foot_middle(t, s.placed[at(i)], index), middle_of(t, s.placed[q]),
                          t.outer_frame_exact[at(f.turn)][turn]))
            return false;
    }
    return true;
}

// Blocks the footprints of card `i` that reach into the frame of the new card `q`.
inline void block_feet(const Options& o, State& s, int i, int q) noexcept {
    const Tables& t = o.t();
    const Fixed dx = s.x[at(i)] - s.x[at(q)];
    const Fixed dy = s.y[at(i)] - s.y[at(q)];
    const std::size_t turn = s.placed[at(q)].orientation % 4;
    for_each_bit(live_shapes(s, i), [&](int shape) {
        const int spot = spot_of(i, shape);
        const std::uint32_t cell = s.cell[at(spot)];
        const std::uint32_t all = (1u << t.feet) - 1;
        const std::size_t first = foot_index(t, static_cast<int>(cell >> t.feet), s.placed[at(i)].orientation, 0);
        std::uint32_t taken = 0;
        for_each_bit(cell & all, [&](int number) {
            const std::size_t index = first + at(number);
            const Foot& f = t.foot[index];
            const Fixed apart = gap(dx + f.x, dy + f.y, t.outer_frame[at(f.turn)][turn]);
            bool blocked = apart < 0;
            if (apart <= kUnsure && apart >= -kUnsure) [[unlikely]] {
                blocked = overlap_exact(foot_middle(t, s.placed[at(i)], index), middle_of(t, s.placed[at(q)]),
                                        t.outer_frame_exact[at(f.turn)][turn]);
            }
            taken |= std::uint32_t{blocked} << number;
        });
        if (taken == 0) return;
        const std::uint32_t left = cell & ~taken;
        s.cell[at(spot)] = static_cast<std::uint16_t>((left & all) != 0 ? left : 0);
        if ((left & all) == 0) clear_live(s, spot);
    });
}

inline void cover(State& s, const Tables& t, const Placed& laid) noexcept {
    const auto hide = [&](int spot) {
        clear_live(s, spot);
        s.cell[at(spot)] = 0;
    };
    if (laid.parent == 0) {
        const std::uint32_t under = t.start_cover[at(laid.parent_shape)] & ~s.start_covered;
        for_each_bit(under, hide);
        s.start_covered |= under;
        return;
    }
    // Exactness and V4 imply that a frame covers exactly one shape of a player card (I2).
    Placed& target = s.placed[at(laid.parent)];
    target.covered = static_cast<std::uint8_t>(target.covered | 1u << laid.parent_shape);
    hide(spot_of(laid.parent, laid.parent_shape));
    std::uint8_t& dots = s.dots[at(target.colour)];
    dots = static_cast<std::uint8_t>(dots - t.dots_on[at(target.card)][at(laid.parent_shape)]);
}

// Puts a card on the table. The placement must be legal.
inline void lay(const Options& o, State& s, const Placed& laid) noexcept {
    const Tables& t = o.t();
    const int q = s.count;
    s.placed[at(q)] = laid;
    s.dots[at(laid.colour)] = static_cast<std::uint8_t>(s.dots[at(laid.colour)] + t.value[at(laid.card)]);
    if (laid.parent != kNone) cover(s, t, laid);
    const Twice middle = middle_of(t, laid);
    const Fixed x = fixed_half(middle.ax, middle.bx);
    const Fixed y = fixed_half(middle.ay, middle.by);
    Near near;
    find_near(o, s, x, y, near);
    s.x[at(q)] = x;
    s.y[at(q)] = y;
    ++s.count;
    const int shapes = t.shape_count[at(laid.card)];
    for (int shape = 0; shape < shapes; ++shape) {
        if (shape == laid.own_shape) continue;
        const int slot = t.slot_on[at(laid.card)][at(shape)];
        const int spot = spot_of(q, shape);
        if (t.wide) {
            set_live(s, spot);
            continue;
        }
        const std::size_t first = foot_index(t, slot, laid.orientation, 0);
        std::uint32_t free = 0;
        for (int number = 0; number < t.foot_count[at(slot)]; ++number)
            free |= std::uint32_t{has_room(o, s, q, first + at(number), near)} << number;
        if (free == 0) continue;
        s.cell[at(spot)] = static_cast<std::uint16_t>(slot << t.feet | static_cast<int>(free));
        set_live(s, spot);
    }
    if (t.wide) return;
    for (int n = 0; n < near.size; ++n) {
        const int i = near.index[at(n)];
        if (live_shapes(s, i) != 0) block_feet(o, s, i, q);
    }
}

// A table with only the start card (2.2).
State empty_table(const Options& o) noexcept;

// The placed card whose own shape covers a shape of the card under it (1.7).
inline Placed connected(const Tables& t, const State& s, int parent, int parent_shape, int card, int own_shape,
                        int face) noexcept {
    const Placed& under = s.placed[at(parent)];
    const int slot = slot_of(t, s, parent, parent_shape);
    const int own = t.slot_on[at(card)][at(own_shape)];
    const int towards = under.k() + t.outward(slot, under.face());
    const int k = (towards + 4 - t.outward(own, face) + kTurns) % kTurns;
    Placed laid;
    laid.orientation = static_cast<std::uint8_t>(kTurns * face + k);
    const Steps& to = t.steps[at(slot)][under.orientation];
    const Steps& from = t.steps[at(own)][laid.orientation];
    laid.ax = static_cast<std::int16_t>(under.ax + to.ax - from.ax);
    laid.bx = static_cast<std::int16_t>(under.bx + to.bx - from.bx);
    laid.ay = static_cast<std::int16_t>(under.ay + to.ay - from.ay);
    laid.by = static_cast<std::int16_t>(under.by + to.by - from.by);
    laid.card = static_cast<std::int8_t>(card);
    laid.parent = static_cast<std::int8_t>(parent);
    laid.parent_shape = static_cast<std::int8_t>(parent_shape);
    laid.own_shape = static_cast<std::int8_t>(own_shape);
    return laid;
}

// 4.2: the results of `explain`, in the order of the rules.
enum Verdict : std::uint8_t {
    kLegal,
    kBadId,
    kNotNow,
    kBadEnd,
    kBadTarget,
    kOwnColour,
    kNotCanonical,
    kNotOpen,
    kNoJoint,
    kOffTable,
    kSecondCard,
    kConnectAvailable,
    kNoSlot,
    kMoveAvailable,
};
inline constexpr std::array<std::string_view, 14> kVerdictNames = {
    "legal",    "BAD_ID",   "NOT_NOW",   "BAD_END",     "BAD_TARGET",        "OWN_COLOUR", "NOT_CANONICAL",
    "NOT_OPEN", "NO_JOINT", "OFF_TABLE", "SECOND_CARD", "CONNECT_AVAILABLE", "NO_SLOT",    "MOVE_AVAILABLE"};

// --- by the definition ---

// Checks L7 and L8 for a card in this pose on card `target`.
Verdict room(const Options& o, const State& s, int target, const Pose& pose) noexcept;
// Checks L2 to L8 for a card of a seat with this scoring colour.
Verdict explain_connect(const Options& o, const State& s, int colour, int card, const Move& move) noexcept;
Verdict explain(const Options& o, const State& s, std::int64_t id) noexcept;

enum Status : std::uint8_t { kOpen, kLocked, kCovered };
constexpr Status status_of(const State& s, int placed, int shape) noexcept {
    const Placed& p = s.placed[at(placed)];
    if (placed == 0) return (s.start_covered >> shape & 1) != 0 ? kCovered : kOpen;
    if ((p.covered >> shape & 1) != 0) return kCovered;
    return shape == p.own_shape ? kLocked : kOpen;  // I3
}

// --- free placement ---

struct Centre {
    int x = 0;
    int y = 0;
};
// The first feasible centre of a region, in reading order.
std::optional<Centre> free_slot(const Options& o, const State& s, int region, int posture) noexcept;
Placed free_card(const Tables& t, Centre centre, int posture, int turned, int card, int face) noexcept;

// --- lists ---

void free_actions(const Options& o, const State& s, int seat, ActionList& out) noexcept;

// The canonical pairs (own shape, face) with which a card can cover a live spot (L4 to L8), as bits 2 * shape + face.
std::uint8_t pairs_defined(const Options& o, const State& s, int card, int spot) noexcept;
inline std::uint8_t pairs_on(const Options& o, const State& s, int card, int spot) noexcept {
    const Tables& t = o.t();
    if (t.wide) [[unlikely]]
        return pairs_defined(o, s, card, spot);
    return t.cover[at(card) * t.cells + s.cell[at(spot)]];
}

// Calls visit(spot) for the live spots that a seat of this scoring colour may cover (L3), ascending.
template <class Visit>
void each_live(const Options& o, const State& s, int colour, Visit&& visit) noexcept {
    for (std::size_t word = 0; word < kSpotWords; ++word) {
        for_each_bit(s.live[word], [&](int bit) {
            const int spot = 64 * static_cast<int>(word) + bit;
            if (o.free_play && s.placed[at(placed_of(spot))].colour == colour) return;
            visit(spot);
        });
    }
}

// Appends all connections of a seat as if it were to move, ascending.
inline void connections(const Options& o, const State& s, int seat, ActionList& out) noexcept {
    const Tables& t = o.t();
    const int top = s.ends[at(seat)][0];
    const int bottom = s.ends[at(seat)][1];
    const int above = bottom_ids(t);
    ActionList later;
    each_live(o, s, o.scoring_colour(seat), [&](int spot) {
        const int first = t.first_id[at(spot)];
        if (top != kNone) out.add(first, pairs_on(o, s, card_of(top), spot));
        if (bottom != kNone) later.add(above + first, pairs_on(o, s, card_of(bottom), spot));
    });
    out.append(later);
}

// The card ids that would have a legal connection for a seat, wherever the cards are (9).
CardSet connectable_cards(const Options& o, const State& s, int seat) noexcept;

}  // namespace uneri::tacta
