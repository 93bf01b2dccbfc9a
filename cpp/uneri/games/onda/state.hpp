// The state of ONDA (rules, section 3): a plain value without history, pointers or padding.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "uneri/games/onda/actions.hpp"
#include "uneri/games/onda/cards.hpp"

namespace uneri::onda {

enum Phase : std::uint8_t { kFirst, kDeal, kDialing, kHiding, kAct, kSlot, kReply, kOver };
enum Pending : std::uint8_t { kNothing, kJokerPending, kTurnPending };

template <class T>
using PerSeat = std::array<T, kMaxSeats>;  // seats that do not play keep the values of a new state

struct State {
    Deck deck;
    PerSeat<Cards> hand;
    Cards played;
    PerSeat<KindPair> down;
    PerSeat<KindPair> spent;
    PerSeat<KindPair> known;
    PerSeat<std::int16_t> scores{};  // 6 rounds of -40..3 (O-7.11)
    std::uint16_t table_play = 0;    // 0: no combination on the table
    PerSeat<std::uint8_t> round_wins{};
    std::uint8_t passed = 0;  // bit p: seat p has passed
    std::uint8_t round = 1;
    std::uint8_t dial = 0;
    std::uint8_t tide = 0;    // 0 High, 1 Low (O-1.5)
    std::uint8_t status = 0;  // 0 changeable, 1 fixed
    std::uint8_t bomb_used = 0;
    Phase phase = kDeal;
    Pending pending = kNothing;
    std::int8_t prev_winner = -1;
    std::int8_t starter = -1;
    std::int8_t leader = -1;
    std::int8_t table_owner = -1;
    std::int8_t table_face = -1;
    std::int8_t to_act = -1;             // a seat; -1 for chance and at the end
    std::uint8_t deal_seat = 0;          // derived: in DEAL the seat that gets the next card, else 0
    std::uint8_t deal_left = 0;          // derived: in DEAL the cards still to be dealt to it, else 0
    std::array<std::uint8_t, 1> zero{};  // fills the padding, so that states can be compared and hashed as bytes

    constexpr bool operator==(const State&) const = default;
    bool has_passed(int seat) const noexcept { return (passed >> seat & 1) != 0; }
};

static_assert(std::is_trivially_copyable_v<State> && std::has_unique_object_representations_v<State>);
static_assert(sizeof(State) == 120);

}  // namespace uneri::onda
