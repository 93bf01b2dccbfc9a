#include "uneri/games/namima/hands/penalty.hpp"

#include <algorithm>

#include "uneri/games/namima/hands/splits.hpp"

namespace uneri::namima {
namespace {

// Cards of the same cost, as sets of bits of the woven order.
struct Costs {
    static constexpr std::size_t kMost = 2 * kMaxColours;
    std::array<std::uint64_t, kMost> bits{};
    std::array<int, kMost> cost{};
    std::size_t size = 0;

    Costs(const Tables& tables, int dora) noexcept {
        const RuleSet& rules = tables.melds.rules();
        for (int colour = 0; colour < rules.colours; ++colour) {
            const std::uint64_t kinds = ((std::uint64_t{1} << rules.ranks) - 1) << (colour * rules.ranks);
            const int each = card_penalty(rules, colour * rules.ranks, dora);
            std::size_t i = 0;
            while (i < size && cost[i] != each) ++i;
            if (i == size) cost[size++] = each;
            bits[i] |= tables.parts.weave_plane(kinds);
        }
    }
    int of(const Cards& woven) const noexcept {
        int sum = 0;
        for (std::size_t i = 0; i < size; ++i) sum += cost[i] * woven.only(bits[i]).total();
        return sum;
    }
};

// The lowest card goes into a meld that begins with it or stays.
class Search {
public:
    Search(const Tables& tables, int dora) noexcept : tables_(tables), costs_(tables, dora) {}

    int run(const Cards& hand, MeldIds exposed, int exposures) noexcept {
        MeldList melds;
        for (const std::uint16_t id : exposed) melds.push(id);
        std::sort(melds.ids.begin(), melds.ids.begin() + melds.size);
        const Cards woven = tables_.parts.weave(hand);
        least_ = costs_.of(woven);
        const auto grown = [&](MeldIds, const Cards& rest) {
            walk(rest, exposures < 0 ? kMostCards : exposures, 0);
            return least_ > 0;
        };
        Growths(tables_, melds.view(), grown).each(woven);
        return least_;
    }

private:
    // `paid` is the cost of the cards that stay for sure.
    void walk(Cards hand, int exposures, int paid) noexcept {
        for (;;) {
            if (paid >= least_) return;
            if (hand.empty() || exposures == 0) {
                least_ = std::min(least_, paid + costs_.of(hand));
                return;
            }
            const std::uint64_t some = hand.some();
            const int bit = std::countr_zero(some);
            for (const std::uint16_t id : tables_.starting(bit)) {
                const Cards& meld = tables_.parts.meld(id);
                if ((meld.some() & ~some) != 0 || !hand.contains(meld)) continue;
                walk(hand - meld, exposures - 1, paid);
            }
            const Cards card = Cards::of(bit);
            paid += costs_.of(card);
            hand -= card;
        }
    }

    const Tables& tables_;
    Costs costs_;
    int least_ = 0;
};

}  // namespace

int card_penalty(const RuleSet& rules, int kind, int dora) noexcept {
    const int colour = rules.colour_of(kind);
    return rules.penalty[static_cast<std::size_t>(colour)] + (colour == dora ? 1 : 0);
}

int penalty(const RuleSet& rules, const Cards& hand, int dora) noexcept {
    int points = 0;
    hand.each([&](int kind, int count) { points += count * card_penalty(rules, kind, dora); });
    return points;
}

int min_penalty(const Tables& tables, const Cards& hand, MeldIds exposed, int exposures, int dora) noexcept {
    return Search(tables, dora).run(hand, exposed, exposures);
}

void min_penalty_rows(const Tables& tables, const Rows& rows, int exposures, int dora, std::int32_t* out) noexcept {
    const auto kinds = static_cast<std::size_t>(tables.melds.kinds());
    for (std::size_t i = 0; i < rows.hands; ++i) {
        const Cards hand = Cards::from_counts({rows.counts + i * kinds, kinds});
        out[i] = min_penalty(tables, hand, rows.exposed_of(i), exposures, dora);
    }
}

}  // namespace uneri::namima
