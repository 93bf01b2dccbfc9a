#include "uneri/games/namima/self_calls.hpp"

#include "uneri/games/namima/exposed_melds.hpp"
#include "uneri/games/namima/hands/distance/deficiency.hpp"

namespace uneri::namima {

std::vector<SelfCall> self_calls(const Tables& tables, const Cards& hand, MeldIds exposed, int most, int growth,
                                 const Cards& visible) {
    std::vector<SelfCall> found;
    if (growth == 0) return found;
    const int cards = hand.total();
    ExposedMelds more(exposed);
    for (int id = 0; id < tables.melds.size(); ++id) {
        const Meld& meld = tables.melds[id];
        if (meld.size >= cards || !hand.contains(meld.cards)) continue;
        const Cards rest = hand - meld.cards;
        const MeldIds then = more.with(id);
        const int left = deficiency(tables, rest, then, growth - 1, visible);
        if (left <= most)
            found.push_back(
                {static_cast<std::uint16_t>(id), left, acceptance(tables, rest, then, growth - 1, visible)});
    }
    return found;
}

}  // namespace uneri::namima
