#include "uneri/games/namima/hands/best.hpp"

#include <algorithm>
#include <set>

namespace uneri::namima {

namespace {

MeldList sorted(MeldIds melds) noexcept {
    MeldList out;
    for (const std::uint16_t id : melds) out.push(id);
    std::sort(out.ids.begin(), out.ids.begin() + out.size);
    return out;
}

std::vector<std::uint16_t> sorted_ids(MeldIds melds) {
    const MeldList out = sorted(melds);
    return {out.view().begin(), out.view().end()};
}

bool before(MeldIds a, MeldIds b) noexcept {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
}
bool equal(MeldIds a, MeldIds b) noexcept { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }

int dora_points(const Tables& tables, const Cards& hand, MeldIds exposed, int dora) noexcept {
    if (dora < 0) return 0;
    const int ranks = tables.melds.rules().ranks;
    const std::uint64_t kinds = ((std::uint64_t{1} << ranks) - 1) << (dora * ranks);
    int points = hand.only(kinds).total();
    for (const std::uint16_t id : exposed) points += tables.melds[id].cards.only(kinds).total();
    return points;
}

// Tries all arrangements and keeps the best, in full with `kReport`, else only its points. Hands with very many
// arrangements skip those whose points cannot exceed the best so far.
template <bool kReport>
class Search {
public:
    Search(const Tables& tables, int claimed) noexcept : tables_(tables), claimed_(claimed) {}

    // The result does not include the dora points, which are the same for all arrangements.
    Best run(const Cards& hand, MeldIds exposed) noexcept {
        const Cards by_part = tables_.parts.to_part_order(hand);
        const MeldList melds = sorted(exposed);
        if (claimed_ >= 0) claimed_count_ = hand.count(claimed_);
        steps_ = 0;
        const auto grown = [&](MeldIds became, const Cards& rest) {
            became_ = became;
            open_points_ = 0;
            for (const std::uint16_t id : became) open_points_ += tables_.points.of(id).open;
            Partitions(tables_).each(
                rest, [&](MeldIds split) { return consider(split); },
                [&](MeldIds split, const Cards& left) {
                    if (++steps_ < kManySteps) return true;
                    if (steps_ == kManySteps) prepare_bounds(by_part);
                    return worthwhile(split, left);
                });
            return true;
        };
        Growths(tables_, melds.view(), grown).each(by_part);
        return best_;
    }

private:
    bool consider(MeldIds split) noexcept {
        MeldList all;
        int points = open_points_;
        for (const std::uint16_t id : split) {
            points += tables_.points.of(id).closed;
            all.push(id);
        }
        int claimed_meld = -1;
        if (claimed_ >= 0) {
            int loss = 0;
            if (!claim(split, claimed_meld, loss)) return true;
            points -= loss;
        }
        for (const std::uint16_t id : became_) all.push(id);
        const int worth = points + tables_.points.combination_points(all.view());
        if (worth < best_.points) return true;
        if constexpr (kReport) {
            const MeldList order = sorted(split);
            if (worth == best_.points && !first(order.view(), claimed_meld)) return true;
            best_.new_melds = order;
            best_.exposed = sorted(became_);
            best_.meld_points = points;
            best_.claimed_meld = claimed_meld;
        }
        best_.points = worth;
        return true;
    }

    // One step takes one meld. A hand of a built-in set needs some dozens of steps.
    static constexpr int kManySteps = 5000;

    void prepare_bounds(const Cards& by_part) noexcept {
        share_.fill(0);
        for (int id = 0; id < tables_.melds.size(); ++id) {
            const Points::OfMeld& worth = tables_.points.of(id);
            if (claimed_ >= 0 && tables_.melds.rules().won_meld_open)
                claimed_gain_ = std::max(claimed_gain_, worth.open - worth.closed);
            const Cards& meld = tables_.parts.meld(id);
            if (!by_part.contains(meld)) continue;
            const int share = kShare * (worth.closed + tables_.points.bonus(id)) / tables_.melds[id].size;
            for_each_bit(meld.some(), [&](int bit) {
                int& most = share_[static_cast<std::size_t>(bit)];
                most = std::max(most, share);
            });
        }
    }

    bool worthwhile(MeldIds split, const Cards& left) const noexcept {
        MeldList all;
        int points = open_points_ + claimed_gain_;
        for (const std::uint16_t id : split) {
            points += tables_.points.of(id).closed;
            all.push(id);
        }
        for (const std::uint16_t id : became_) all.push(id);
        int shares = 0;
        left.each([&](int bit, int count) { shares += count * share_[static_cast<std::size_t>(bit)]; });
        points += tables_.points.bound(all.view()) + shares / kShare;
        return kReport ? points >= best_.points : points > best_.points;
    }

    bool first(MeldIds order, int claimed_meld) const noexcept {  // N-7.5
        if (!equal(order, best_.new_melds.view())) return before(order, best_.new_melds.view());
        const MeldList became = sorted(became_);
        if (!equal(became.view(), best_.exposed.view())) return before(became.view(), best_.exposed.view());
        return claimed_meld < best_.claimed_meld;
    }

    // N-7.2: finds the meld in which the claimed card costs least. False: none, so the arrangement does not count
    // (N-3.18).
    bool claim(MeldIds split, int& meld, int& loss) const noexcept {
        const RuleSet& rules = tables_.melds.rules();
        bool found = false;
        int in_melds = 0;
        for (const std::uint16_t id : split) {
            const int count = tables_.melds[id].cards.count(claimed_);
            if (count == 0) continue;
            in_melds += count;
            const int open_loss = tables_.points.of(id).closed - tables_.points.of(id).open;
            const int lost = rules.won_meld_open ? open_loss : 0;
            if (found && (lost > loss || (lost == loss && id >= meld))) continue;
            found = true;
            loss = lost;
            meld = id;
        }
        if (rules.won_by_layoff && in_melds < claimed_count_ && (!found || loss >= 0)) {
            found = true;
            loss = 0;
            meld = -1;
        }
        return found;
    }

    const Tables& tables_;
    int claimed_;
    int claimed_count_ = 0;
    MeldIds became_;
    int open_points_ = 0;
    Best best_;

    static constexpr int kShare = 840;  // a common multiple of sizes: melds share their points evenly among their cards
    std::int64_t steps_ = 0;
    int claimed_gain_ = 0;       // the most that claiming can add to the points of a meld
    std::array<int, 64> share_;  // by bit: the most points that a card may add
};

}  // namespace

Best best(const Tables& tables, const Cards& hand, MeldIds exposed, int claimed, int dora) noexcept {
    Best found = Search<true>(tables, claimed).run(hand, exposed);
    if (found.points < 0) return found;
    found.dora_points = dora_points(tables, hand, exposed, dora);
    found.points += found.dora_points;
    MeldList all = found.new_melds;
    for (const std::uint16_t id : found.exposed.view()) all.push(id);
    found.combos = tables.points.times(all.view());
    return found;
}

int best_points(const Tables& tables, const Cards& hand, MeldIds exposed, int claimed, int dora) noexcept {
    const int points = Search<false>(tables, claimed).run(hand, exposed).points;
    return points < 0 ? points : points + dora_points(tables, hand, exposed, dora);
}

void best_rows(const Tables& tables, const Rows& rows, int dora, std::int32_t* out) noexcept {
    const auto kinds = static_cast<std::size_t>(tables.melds.kinds());
    for (std::size_t i = 0; i < rows.hands; ++i) {
        const Cards hand = Cards::from_counts({rows.counts + i * kinds, kinds});
        out[i] = best_points(tables, hand, rows.exposed_of(i), -1, dora);
    }
}

std::optional<std::vector<Arrangement>> arrangements(const Tables& tables, const Cards& hand, MeldIds exposed,
                                                     std::size_t most) {
    std::vector<Arrangement> found;
    std::set<std::vector<std::uint16_t>, IdsBefore>
        seen;  // what the exposed melds became, which determines the remaining cards
    const std::vector<std::uint16_t> melds = sorted_ids(exposed);
    const auto grown = [&](MeldIds became, const Cards& rest) {
        const auto [place, fresh] = seen.insert(sorted_ids(became));
        if (!fresh) return true;
        return Partitions(tables).each(rest, [&](MeldIds split) {
            if (found.size() == most) return false;
            found.push_back({sorted_ids(split), *place});
            return true;
        });
    };
    if (!Growths(tables, melds, grown).each(tables.parts.to_part_order(hand))) return std::nullopt;
    std::sort(found.begin(), found.end());
    return found;
}

}  // namespace uneri::namima
