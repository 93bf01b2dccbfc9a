// Hubs of groups, and what their cards stand for (hub_ways.inl).
#include <algorithm>

#include "uneri/games/namima/sweep_tables.hpp"
#include "uneri/games/namima/tables.hpp"

namespace uneri::namima {

void SweepTables::find_hubs(const Tables& tables) {
    const auto& groups = tables.hubs->groups();
    hubbed = tables.separable() || !groups.empty();
    unsigned before = 0;
    for (Layer& layer : layers) {
        const auto group = std::find_if(groups.begin(), groups.end(), [&](const Hubs::Group& g) {
            return layer.part == g.hub || (g.leaves >> layer.part & 1) != 0;
        });
        hub_cards.emplace_back();
        if (group == groups.end()) continue;
        layer.hub = group->hub;
        hubbed &= layer.part != layer.hub || (group->leaves & ~before) == 0;
        before |= 1u << layer.part;
        for (std::uint32_t i = layer.first; i < layer.last; ++i) {
            for (int k = 0; k < kPartKinds; ++k) {
                const auto own = static_cast<std::uint32_t>(crossing[i].cards.count(kPartKinds * layer.part + k));
                const auto from_hub = static_cast<std::uint32_t>(crossing[i].cards.count(kPartKinds * layer.hub + k));
                crossing[i].packed |= own << (4 * k) | from_hub << (kHubBits + 4 * k);
            }
        }
        hub_cards.back() = hub_cards_of(tables, layer);
    }
}

SweepTables::HubCards SweepTables::hub_cards_of(const Tables& tables, const Layer& layer) const {
    HubCards out;
    for (int k = 0; k < kPartKinds; ++k) {
        find_stands_for(tables, layer, k, out);
        const auto place = static_cast<std::size_t>(k);
        if (out.stands_for[place] < 0)
            out.stand_for_none = static_cast<std::uint16_t>(out.stand_for_none | 1u << (4 * k));
        out.all_patterns |= out.patterns[place];
        for_each_bit(out.patterns[place], [&](int pattern) {
            out.lacked[static_cast<std::size_t>(pattern)] |= std::uint64_t{1} << (kPartKinds * layer.hub + k);
        });
    }
    return out;
}

void SweepTables::find_stands_for(const Tables& tables, const Layer& layer, int hub_place, HubCards& out) const {
    const Cards card = Cards::of(kPartKinds * layer.hub + hub_place);
    const auto& known = patterns[static_cast<std::size_t>(tables.parts.type_of(layer.part))];
    // Not if it has two cards of the hub: without one it still crosses.
    const auto pattern_of = [&](const Crossing& meld) {
        const auto is_all_but_card = [&](const Pattern& pattern) {
            Cards cards = card;
            for (int i = 0; i < kPartKinds; ++i)
                cards.set(kPartKinds * layer.part + i,
                          static_cast<unsigned>(pattern.kept[static_cast<std::size_t>(i)]));
            return cards == meld.cards && pattern.size == meld.size;
        };
        return std::find_if(known.begin(), known.end(), is_all_but_card) - known.begin();
    };
    const auto is_meld = [&](const Cards& cards) {
        for (int id = 0; id < tables.melds.size(); ++id) {
            if (tables.parts.meld(id) == cards) return true;
        }
        return false;
    };
    for (int place = 0; place < kPartKinds; ++place) {
        const Cards other = Cards::of(kPartKinds * layer.part + place);
        std::uint32_t found = 0;
        bool all = true;
        for (std::uint32_t i = layer.first; i < layer.last && all; ++i) {
            const Crossing& meld = crossing[i];
            if (!meld.cards.contains(card)) continue;
            const auto pattern = pattern_of(meld);
            all = pattern < static_cast<std::ptrdiff_t>(known.size()) && is_meld(meld.cards - card + other);
            if (all) found |= 1u << pattern;
        }
        if (!all || found == 0) continue;
        out.stands_for[static_cast<std::size_t>(hub_place)] = static_cast<std::int8_t>(place);
        out.patterns[static_cast<std::size_t>(hub_place)] = found;
        return;
    }
}

}  // namespace uneri::namima
