#include "uneri/games/namima/neighbours.hpp"

#include <algorithm>
#include <map>

#include "uneri/games/namima/cpu_dispatch.hpp"

namespace uneri::namima {
namespace {

// Is each card of the meld also in a smaller meld within it? Then the meld adds no information.
bool is_implied(const Melds& melds, int id) {
    const Meld& meld = melds[id];
    bool implied = true;
    meld.cards.each([&](int kind, int) {
        const auto within = [&](std::uint16_t other) {
            return melds[other].size < meld.size && meld.cards.contains(melds[other].cards);
        };
        const auto holding = melds.holding(kind);
        implied = implied && std::any_of(holding.begin(), holding.end(), within);
    });
    return implied;
}

using KindCounts = std::vector<int>;
using Offsets = std::vector<int>;

}  // namespace

Neighbours::Neighbours(const Melds& melds) : near_(static_cast<std::size_t>(melds.kinds())) {
    std::map<KindCounts, std::map<Offsets, std::uint64_t>> patterns;  // values: the kinds with which such melds begin
    for (int id = 0; id < melds.size(); ++id) {
        const Cards& cards = melds[id].cards;
        widest_ = std::max(widest_, std::popcount(cards.some()));
        cards.each([&](int kind, int) { near_[static_cast<std::size_t>(kind)] |= cards.some(); });
        if (is_implied(melds, id)) continue;
        enough_ = std::max(enough_, static_cast<int>(melds[id].size));
        const int first = std::countr_zero(cards.some());
        KindCounts counts;
        Offsets offsets;
        cards.each([&](int kind, int count) {
            counts.push_back(count);
            offsets.push_back(kind - first);
        });
        patterns[counts][offsets] |= std::uint64_t{1} << first;
    }
    for (const auto& [counts, shapes] : patterns) {
        std::size_t lane = kLanes;
        for (const auto& [offsets, first] : shapes) {
            if (lane == kLanes) {
                Block& block = blocks_.emplace_back();
                block.size = counts.size();
                for (std::size_t i = 0; i < counts.size(); ++i) block.counts[i] = static_cast<std::uint8_t>(counts[i]);
                lane = 0;
            }
            Block& block = blocks_.back();
            block.valid[lane] = first;
            for (std::size_t i = 0; i < offsets.size(); ++i)
                block.offset[i][lane] = static_cast<std::uint64_t>(offsets[i]);
            ++lane;
        }
    }
}

Touch Neighbours::touch(const Cards& hand) const noexcept {
    return UNERI_BEST_KERNELS(kNeighbours).touch(blocks_.data(), blocks_.size(), hand);
}

}  // namespace uneri::namima
