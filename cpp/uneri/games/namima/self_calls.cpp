#include "uneri/games/namima/self_calls.hpp"

#include "uneri/games/namima/hands/complete.hpp"
#include "uneri/games/namima/hands/distance/deficiency.hpp"
#include "uneri/games/namima/melds.hpp"

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

int helpful_calls(const Tables& tables, const Cards& hand, MeldIds exposed, int kind, int now, int growth,
                  const Cards& visible, std::uint16_t* out) noexcept {
    const Cards both = hand + Cards::of(kind);
    const int cards = both.total();
    ExposedMelds more(exposed);
    int found = 0;
    for (const std::uint16_t id : tables.melds.holding(kind)) {
        const Meld& meld = tables.melds[id];
        if (growth == 0 || meld.size >= cards || !both.contains(meld.cards)) continue;
        if (is_within(tables, both - meld.cards, more.with(id), now - 1, growth - 1, visible)) out[found++] = id;
    }
    return found;
}

std::vector<CallAccept> call_acceptance(const Tables& tables, const Cards& hand, MeldIds exposed, int growth,
                                        const Cards& visible) {
    std::vector<CallAccept> calls;
    const int now = deficiency(tables, hand, exposed, growth, visible);
    const Cards spare = spare_cards(tables.melds, hand, exposed, visible);
    if (now == 1) {
        const std::uint64_t drawn = waits(tables, hand, exposed, spare.some());
        for_each_bit(claimed_waits(tables, hand, exposed, drawn),
                     [&](int kind) { calls.push_back({kind, spare.count(kind), {}}); });
        return calls;
    }
    if (growth == 0) return calls;
    std::array<std::uint16_t, kMaxMelds> melds;
    for_each_bit(spare.some(), [&](int kind) {
        const int found = helpful_calls(tables, hand, exposed, kind, now, growth, visible, melds.data());
        if (found > 0) calls.push_back({kind, spare.count(kind), {melds.data(), melds.data() + found}});
    });
    return calls;
}

}  // namespace uneri::namima
