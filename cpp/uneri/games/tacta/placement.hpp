// Which placements are legal. Lists for play use the free footprints of laying.hpp. Checks of one action use the
// definition and exact integers (rules, 4.2). Also: where a card may be placed freely (5).
#pragma once

#include <optional>

#include "uneri/games/tacta/actions.hpp"
#include "uneri/games/tacta/laying.hpp"

namespace uneri::tacta {

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
