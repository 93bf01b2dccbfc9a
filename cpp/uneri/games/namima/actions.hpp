// Action ids (text, 5.4). They depend on the tables of the deck: K kinds, M melds, L lay-offs.
#pragma once

#include "uneri/base/fixed_list.hpp"
#include "uneri/base/types.hpp"
#include "uneri/games/namima/melds.hpp"

namespace uneri::namima {

inline constexpr Action kPass = 0;
inline constexpr Action kWin = 1;
inline constexpr Action kDiscard = 2;  // + kind

// Where each sort of action begins.
struct ActionIds {
    Action meld = 0;    // + meld id
    Action layoff = 0;  // + lay-off id
    Action riichi = 0;  // + kind
    int count = 0;

    static ActionIds of(const Melds& melds) noexcept {
        const int kinds = melds.kinds();
        ActionIds ids;
        ids.meld = kDiscard + kinds;
        ids.layoff = ids.meld + melds.size();
        ids.riichi = ids.layoff + static_cast<Action>(melds.layoffs().size());
        ids.count = ids.riichi + kinds;
        return ids;
    }
};

// Bounded by what a hand of 17 cards can hold: melds within it, discards and declarations; lay-offs of its kinds on 15
// melds. The limit of the game (max_legal_actions) is never above it: see options.cpp.
using ActionList = FixedList<Action, 2 + 2 * kMaxKinds + kMaxMelds + kMaxLayoffs>;

}  // namespace uneri::namima
