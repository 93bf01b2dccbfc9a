// The state of Tidal Blades: Banner Festival (rules, section 4): a plain value without history, pointers or padding.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "uneri/games/tidal/cards.hpp"

namespace uneri::tidal {

enum Phase : std::uint8_t { kDeal, kMoveGate, kPlay, kEnd };

template <class T>
using PerSeat = std::array<T, kMaxSeats>;  // seats that do not play have 0, in `pending` -1

using DockOwners = std::array<std::uint8_t, kOwners>;  // by owner: seats 0..4, neutral

// Bounds on all boards: 99 for counts of banners and of fruit (section 2). Profit stays below 2^16: majorities give 3
// rounds of 2 regions of 99; feasts give 3 * 18 bouts of at most 370 fruit (8.4: 1 + 9 + 40 crossings * 9). A state set
// up by hand may start at that bound, which doubles it.
struct State {
    CardSet undealt = 0;  // derived: live cards that nobody holds and that were not played in this round
    PerSeat<CardSet> hand{};
    PerSeat<std::uint16_t> profit_majority{};
    PerSeat<std::uint16_t> profit_feast{};
    std::array<std::array<DockOwners, kDocks>, kSuits> dock{};
    std::array<PerSeat<std::uint8_t>, kRegions> tower{};
    std::array<std::uint8_t, kMaxHands> played{};  // [bout * N + seat] for finished bouts, then 0
    PerSeat<std::uint8_t> boat{};
    PerSeat<std::uint8_t> faceup{};
    PerSeat<std::uint8_t> supply{};
    PerSeat<std::uint8_t> fruit{};
    PerSeat<std::int8_t> pending = {-1, -1, -1, -1, -1};
    std::array<std::int8_t, kSuits> keeper = {-1, -1, -1, -1};
    std::uint8_t pool = 0;
    std::uint8_t round = 1;
    std::uint8_t bout = 1;
    std::uint8_t gate = 1;
    Phase phase = kDeal;
    std::int8_t actor = -1;
    std::int8_t lead = -1;
    std::uint8_t deal_seat = 0;  // derived: in DEAL the seat that gets the next card, else 0
    std::uint8_t deal_left = 0;  // derived: in DEAL the cards still to be dealt to it, else 0

    constexpr bool operator==(const State&) const = default;
};

static_assert(std::is_trivially_copyable_v<State> && std::has_unique_object_representations_v<State>);
static_assert(sizeof(State) == 248);

}  // namespace uneri::tidal
