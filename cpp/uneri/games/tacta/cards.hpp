// Terms and fixed sizes (rules, 1.1, 1.9, 6).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "uneri/base/types.hpp"

namespace uneri::tacta {

inline constexpr std::string_view kName = "tacta";
inline constexpr int kDeckSize = 18;  // cards per colour
inline constexpr int kSuits = 3;
inline constexpr int kValues = 6;
inline constexpr int kKinds = 4;
inline constexpr int kMaxColours = 6;
inline constexpr int kMaxSeats = 12;
inline constexpr int kMaxLaid = 108;  // on top of the start card
inline constexpr int kEnds = 2;       // of a deck: 0 top, 1 bottom
inline constexpr int kStart = -1;     // card id of the start card
inline constexpr int kNone = -1;      // no card, no seat, no colour

// V8
inline constexpr int kMaxSlots = 32;
inline constexpr int kMaxStartShapes = 18;
inline constexpr int kMaxShapes = 4;  // on a player card
inline constexpr int kMaxRegions = 12;
inline constexpr int kMaxTable = 8192;

inline constexpr std::string_view kSuitLetters = "cst";
inline constexpr std::array<std::string_view, kSuits> kSuitNames = {"circle", "square", "triangle"};
inline constexpr std::array<std::string_view, kKinds> kKindNames = {"triangle", "square", "bar", "long"};

using CardSet = std::uint32_t;  // bits of card ids 0..17
inline constexpr CardSet kAllCards = (CardSet{1} << kDeckSize) - 1;

constexpr int card_of(int coloured) noexcept { return coloured % kDeckSize; }
constexpr int colour_of(int coloured) noexcept { return coloured / kDeckSize; }

// Shapes on the table have fixed numbers: first the start card's, then four per placed card. So index and shape are bit
// fields of the number.
inline constexpr int kSpots = 20 + kMaxShapes * kMaxLaid;
constexpr int spot_of(int placed, int shape) noexcept { return placed == 0 ? shape : 16 + 4 * placed + shape; }
constexpr int placed_of(int spot) noexcept { return spot < 20 ? 0 : spot / 4 - 4; }
constexpr int shape_of(int spot) noexcept { return spot < 20 ? spot : spot % 4; }

}  // namespace uneri::tacta
