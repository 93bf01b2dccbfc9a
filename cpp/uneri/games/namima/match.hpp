// A match of Namima: the deal of each game, its end, payments and the pot (rules, sections 4, 6, 7.3 and 8).
#pragma once

#include "uneri/games/namima/options.hpp"
#include "uneri/games/namima/state.hpp"

namespace uneri::namima {

// N-4.3: goes to the first DEAL node of a game; keeps scores, pot and game number.
void start_game(const Options& o, State& s, int dealer) noexcept;
void deal_card(const Options& o, State& s, int kind) noexcept;

// N-6.1: `seat` wins with its cards. In phase WON the last of them is `claim`, which `turn` discarded.
void win(const Options& o, State& s, int seat) noexcept;

// N-6.3, N-7.8
void exhaust(const Options& o, State& s) noexcept;

}  // namespace uneri::namima
