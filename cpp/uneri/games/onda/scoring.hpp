// Points of ONDA (rules, section 7).
#pragma once

#include "uneri/games/onda/options.hpp"
#include "uneri/games/onda/state.hpp"

namespace uneri::onda {

inline constexpr int kWinnerPoints = 3;     // O-7.3
inline constexpr int kFaceDownPenalty = 3;  // O-7.4

// The points that the remaining cards would cost now (O-7.4): a non-negative number.
constexpr int hand_points(Cards hand, int face_down) noexcept { return dots(hand) + kFaceDownPenalty * face_down; }

// O-7.11: a lower bound of a seat's points in one round.
int worst_round(const Options& o) noexcept;

void score_round(const Options& o, State& s, int winner) noexcept;        // O-7.3, O-7.4, O-7.6
int next_starter(const Options& o, const State& s, int winner) noexcept;  // O-7.8
unsigned winners(const Options& o, const State& s) noexcept;              // O-7.9: bit p: seat p has won

}  // namespace uneri::onda
