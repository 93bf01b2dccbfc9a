#include "uneri/games/namima/hands/distance/deficiency.hpp"

#include <algorithm>

#include "uneri/base/work.hpp"
#include "uneri/games/namima/cpu_dispatch.hpp"
#include "uneri/games/namima/hands/complete.hpp"
#include "uneri/games/namima/melds.hpp"

namespace uneri::namima {
namespace {

class Search {
public:
    explicit Search(const Melds& melds) : melds_(melds) {
        std::uint64_t sizes = 0;
        for (int id = 0; id < melds.size(); ++id) sizes |= std::uint64_t{1} << melds[id].size;
        sums_.back() = 0;
        std::array<std::uint64_t, kMaxNeedSize + 1> exactly{1};  // [p]: the sums of p meld sizes, as bits
        for (std::size_t p = 1; p < exactly.size(); ++p) {
            for_each_bit(sizes, [&](int size) { exactly[p] |= exactly[p - 1] << size; });
        }
        for (std::size_t p = exactly.size(); p-- > 0;) sums_[p] = sums_[p + 1] | exactly[p];
    }

    // Can lay-offs on the exposed melds, then melds, use `size` cards, at most `missing` of them spare ones?
    bool grown(const Cards& hand, const Cards& spare, MeldIds exposed, int size, int fresh,
               int missing) const noexcept {
        if (exposed.empty()) return melded(hand, spare, size, fresh, missing, 0);
        if (!work_.spend(1)) return false;
        if (grown(hand, spare, exposed.subspan(1), size, fresh, missing)) return true;
        for (const std::uint16_t f : melds_.grown(exposed.front())) {
            const Cards laid = melds_[f].cards - melds_[exposed.front()].cards;
            const Cards have = laid & hand;
            const Cards lack = laid - have;
            if (laid.total() > size || lack.total() > missing || !spare.contains(lack)) continue;
            if (grown(hand - have, spare - lack, exposed.subspan(1), size - laid.total(), fresh,
                      missing - lack.total()))
                return true;
        }
        return false;
    }

private:
    // Can cards of the hand and at most `missing` spare ones form melds of `size` cards, at least `fresh` melds? The
    // lowest card either is in a meld or is given up with all its equals, since no target needs another card of a kind
    // that was given up. Melds of only spare cards come last, in id order from `first` on.
    bool melded(const Cards& hand, const Cards& spare, int size, int fresh, int missing, int first) const noexcept {
        if (size == 0) return fresh <= 0;
        if (hand.total() + missing < size || (sums_[fit(fresh)] >> size & 1) == 0) return false;
        if (hand.empty()) {
            if (!work_.spend(static_cast<std::size_t>(melds_.size() - first))) return false;
            for (int id = first; id < melds_.size(); ++id) {
                const Meld& meld = melds_[id];
                if (meld.size <= size && spare.contains(meld.cards) &&
                    melded(hand, spare - meld.cards, size - meld.size, fresh - 1, missing - meld.size, id))
                    return true;
            }
            return false;
        }
        const int kind = std::countr_zero(hand.some());
        const auto holding = melds_.holding(kind);
        if (!work_.spend(holding.size() + 1)) return false;
        for (const std::uint16_t id : holding) {
            const Meld& meld = melds_[id];
            if (meld.size > size) continue;
            const Cards have = meld.cards & hand;
            const Cards lack = meld.cards - have;
            const int cost = lack.total();
            if (cost <= missing && spare.contains(lack) &&
                melded(hand - have, spare - lack, size - meld.size, fresh - 1, missing - cost, 0))
                return true;
        }
        const std::uint64_t others = ~(std::uint64_t{1} << kind);
        return melded(hand.only(others), spare.only(others), size, fresh, missing, 0);
    }

    static std::size_t fit(int fresh) noexcept { return static_cast<std::size_t>(std::clamp(fresh, 0, kMaxNeedSize)); }

    const Melds& melds_;
    Work& work_ = work_of_thread();
    std::array<std::uint64_t, kMaxNeedSize + 2> sums_{};  // [p]: the sums of p or more meld sizes, as bits
};

const DistanceKernels& kernels() noexcept { return UNERI_BEST_KERNELS(kDistance); }

Cards counts_of(const Tables& tables, const std::uint8_t* row) noexcept {
    return Cards::from_counts({row, static_cast<std::size_t>(tables.melds.kinds())});
}

int deficiency_of(const Tables& tables, const Cards& hand, MeldIds exposed, int growth, const Cards& visible,
                  bool drawn, const Query& query = {}) noexcept {
    return kernels().deficiency(tables, tables.parts.to_part_order(hand), exposed, growth,
                                tables.parts.to_part_order(visible), drawn, query);
}

}  // namespace

Cards spare_cards(const Melds& melds, const Cards& hand, MeldIds exposed, const Cards& visible) noexcept {
    Cards spare = melds.deck();
    const auto drop = [&](const Cards& cards) { spare -= spare & cards; };
    drop(hand);
    drop(visible);
    for (const std::uint16_t id : exposed) drop(melds[id].cards);
    return spare;
}

int need_within(const Melds& melds, const Cards& hand, const Cards& spare, MeldIds exposed, int size, int min_new,
                int fewest, int most) noexcept {
    const Search search(melds);
    for (int missing = std::max(fewest, size - hand.total()); missing <= std::min(most, size); ++missing) {
        if (search.grown(hand, spare, exposed, size, min_new, missing)) return missing;
    }
    return most + 1;
}

int need(const Tables& tables, const Cards& hand, MeldIds exposed, int size, int min_new,
         const Cards& visible) noexcept {
    const Cards spare = spare_cards(tables.melds, hand, exposed, visible);
    const int least = need_within(tables.melds, hand, spare, exposed, size, min_new, 0, size);
    return least > size ? kNever : least;
}

int deficiency(const Tables& tables, const Cards& hand, MeldIds exposed, int growth, const Cards& visible) noexcept {
    return deficiency_of(tables, hand, exposed, growth, visible, false);
}

int deficiency_drawn(const Tables& tables, const Cards& hand, MeldIds exposed, int growth,
                     const Cards& visible) noexcept {
    return deficiency_of(tables, hand, exposed, growth, visible, true);
}

bool is_within(const Tables& tables, const Cards& hand, MeldIds exposed, int most, int growth, const Cards& visible,
               bool drawn) noexcept {
    if (most < 1 && !drawn) return false;  // the winning card is lacking
    return deficiency_of(tables, hand, exposed, growth, visible, drawn, {most, most + 1}) <= most;
}

std::uint64_t acceptance(const Tables& tables, const Cards& hand, MeldIds exposed, int growth,
                         const Cards& visible) noexcept {
    return kernels().acceptance(tables, tables.parts.to_part_order(hand), exposed, growth,
                                tables.parts.to_part_order(visible));
}

int copies_left(const Tables& tables, const Cards& hand, MeldIds exposed, std::uint64_t kinds,
                const Cards& visible) noexcept {
    return spare_cards(tables.melds, hand, exposed, visible).only(kinds).total();
}

DiscardTable discard_table(const Tables& tables, const Cards& hand, MeldIds exposed, int growth, const Cards& visible,
                           bool all) noexcept {
    return kernels().discard_table(tables, tables.parts.to_part_order(hand), exposed, growth,
                                   tables.parts.to_part_order(visible), all);
}

void deficiency_rows(const Tables& tables, const Rows& rows, int growth, const std::uint8_t* visible, std::uint8_t* out,
                     bool drawn) noexcept {
    kernels().deficiency_rows(tables, rows, growth, visible, drawn, out);
}

void need_rows(const Tables& tables, const Rows& rows, int size, int min_new, const std::uint8_t* visible,
               std::uint8_t* out) noexcept {
    const auto kinds = static_cast<std::size_t>(tables.melds.kinds());
    for (std::size_t i = 0; i < rows.hands; ++i) {
        const Cards seen = visible == nullptr ? Cards{} : counts_of(tables, visible + i * kinds);
        out[i] = static_cast<std::uint8_t>(
            need(tables, counts_of(tables, rows.counts + i * kinds), rows.exposed_of(i), size, min_new, seen));
    }
}

void acceptance_rows(const Tables& tables, const Rows& rows, int growth, const std::uint8_t* visible,
                     std::uint64_t* out) noexcept {
    kernels().acceptance_rows(tables, rows, growth, visible, out);
}

void discard_table_rows(const Tables& tables, const Rows& rows, int growth, const std::uint8_t* visible,
                        std::uint8_t* deficiencies, std::uint16_t* copies) noexcept {
    kernels().discard_table_rows(tables, rows, growth, visible, deficiencies, copies);
}

}  // namespace uneri::namima
