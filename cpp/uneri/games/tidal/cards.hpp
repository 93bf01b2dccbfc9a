// Merchandise cards and the sizes that the rules fix (rules, sections 1 and 2).
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string_view>

#include "uneri/base/types.hpp"

namespace uneri::tidal {

inline constexpr int kMaxSeats = 5;
inline constexpr int kSuits = 4;  // the same ids number the quadrants
inline constexpr int kNumbers = 10;
inline constexpr int kCards = kSuits * kNumbers;  // id = 10 * suit + number
inline constexpr int kRegions = 2;
inline constexpr int kDocks = 4;               // per quadrant, from the ring outwards
inline constexpr int kTower = 4;               // a place (section 10): the tower behind the docks
inline constexpr int kNowhere = -1;            // a place: no banner is put down
inline constexpr int kOwners = kMaxSeats + 1;  // of banners on docks: the seats and neutral
inline constexpr int kNeutral = kMaxSeats;     // the owner of neutral banners
inline constexpr int kCharacters = 7;
inline constexpr int kMaxSpaces = 16;  // of the track, on all boards
inline constexpr int kMaxHands = 36;   // N * H, on all boards (section 2)

inline constexpr std::array<std::string_view, kSuits> kColours = {"orange", "yellow", "teal", "purple"};

constexpr int suit_of(int card) noexcept { return card / kNumbers; }
constexpr int number_of(int card) noexcept { return card % kNumbers; }

using CardSet = std::uint64_t;  // bit id

constexpr CardSet bit_of(int card) noexcept { return CardSet{1} << card; }
constexpr bool has(CardSet set, int card) noexcept { return (set >> card & 1) != 0; }
constexpr int size_of(CardSet set) noexcept { return std::popcount(set); }

inline constexpr CardSet kAllCards = (CardSet{1} << kCards) - 1;
inline constexpr CardSet kZeros = bit_of(0) | bit_of(10) | bit_of(20) | bit_of(30);
inline constexpr CardSet kNines = kZeros << 9;

// Action ids (section 7): 0..39 play a card (at a chance node: deal it), 40..43 move the gate.

inline constexpr Action kGate = 40;  // the gate move by one space
inline constexpr int kGateMoves = 4;
inline constexpr int kActions = kGate + kGateMoves;

constexpr bool is_card(Action a) noexcept { return a >= 0 && a < kCards; }
constexpr bool is_gate_move(Action a) noexcept { return a >= kGate && a < kActions; }
constexpr int gate_steps(Action a) noexcept { return a - kGate + 1; }

}  // namespace uneri::tidal
