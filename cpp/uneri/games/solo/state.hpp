// The state of SOLO (rules, section 3): a plain value without history, pointers or padding. Its size is the same for
// any number of seats.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "uneri/games/solo/cards.hpp"
#include "uneri/games/solo/known_cards.hpp"

namespace uneri::solo {

enum Phase : std::uint8_t {
    kSeatDraw,
    kDeal,
    kFlip,
    kPull,
    kTurn,
    kRespond,
    kDrawn,
    kSolo,
    kNameColour,
    kSwapHands,
    kJumpIn,
    kOver
};
inline constexpr int kPhases = kOver + 1;

enum Chain : std::uint8_t { kNoChain, kChainDraw2, kChainDraw4 };
enum Why : std::uint8_t { kNoReason, kWhyDraw, kWhyTake, kWhyPenalty, kWhyLast };

struct State {
    PerSeat<Cards> hand{};
    Cards draw_pile;
    Cards discard;
    PerSeat<std::int32_t> points{};
    std::uint32_t round = 0;  // at most 200001 (S-7.5)
    std::uint32_t turns = 0;
    Known known;
    std::int8_t starter = -1;
    std::int8_t dir = 1;
    std::int8_t top = -1;
    std::uint8_t active_colour = kAny;
    std::uint8_t pending = 0;
    Chain chain = kNoChain;
    std::int8_t last = -1;
    std::uint8_t due = 0;
    Phase phase = kSeatDraw;
    std::int8_t to_act = -1;
    std::uint8_t left = 0;
    Why why = kNoReason;
    std::int8_t drawn = -1;
    std::int8_t want = -1;
    std::int8_t next_turn = -1;
    std::int8_t ended = -1;
    std::uint8_t dead = 0;
    std::array<std::uint8_t, 5> zero{};  // fills the padding, so that states can be compared and hashed as bytes

    constexpr bool operator==(const State&) const = default;
    constexpr Cards& hand_of(int seat) noexcept { return hand[at(seat)]; }
    constexpr const Cards& hand_of(int seat) const noexcept { return hand[at(seat)]; }
};

static_assert(std::is_trivially_copyable_v<State> && std::has_unique_object_representations_v<State>);
static_assert(sizeof(State) == 616);

}  // namespace uneri::solo
