// Action ids (rules, section 6): a kind, or a named action. At chance nodes the ids are kinds; in SEAT they are seats.
#pragma once

#include "uneri/base/fixed_list.hpp"
#include "uneri/base/types.hpp"
#include "uneri/games/solo/cards.hpp"

namespace uneri::solo {

inline constexpr Action kDraw = 55;
inline constexpr Action kTake = 56;
inline constexpr Action kPlayDrawn = 57;
inline constexpr Action kKeep = 58;
inline constexpr Action kColour = 59;    // + colour
inline constexpr Action kSwapWith = 62;  // + clockwise offset 1..9
inline constexpr Action kDeclare = 72;
inline constexpr Action kSilent = 73;
inline constexpr Action kJump = 74;
inline constexpr Action kNoJump = 75;
inline constexpr int kActions = 76;

constexpr bool is_kind(Action a) noexcept { return a >= 0 && a < kKinds; }

using ActionList = FixedList<Action, kKinds + 1>;  // all kinds and DRAW

}  // namespace uneri::solo
