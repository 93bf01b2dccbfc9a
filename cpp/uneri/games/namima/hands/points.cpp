#include "uneri/games/namima/hands/tables.hpp"

#include <algorithm>
#include <tuple>

#include "uneri/games/namima/hands/best.hpp"

namespace uneri::namima {

Points::Points(const Melds& melds) : own_(melds) {
    const RuleSet& rules = melds.rules();
    for (std::size_t i = 0; i < kCombos; ++i) {
        value_[i] = std::max<std::int16_t>(rules.combos[i], 0);
        if (rules.combos[i] >= 0) listed_ = static_cast<std::uint16_t>(listed_ | 1u << i);
    }
    for (std::size_t i = 0; i < rules.own_combos.size(); ++i)
        value_[kCombos + i] = static_cast<std::int16_t>(rules.own_combos[i].points);
    all_colours_ = static_cast<std::uint8_t>((1u << rules.colours) - 1);
    if (rules.honour >= 0) honour_ = static_cast<std::uint8_t>(1u << rules.honour);
    for (int id = 0; id < melds.size(); ++id) {
        const Meld& meld = melds[id];
        OfMeld worth;
        worth.open = meld.open;
        worth.closed = meld.closed;
        worth.twins = meld.kind != kSame;
        unsigned classes = 0;
        if (meld.size >= 3) classes |= kBig;
        if (meld.kind == kRun) classes |= kRunOnly;
        if (meld.kind == kSai) classes |= kSaiOnly;
        if (meld.kind == kSame && meld.size >= 3) classes |= kBigSame;
        if (meld.kind == kSame || meld.kind == kRun) {
            classes |= kColoured;
            worth.colours = static_cast<std::uint8_t>(1u << meld.colour);
            if (meld.size >= 3) worth.big_colours = worth.colours;
        }
        worth.classes = static_cast<std::uint8_t>(classes);
        of_.push_back(worth);
    }
    make_groups(melds);
}

// One group per (kind, low, size). The SAME melds of a rank share one group for all sizes of 3 or more.
void Points::make_groups(const Melds& melds) {
    const RuleSet& rules = melds.rules();
    using Key = std::tuple<int, int, int>;
    std::vector<Key> keys;
    const auto key_of = [](const Meld& meld) { return Key{meld.kind, meld.low, meld.kind == kSame ? 0 : meld.size}; };
    const auto asked = [&](const Meld& meld) {
        if (meld.kind == kRun) return listed(kSanjun) || listed(kThrough);
        if (meld.kind == kSame) return listed(kSandou) && meld.size >= 3;
        return meld.kind == kAya && listed(kCross);
    };
    unsigned next_bit = 0;
    for (int id = 0; id < melds.size(); ++id) {
        const Meld& meld = melds[id];
        if (!asked(meld)) continue;
        const auto at = static_cast<std::size_t>(std::find(keys.begin(), keys.end(), key_of(meld)) - keys.begin());
        if (at == keys.size()) {
            const unsigned width = meld.kind == kAya ? 2 : static_cast<unsigned>(rules.colours);
            if (next_bit % 64 + width > 64) next_bit = (next_bit / 64 + 1) * 64;
            keys.push_back(key_of(meld));
            Group group;
            group.word = static_cast<std::uint8_t>(next_bit / 64);
            group.mask = ((std::uint64_t{1} << width) - 1) << next_bit % 64;
            group.combo = meld.kind == kRun ? kSanjun : meld.kind == kSame ? kSandou : kCross;
            group.free = meld.kind == kAya ? 1 : 2;
            groups_.push_back(group);
            next_bit += width;
        }
        const Group& group = groups_[at];
        const int place = meld.kind == kAya ? (meld.direction > 0 ? 1 : 0) : meld.colour;
        OfMeld& worth = of_[static_cast<std::size_t>(id)];
        worth.word = group.word;
        worth.bit = std::uint64_t{1} << (std::countr_zero(group.mask) + place);
    }
    words_ = (next_bit + 63) / 64;

    if (listed(kThrough)) {
        std::vector<Key> blocks;
        for (int low = 0; low < rules.ranks;) {
            int end = low + 1;
            while (rules.linked(end - 1)) ++end;
            blocks.emplace_back(kRun, low, end - low);
            low = end;
        }
        for (int colour = 0; colour < rules.colours; ++colour) {
            Pattern pattern{};
            bool possible = true;
            for (const Key& block : blocks) {
                const auto at = static_cast<std::size_t>(std::find(keys.begin(), keys.end(), block) - keys.begin());
                possible &= at < keys.size();
                if (!possible) break;
                const Group& group = groups_[at];
                pattern[group.word] |= std::uint64_t{1} << (std::countr_zero(group.mask) + colour);
            }
            if (possible) throughs_.push_back(pattern);
        }
    }
    std::erase_if(groups_, [&](const Group& group) { return !listed(group.combo); });
}

Points::Union Points::unite(std::span<const std::uint16_t> melds) const noexcept {
    Union out;
    for (const std::uint16_t id : melds) {
        const OfMeld& worth = of(id);
        out.classes &= worth.classes;
        out.colours |= worth.colours;
        out.big_colours |= worth.big_colours;
        out.pattern[worth.word] |= worth.bit;
    }
    return out;
}

// Calls found(combo, times) for the combinations in the rule set that apply. It may report a combination several times.
template <class Found>
void Points::each_combo(std::span<const std::uint16_t> melds, Found&& found) const noexcept {
    const Union all = unite(melds);
    const auto when = [&](Combo combo, bool applies) {
        if (applies && listed(combo)) found(combo, 1);
    };
    if ((all.classes & kColoured) != 0) {
        when(kPure, std::has_single_bit(all.colours));
        when(kMixed, (all.colours & honour_) != 0 && std::popcount(all.colours) == 2);
    }
    when(kAllSame, (all.classes & kBigSame) != 0);
    when(kAllRun, (all.classes & kRunOnly) != 0);
    when(kAllSai, (all.classes & kSaiOnly) != 0);
    when(kNoPair, (all.classes & kBig) != 0);
    when(kFive, all.big_colours == all_colours_);
    each_counted(melds, all.pattern, found);
    own_.each(melds, false, [&](int combo) { found(kCombos + combo, 1); });
}

// The combinations that further melds never undo.
template <class Found>
void Points::each_counted(std::span<const std::uint16_t> melds, const Pattern& pattern, Found&& found) const noexcept {
    if (listed(kTwin)) {
        for (std::size_t i = 1; i < melds.size(); ++i) {
            if (!of(melds[i]).twins) continue;
            std::size_t j = 0;
            while (melds[j] != melds[i]) ++j;
            if (j < i) found(kTwin, 1);
        }
    }
    for (const Group& group : groups_) {
        const int more = std::popcount(pattern[group.word] & group.mask) - group.free;
        if (more > 0) found(group.combo, more);
    }
    for (const Pattern& through : throughs_) {
        bool whole = true;
        for (std::size_t i = 0; i < words_; ++i) whole &= (through[i] & ~pattern[i]) == 0;
        if (whole) found(kThrough, 1);
    }
}

int Points::bound(std::span<const std::uint16_t> melds) const noexcept {
    const Union all = unite(melds);
    int points = value(kFive);
    if ((all.classes & kColoured) != 0 && std::popcount(all.colours) <= 2) points += value(kMixed);
    if ((all.classes & kColoured) != 0 && std::popcount(all.colours) <= 1) points += value(kPure);
    if ((all.classes & kBigSame) != 0) points += value(kAllSame);
    if ((all.classes & kRunOnly) != 0) points += value(kAllRun);
    if ((all.classes & kSaiOnly) != 0) points += value(kAllSai);
    if ((all.classes & kBig) != 0) points += value(kNoPair);
    each_counted(melds, all.pattern, [&](int combo, int times) { points += times * value(combo); });
    own_.each(melds, true, [&](int combo) { points += value(kCombos + combo); });
    return points;
}

// A RUN adds at most one colour to SANJUN and completes one THROUGH, or is a twin. A SAME adds at most one colour.
int Points::bonus(int id) const noexcept {
    const OfMeld& worth = of(id);
    int pattern = 0;
    if (worth.bit != 0)
        pattern = !worth.twins ? value(kSandou) : worth.colours != 0 ? value(kSanjun) + value(kThrough) : value(kCross);
    return std::max(pattern, worth.twins ? value(kTwin) : 0);
}

int Points::combination_points(std::span<const std::uint16_t> melds) const noexcept {
    int points = 0;
    each_combo(melds, [&](int combo, int times) { points += times * value(combo); });
    return points;
}

ComboTimes Points::times(std::span<const std::uint16_t> melds) const noexcept {
    ComboTimes out{};
    each_combo(melds, [&](int combo, int times) {
        std::int16_t& entry = out[static_cast<std::size_t>(combo)];
        entry = static_cast<std::int16_t>(entry + times);
    });
    return out;
}

namespace {

// Sets of cards with the same cost, as bits in part order.
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
            bits[i] |= tables.parts.to_part_order(kinds);
        }
    }
    int of(const Cards& by_part) const noexcept {
        int sum = 0;
        for (std::size_t i = 0; i < size; ++i) sum += cost[i] * by_part.only(bits[i]).total();
        return sum;
    }
};

// The lowest card either stays or goes into a meld that begins with it.
class Search {
public:
    Search(const Tables& tables, int dora) noexcept : tables_(tables), costs_(tables, dora) {}

    int run(const Cards& hand, MeldIds exposed, int exposures) noexcept {
        MeldList melds;
        for (const std::uint16_t id : exposed) melds.push(id);
        std::sort(melds.ids.begin(), melds.ids.begin() + melds.size);
        const Cards by_part = tables_.parts.to_part_order(hand);
        least_ = costs_.of(by_part);
        const auto grown = [&](MeldIds, const Cards& rest) {
            walk(rest, exposures < 0 ? kMostCards : exposures, 0);
            return least_ > 0;
        };
        Growths(tables_, melds.view(), grown).each(by_part);
        return least_;
    }

private:
    // `paid` is the cost of the cards that certainly stay.
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
