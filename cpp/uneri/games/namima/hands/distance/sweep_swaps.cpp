// Local melds that a crossing meld may change places with (sweep_bound.inl).
#include <algorithm>

#include "uneri/games/namima/hands/distance/sweep_tables.hpp"
#include "uneri/games/namima/hands/part_counts.hpp"
#include "uneri/games/namima/hands/tables.hpp"

namespace uneri::namima {
namespace {

using Pattern = SweepTables::Pattern;

Cards at_part(const Counts& counts, int part) {
    Cards cards;
    for (int i = 0; i < kPartKinds; ++i)
        cards.set(kPartKinds * part + i, static_cast<unsigned>(counts[static_cast<std::size_t>(i)]));
    return cards;
}

// The number of a pattern, new ones at the end; -1: there are too many.
int pattern_of(std::vector<Pattern>& known, const Cards& kept, int part, int size) {
    const Pattern pattern{counts_in(kept, part), size};
    const auto at = std::find(known.begin(), known.end(), pattern) - known.begin();
    if (at == SweepTables::kMostPatterns) return -1;
    if (at == static_cast<std::ptrdiff_t>(known.size())) known.push_back(pattern);
    return static_cast<int>(at);
}

}  // namespace

// One local meld, or two together.
std::vector<Counts> SweepTables::swappable(const Parts::Type& type) const {
    unsigned sizes = 0;
    for (const Crossing& meld : crossing) sizes |= 1u << meld.size;
    std::vector<Counts> out;
    const auto note = [&](const Counts& cards) {
        if (sum(cards) <= kMaxMeldSize && (sizes >> sum(cards) & 1) != 0 && within(cards, type.caps) &&
            std::find(out.begin(), out.end(), cards) == out.end())
            out.push_back(cards);
    };
    for (const Counts& meld : type.melds) note(meld);
    for (std::size_t i = 0; i < type.melds.size(); ++i) {
        for (std::size_t j = i; j < type.melds.size(); ++j) {
            Counts both = type.melds[i];
            for (std::size_t k = 0; k < kPartKinds; ++k) both[k] += type.melds[j][k];
            note(both);
        }
    }
    return out;
}

void SweepTables::find_swaps(const Tables& tables) {
    for (int id = 0; id < tables.melds.size(); ++id) {
        const std::uint64_t kinds = tables.parts.meld(id).some();
        if (!std::has_single_bit(kinds)) continue;
        auto& own = alike[static_cast<std::size_t>(std::countr_zero(kinds))];
        own = static_cast<std::uint16_t>(own | 1u << tables.melds[id].size);
        some_alike |= kinds;
    }
    patterns.resize(static_cast<std::size_t>(tables.parts.types()));
    std::vector<std::vector<Counts>> melds;
    for (int t = 0; t < tables.parts.types(); ++t) melds.push_back(swappable(tables.parts.type(t)));
    // Those that share all but a card come first: there may be too many for all.
    for (const Crossing& meld : crossing) {
        for_each_bit(meld.touched, [&](int part) {
            const auto type = static_cast<std::size_t>(tables.parts.type_of(part));
            for (const Counts& counts : melds[type]) {
                const Cards both = meld.cards & at_part(counts, part);
                if (sum(counts) == meld.size && both.total() == meld.size - 1)
                    pattern_of(patterns[type], both, part, meld.size);
            }
        });
    }
    for (Crossing& meld : crossing) {
        struct Found {
            Swap swap;
            std::vector<SwapMelds> melds;
        };
        std::vector<Found> own;
        for_each_bit(meld.touched, [&](int part) {
            const auto type = static_cast<std::size_t>(tables.parts.type_of(part));
            for (const Counts& counts : melds[type]) {
                const Cards local = at_part(counts, part);
                const Cards both = meld.cards & local;
                const Cards more = local - both;
                if (sum(counts) != meld.size || both.empty() || more.b2 != 0) continue;
                auto at = std::find_if(own.begin(), own.end(), [&](const Found& f) { return f.swap.kept == both; });
                if (at == own.end()) {
                    const int pattern = pattern_of(patterns[type], both, part, meld.size);
                    if (pattern < 0) continue;
                    own.push_back({{both, static_cast<std::uint8_t>(part), static_cast<std::uint8_t>(pattern)}, {}});
                    at = own.end() - 1;
                }
                at->melds.push_back({more.some() & ~more.twice(), more.twice() & ~more.thrice(), more.thrice(),
                                     (more.some() & both.some()) != 0});
            }
        });
        std::stable_sort(own.begin(), own.end(),
                         [&](const Found& a, const Found& b) { return a.swap.kept.total() > b.swap.kept.total(); });
        meld.swaps = static_cast<std::uint32_t>(swaps.size());
        for (Found& found : own) {
            const auto others = [](const SwapMelds& entry) {
                return std::popcount(entry.once) + 3 * std::popcount(entry.twice) + 5 * std::popcount(entry.thrice);
            };
            std::stable_sort(found.melds.begin(), found.melds.end(),
                             [&](const SwapMelds& a, const SwapMelds& b) { return others(a) < others(b); });
            found.melds.resize(std::min(found.melds.size(), kMostSwapMelds));
            found.swap.first = static_cast<std::uint32_t>(swap_melds.size());
            swap_melds.insert(swap_melds.end(), found.melds.begin(), found.melds.end());
            found.swap.last = static_cast<std::uint32_t>(swap_melds.size());
            swaps.push_back(found.swap);
        }
        meld.swaps_end = static_cast<std::uint32_t>(swaps.size());
    }
}

}  // namespace uneri::namima
