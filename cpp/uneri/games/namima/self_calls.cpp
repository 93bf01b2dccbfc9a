#include "uneri/games/namima/self_calls.hpp"

#include <algorithm>
#include <iterator>

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
                                        const Cards& visible, bool level) {
    std::vector<CallAccept> calls;
    const int now = deficiency(tables, hand, exposed, growth, visible);
    const Cards spare = spare_cards(tables.melds, hand, exposed, visible);
    const std::uint64_t winning =
        now == 1 ? claimed_waits(tables, hand, exposed, waits(tables, hand, exposed, spare.some())) : 0;
    if (now >= kNever) level = false;
    const auto copies = [&](const Cards& cards, MeldIds melds, int most) {
        return copies_left(tables, cards, melds, acceptance(tables, cards, melds, most, visible), visible);
    };
    const int least = level ? copies(hand, exposed, growth) : 0;
    ExposedMelds more(exposed);
    std::array<std::uint16_t, kMaxMelds> melds;
    const auto is_better = [&](int kind, std::uint16_t id) {
        const Cards rest = hand + Cards::of(kind) - tables.melds[id].cards;
        return is_within(tables, rest, more.with(id), now - 1, growth - 1, visible) ||
               copies(rest, more.with(id), growth - 1) > least;
    };
    for_each_bit(now == 1 && !level ? winning : spare.some(), [&](int kind) {
        CallAccept call{kind, spare.count(kind), {}};
        if ((winning >> kind & 1) != 0) return calls.push_back(std::move(call));
        const int most = level ? now + 1 : now;
        const int found = helpful_calls(tables, hand, exposed, kind, most, growth, visible, melds.data());
        std::copy_if(melds.begin(), melds.begin() + found, std::back_inserter(call.melds),
                     [&](std::uint16_t id) { return !level || is_better(kind, id); });
        if (!call.melds.empty()) calls.push_back(std::move(call));
    });
    return calls;
}

}  // namespace uneri::namima
