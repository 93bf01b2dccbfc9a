// Action ids (rules, section 7): 0..39 play a card (at a chance node: deal it), 40..43 move the gate.
#pragma once

#include "uneri/base/types.hpp"
#include "uneri/games/tidal/cards.hpp"

namespace uneri::tidal {

inline constexpr Action kGate = 40;  // the gate move by one space
inline constexpr int kGateMoves = 4;
inline constexpr int kActions = kGate + kGateMoves;

constexpr bool is_card(Action a) noexcept { return a >= 0 && a < kCards; }
constexpr bool is_gate_move(Action a) noexcept { return a >= kGate && a < kActions; }
constexpr int gate_steps(Action a) noexcept { return a - kGate + 1; }

}  // namespace uneri::tidal
