// Action ids (rules, 5.4). They depend on the tables of the deck: K kinds, M melds, L lay-offs.
#pragma once

#include "uneri/base/id_list.hpp"
#include "uneri/base/types.hpp"
#include "uneri/games/namima/melds.hpp"

namespace uneri::namima {

inline constexpr Action kPass = 0;
inline constexpr Action kWin = 1;
inline constexpr Action kDiscard = 2;  // + kind

// The first id of each sort of action.
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

// Holds the ids of the largest tables. Outcomes of chance are below them.
using ActionList = IdList<2 + 2 * kMaxKinds + kMaxMelds + kMaxLayoffs>;

}  // namespace uneri::namima
