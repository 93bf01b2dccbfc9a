// Hubs of groups, and what their cards stand for (hub_ways.inl).
#include <algorithm>

#include "uneri/games/namima/hands/distance/sweep_tables.hpp"
#include "uneri/games/namima/hands/part_counts.hpp"
#include "uneri/games/namima/hands/tables.hpp"

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
        std::uint32_t common = 0;
        int place = 0;
        while (place < kPartKinds && (common = patterns_in_common(tables, layer, k, place)) == 0) ++place;
        if (common == 0) {
            out.stand_for_none = static_cast<std::uint16_t>(out.stand_for_none | 1u << (4 * k));
            continue;
        }
        out.stands_for[static_cast<std::size_t>(k)] = static_cast<std::int8_t>(place);
        out.patterns |= common;
        for_each_bit(common, [&](int pattern) {
            out.lacked[static_cast<std::size_t>(pattern)] |= std::uint64_t{1} << (kPartKinds * layer.hub + k);
        });
    }
    return out;
}

// Does a card of the hub stand for the kind of a part at a place? The patterns that its crossing melds have in common
// with the local ones; none if it doesn't.
std::uint32_t SweepTables::patterns_in_common(const Tables& tables, const Layer& layer, int hub_place,
                                              int place) const {
    const int bit = kPartKinds * layer.hub + hub_place;
    const auto type = static_cast<std::size_t>(tables.parts.type_of(layer.part));
    const auto& known = patterns[type];
    const auto& local = tables.parts.type(static_cast<int>(type)).melds;
    std::uint32_t common = 0;
    for (std::uint32_t i = layer.first; i < layer.last; ++i) {
        const Crossing& meld = crossing[i];
        if (meld.cards.count(bit) == 0) continue;
        const Counts own = counts_in(meld.cards, layer.part);
        const auto pattern = std::find(known.begin(), known.end(), Pattern{own, meld.size});
        Counts with_place = own;
        ++with_place[static_cast<std::size_t>(place)];
        // With two cards of the hub it still crosses without one.
        if (sum(own) + 1 != meld.size || pattern == known.end() ||
            std::find(local.begin(), local.end(), with_place) == local.end())
            return 0;
        common |= 1u << (pattern - known.begin());
    }
    return common;
}

}  // namespace uneri::namima
