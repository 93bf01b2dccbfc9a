// Compares functions that the rules (11.4 to 11.8) define by one another, on one hand.
#pragma once

#include <algorithm>
#include <vector>

#include "check.hpp"
#include "namima_questions.hpp"
#include "uneri/games/namima/hands/complete.hpp"
#include "uneri/games/namima/self_calls.hpp"

namespace uneri::namima::questions {

// 11.8, discard by discard.
inline void compare_discards(const Tables& tables, const Asked& asked) {
    const auto& [held, visible, growth] = asked;
    const auto& [hand, exposed] = held;
    const DiscardTable table = discard_table(tables, hand, exposed, growth, visible);
    CHECK(table.size == std::popcount(hand.some()));
    for (const DiscardRow& row : table) {
        const Cards rest = hand - Cards::of(row.kind);
        const Cards seen = visible + Cards::of(row.kind);
        CHECK(row.deficiency == deficiency(tables, rest, exposed, growth, seen));
        CHECK(row.acceptance == acceptance(tables, rest, exposed, growth, seen));
        CHECK(row.copies == copies_left(tables, rest, exposed, row.acceptance, seen));
    }

    // The rows of the best discards.
    const auto order = [](const DiscardRow& a, const DiscardRow& b) { return a.deficiency < b.deficiency; };
    const int least = std::min_element(table.begin(), table.end(), order)->deficiency;
    const DiscardTable best = discard_table(tables, hand, exposed, growth, visible, false);
    const DiscardRow* next = best.begin();
    for (const DiscardRow& row : table) {
        const bool there = next != best.end() && next->kind == row.kind;
        CHECK(there || row.deficiency > least);
        if (!there) continue;
        CHECK(next->deficiency == row.deficiency && next->copies == row.copies && next->acceptance == row.acceptance);
        ++next;
    }
    CHECK(next == best.end());
    const int now = deficiency_drawn(tables, hand, exposed, growth, visible);
    CHECK(best.fewest <= now);
    for (int most = std::max(0, now - 2); most <= now + 1; ++most)
        CHECK(is_within(tables, hand, exposed, most, growth, visible, true) == (now <= most));
}

inline void compare_with_definitions(const Tables& tables, const Asked& asked) {
    const auto& [held, visible, growth] = asked;
    const auto& [hand, exposed] = held;
    const Melds& melds = tables.melds;
    const Cards spare = spare_cards(melds, hand, exposed, visible);
    const int now = deficiency(tables, hand, exposed, growth, visible);
    const auto grown = [&](std::uint16_t id) {
        std::vector<std::uint16_t> more = exposed;
        more.push_back(id);
        return more;
    };

    // In ACT: a discard or a self-call.
    if (is_complete(tables, hand, exposed)) {
        CHECK(deficiency_drawn(tables, hand, exposed, growth, visible) == 0);
    } else {
        int least = kNever;
        hand.each([&](int kind, int) {
            const Cards card = Cards::of(kind);
            least = std::min(least, deficiency(tables, hand - card, exposed, growth, visible + card));
        });
        for (int id = 0; id < melds.size() && growth > 0; ++id) {
            const Meld& meld = melds[id];
            if (!hand.contains(meld.cards) || hand == meld.cards) continue;
            const std::vector<std::uint16_t> more = grown(static_cast<std::uint16_t>(id));
            least = std::min(least, deficiency(tables, hand - meld.cards, more, growth - 1, visible));
        }
        CHECK(deficiency_drawn(tables, hand, exposed, growth, visible) == least);
    }
    CHECK(deficiency_drawn(tables, hand, exposed, 0, visible) == need(tables, hand, exposed, hand.total(), 0, visible));

    // At rest: the cards to draw.
    std::uint64_t nearer = 0;
    int after = kNever;
    for_each_bit(spare.some(), [&](int kind) {
        const int drawn = deficiency_drawn(tables, hand + Cards::of(kind), exposed, growth, visible);
        after = std::min(after, drawn);
        if (drawn < now) nearer |= std::uint64_t{1} << kind;
    });
    CHECK(now == (after == kNever ? kNever : after + 1));
    CHECK(acceptance(tables, hand, exposed, growth, visible) == nearer);
    CHECK((now == 1) == (waits(tables, hand, exposed, spare.some()) != 0));
    if (now == 1) CHECK(waits(tables, hand, exposed, spare.some()) == nearer);

    // The cards to call.
    std::vector<CallAccept> calls;
    for_each_bit(spare.some(), [&](int kind) {
        const Cards both = hand + Cards::of(kind);
        if (now == 1) {
            if (is_complete_claimed(tables, both, exposed, kind)) calls.push_back({kind, spare.count(kind), {}});
            return;
        }
        std::vector<std::uint16_t> helpful;
        for (const std::uint16_t id : melds.holding(kind)) {
            const Cards& meld = melds[id].cards;
            if (growth > 0 && both.contains(meld) && both != meld &&
                deficiency(tables, both - meld, grown(id), growth - 1, visible) < now)
                helpful.push_back(id);
        }
        if (!helpful.empty()) calls.push_back({kind, spare.count(kind), helpful});
    });
    CHECK(call_acceptance(tables, hand, exposed, growth, visible) == calls);

    compare_discards(tables, asked);
}

}  // namespace uneri::namima::questions
