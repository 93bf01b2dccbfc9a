// Local melds that a crossing meld may change places with (sweep_bound.inl).
#include <algorithm>

#include "uneri/games/namima/part_counts.hpp"
#include "uneri/games/namima/sweep_tables.hpp"
#include "uneri/games/namima/tables.hpp"

namespace uneri::namima {
namespace {

using Pattern = SweepTables::Pattern;
using Patterns = SweepTables::Patterns;

// The local melds of a type, and two of them together, that are as large as some crossing meld.
std::vector<Counts> singles_and_pairs(const Parts::Type& type, unsigned sizes) {
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

unsigned sizes_of(const std::vector<SweepTables::Crossing>& crossing) {
    unsigned sizes = 0;
    for (const auto& meld : crossing) sizes |= 1u << meld.size;
    return sizes;
}

Cards at_part(const Counts& counts, int part) {
    Cards cards;
    for (int i = 0; i < kPartKinds; ++i)
        cards.set(kPartKinds * part + i, static_cast<unsigned>(counts[static_cast<std::size_t>(i)]));
    return cards;
}

// The number of a pattern, new ones at the end; -1: there are too many.
int pattern_of(std::vector<Pattern>& known, const Cards& kept, int part, int size) {
    Pattern pattern;
    for (int i = 0; i < kPartKinds; ++i) pattern.kept[static_cast<std::size_t>(i)] = kept.count(kPartKinds * part + i);
    pattern.size = size;
    const auto at = std::find(known.begin(), known.end(), pattern) - known.begin();
    if (at == SweepTables::kMostPatterns) return -1;
    if (at == static_cast<std::ptrdiff_t>(known.size())) known.push_back(pattern);
    return static_cast<int>(at);
}

// The last meld of a target is that of a pattern, or some meld comes before.
class Finder {
public:
    Finder(const NeedTables::Type& type, const Parts::Type& source, const std::vector<Pattern>& patterns,
           std::vector<Counts> melds, const std::vector<SweepTables::Part>& parts, std::vector<Patterns>& out)
        : type_(type), source_(source), patterns_(patterns), melds_(std::move(melds)), parts_(parts), out_(out) {}

    void find() const {
        each_counts(source_.caps, [&](const Counts& all) {
            each_counts(all, [&](const Counts& hand) { out_[place(all, hand)] = found(all, hand); });
        });
    }

private:
    std::size_t place(const Counts& all, const Counts& hand) const {
        return type_.place(Parts::index_of(hand), Parts::index_of(minus(all, hand)));
    }
    struct Taken {
        Counts cards{};
        Counts rest{};
        Counts left{};
        std::size_t lacking = 0;
    };
    static Taken take(const Counts& meld, const Counts& all, const Counts& hand) {
        Taken out;
        for (std::size_t i = 0; i < kPartKinds; ++i) {
            out.cards[i] = std::min(meld[i], hand[i]);
            out.rest[i] = hand[i] - out.cards[i];
            out.left[i] = all[i] - meld[i];
            out.lacking += static_cast<std::size_t>(meld[i] - out.cards[i]);
        }
        return out;
    }
    Patterns found(const Counts& all, const Counts& hand) const {
        Patterns out{};
        const auto& least = parts_[place(all, hand)].least;
        for (const Counts& meld : melds_) {
            if (!within(meld, all)) continue;
            const Taken taken = take(meld, all, hand);
            const int lane = kLevel + static_cast<int>(taken.lacking) - sum(taken.rest);
            if (sum(taken.rest) > kLevel || lane >= kLanes || least[static_cast<std::size_t>(lane)] != taken.lacking)
                continue;
            for (std::size_t i = 0; i < patterns_.size(); ++i) {
                if (patterns_[i].size == sum(meld) && within(patterns_[i].kept, meld) &&
                    within(taken.cards, patterns_[i].kept))
                    out[static_cast<std::size_t>(lane)] |= 1u << i;
            }
        }
        for (const Counts& meld : source_.melds) {
            if (!within(meld, all)) continue;
            const Taken taken = take(meld, all, hand);
            const std::size_t at = place(taken.left, taken.rest);
            for (std::size_t lane = taken.lacking; lane < kLanes; ++lane) {
                const std::size_t from = lane - taken.lacking;
                if (least[lane] < kFar && parts_[at].least[from] + taken.lacking == least[lane])
                    out[lane] |= out_[at][from];
            }
        }
        return out;
    }

    const NeedTables::Type& type_;
    const Parts::Type& source_;
    const std::vector<Pattern>& patterns_;
    std::vector<Counts> melds_;
    const std::vector<SweepTables::Part>& parts_;
    std::vector<Patterns>& out_;
};

}  // namespace

void SweepTables::find_swaps(const Tables& tables) {
    for (int id = 0; id < tables.melds.size(); ++id) {
        const std::uint64_t kinds = tables.parts.meld(id).some();
        if (!std::has_single_bit(kinds)) continue;
        auto& own = alike[static_cast<std::size_t>(std::countr_zero(kinds))];
        own = static_cast<std::uint16_t>(own | 1u << tables.melds[id].size);
    }
    const unsigned sizes = sizes_of(crossing);
    patterns.resize(parts.size());
    std::vector<std::vector<Counts>> melds;
    for (int t = 0; t < tables.parts.types(); ++t) melds.push_back(singles_and_pairs(tables.parts.type(t), sizes));
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

void SweepTables::find_patterns(const Tables& tables, const NeedTables& needs) {
    found_patterns.resize(parts.size());
    for (std::size_t t = 0; t < parts.size(); ++t) {
        found_patterns[t].resize(parts[t].size());
        if (patterns[t].empty()) continue;
        const Parts::Type& type = tables.parts.type(static_cast<int>(t));
        Finder(needs.types[t], type, patterns[t], singles_and_pairs(type, sizes_of(crossing)), parts[t],
               found_patterns[t])
            .find();
    }
}

}  // namespace uneri::namima
