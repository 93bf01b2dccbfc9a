// Small rule sets, one for each shape with its own kernel. Compares every possible hand, singly and as rows, with the
// wording of the rules.
#include <algorithm>
#include <cstdio>
#include <vector>

#include "namima_all_targets.hpp"
#include "namima_definitions.hpp"
#include "uneri/games/namima/hands/complete.hpp"

namespace {

using namespace uneri;
using namespace uneri::namima;
using namespace uneri::namima::questions;

struct Small {
    const char* name;
    RuleSet rules;
};

std::vector<Small> small_sets() {
    std::vector<Small> sets;
    const auto add = [&](const char* name, int colours, int ranks, int copies) -> RuleSet& {
        sets.push_back({name, plain_rules(colours, ranks, copies)});
        return sets.back().rules;
    };
    RuleSet& apart = add("nothing crosses", 2, hands_asked(0) > 0 ? 4 : 3, 2);  // 6,561 hands, or 729
    apart.sizes[kSame] = 1u << 2;
    apart.sizes[kRun] = 1u << 3;
    RuleSet& lines = add("sets of one rank", 3, 2, 2);  // 1,296
    lines.copies[0] = 3;
    lines.sizes[kSame] = 1u << 2 | 1u << 3;
    lines.sizes[kRun] = 1u << 2;
    lines.sizes[kSai] = 1u << 2 | 1u << 3;
    RuleSet& wild = add("a wild colour", 2, 4, 2);  // 1,296
    wild.copies[1] = 1;
    wild.wild = {1, 1, 3};
    wild.sizes[kSame] = 1u << 2 | 1u << 3;
    wild.sizes[kRun] = 1u << 3;
    RuleSet& diagonals = add("diagonals", 3, 3, 1);  // 1,728
    diagonals.copies[1] = 2;
    diagonals.cycle = {{0, 1, 2}};
    diagonals.sizes[kAya] = 1u << 3;
    diagonals.sizes[kJuu] = 1u << 4;
    return sets;
}

// All hands as rows of counts.
struct Counted {
    std::vector<Cards> hands;
    std::vector<std::uint8_t> counts;

    explicit Counted(const AllTargets& all, int kinds) {
        for (std::size_t at = 0; at < all.size(); ++at) {
            const Cards hand = all.cards_at(at);
            if (hand.total() > kMaxConcealed) continue;
            hands.push_back(hand);
            for (int k = 0; k < kinds; ++k) counts.push_back(static_cast<std::uint8_t>(hand.count(k)));
        }
    }
    Rows rows() const { return {counts.data(), hands.size(), {}, nullptr}; }
};

void compare_complete_and_waits(const Tables& tables, const AllTargets& all, const Counted& counted) {
    const auto& hands = counted.hands;
    std::vector<std::uint8_t> complete(hands.size());
    std::vector<std::uint64_t> waited(hands.size());
    complete_rows(tables, counted.rows(), complete.data());
    waits_rows(tables, counted.rows(), waited.data());
    for (std::size_t i = 0; i < hands.size(); ++i) {
        CHECK((complete[i] != 0) == all.is_complete(hands[i]));
        CHECK(is_complete(tables, hands[i], {}) == all.is_complete(hands[i]));
        std::uint64_t expected = 0;
        for_each_bit((tables.melds.deck() - hands[i]).some(), [&](int kind) {
            if (all.is_complete(hands[i] + Cards::of(kind))) expected |= std::uint64_t{1} << kind;
        });
        CHECK(waited[i] == expected);
    }
}

void compare_distance(const Tables& tables, const AllTargets& all, const Counted& counted, int growth) {
    const auto& hands = counted.hands;
    const auto kinds = static_cast<std::size_t>(tables.melds.kinds());
    std::vector<std::uint8_t> lacking(hands.size());
    std::vector<std::uint64_t> accepted(hands.size());
    std::vector<std::uint8_t> left(hands.size() * kinds);
    std::vector<std::uint16_t> copies(left.size());
    deficiency_rows(tables, counted.rows(), growth, nullptr, lacking.data());
    acceptance_rows(tables, counted.rows(), growth, nullptr, accepted.data());
    discard_table_rows(tables, counted.rows(), growth, nullptr, left.data(), copies.data());
    for (std::size_t i = 0; i < hands.size(); ++i) {
        CHECK(lacking[i] == all.deficiency(hands[i], {}, growth, {}));
        CHECK(accepted[i] == acceptance(tables, hands[i], {}, growth));
        for (const DiscardRow& row : discard_table(tables, hands[i], {}, growth)) {
            CHECK(left[i * kinds + row.kind] == row.deficiency);
            CHECK(copies[i * kinds + row.kind] == row.copies);
        }
        compare_with_definitions(tables, {{hands[i], {}}, {}, growth});
    }
}

// Calls use(tables, all multisets of cards) for every rule set.
template <class Use>
void each_set(const std::vector<Small>& sets, Use&& use) {
    for (const auto& [name, rules] : sets) {
        const Result<Melds> melds = Melds::make(rules, 2);
        CHECK(static_cast<bool>(melds));
        if (!melds) {
            std::printf("%s: %s\n", name, melds.error().c_str());
            continue;
        }
        use(Tables(*melds), AllTargets(*melds));
    }
}

TEST(namima_every_hand) {
    each_set(small_sets(), [](const Tables& tables, const AllTargets& all) {
        const Counted counted(all, tables.melds.kinds());
        compare_complete_and_waits(tables, all, counted);
        for (const int growth : {0, 1, kAnyGrowth}) compare_distance(tables, all, counted, growth);
    });
}

// Rows of 16 kinds or more use the tables part by part.
TEST(namima_every_hand_as_rows) {
    std::vector<Small> sets;
    const auto add = [&](const char* name, int colours, std::vector<std::uint8_t> ranks) -> RuleSet& {
        sets.push_back({name, plain_rules(colours, static_cast<int>(ranks.size()), 1)});
        std::copy(ranks.begin(), ranks.end(), sets.back().rules.rank.begin());
        return sets.back().rules;
    };
    add("nothing crosses", 2, {1, 2, 3, 4, 6, 7, 8, 9}).sizes[kRun] = 1u << 3 | 1u << 4;
    RuleSet& lines = add("sets of one rank", 3, {1, 2, 3, 5, 6, 7});
    lines.sizes[kRun] = 1u << 2 | 1u << 3;
    lines.sizes[kSai] = 1u << 2 | 1u << 3;
    RuleSet& wild = add("a wild colour", 4, {1, 2, 3, 4});
    wild.wild = {3, 1, 3};
    wild.sizes[kRun] = 1u << 3 | 1u << 4;
    RuleSet& diagonals = add("diagonals", 4, {1, 2, 3, 4});
    diagonals.cycle = {{0, 1, 2, 3}};
    diagonals.sizes[kAya] = 1u << 2 | 1u << 3;
    bool in_lines = false;
    each_set(sets, [&](const Tables& tables, const AllTargets& all) {
        in_lines |= tables.lines->hold();
        CHECK(all.size() == std::size_t{1} << tables.melds.kinds());
        compare_complete_and_waits(tables, all, Counted(all, tables.melds.kinds()));
    });
    CHECK(in_lines);
}

}  // namespace
