// What a complete hand is worth (text, N-7.2 to N-7.5; 11.2).
#pragma once

#include "uneri/games/namima/hands/splits.hpp"

namespace uneri::namima {

struct Best {
    int points = -1;  // Y before riichi doubles it (N-7.4); -1: the hand is not complete
    int meld_points = 0;
    int dora_points = 0;
    ComboTimes combos{};    // how often each combination applies that the rule set lists; times its value: its points
    MeldList new_melds;     // P, ascending
    MeldList exposed;       // F, ascending
    int claimed_meld = -1;  // N-7.2; -1: nothing was claimed, or the claimed card is laid off
};

// All ways to arrange the hand are walked, none is kept: some dozens of steps in the built-in sets. Rule sets can be
// made of which a hand of 17 cards has half a million arrangements; that takes some tenths of a second. Every two or
// three cards more take ten times as long there, so callers that take hands of any size should bound them. `claimed` is
// a kind of which a card in the hand was claimed, or -1; `dora` a colour or -1. Among arrangements of equal points the
// first by (P, F, claimed meld).
Best best(const Tables& tables, const Cards& hand, MeldIds exposed, int claimed, int dora) noexcept;
// The points alone; -1 if the hand is not complete.
int best_points(const Tables& tables, const Cards& hand, MeldIds exposed, int claimed, int dora) noexcept;

// The points of every row, nothing being claimed.
void best_rows(const Tables& tables, const Rows& rows, int dora, std::int32_t* out) noexcept;

// What each exposed melds became, in the order given, if `grown` is what they all became: the F of an arrangement.
MeldList grown_in_order(const Tables& tables, MeldIds exposed, MeldIds grown) noexcept;

}  // namespace uneri::namima
