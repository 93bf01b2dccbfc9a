// The answers of Namima's hand kernels, for single hands and for many at once. On x86-64 the processor decides which of
// the two builds runs (cpu_dispatch.hpp); other processors have only the portable one.
#include "digest/digest.hpp"
#include "digest/namima_random.hpp"
#include "uneri/games/namima/hands/best.hpp"
#include "uneri/games/namima/hands/complete.hpp"
#include "uneri/games/namima/self_calls.hpp"

namespace uneri::digest {
namespace {

using namespace namima;
using questions::Asked;

constexpr int kHands = 60;

template <class T>
void add_list(Digest& digest, const std::vector<T>& list) {
    digest.add(std::span<const T>(list));
}

void add_distances(Digest& digest, const Tables& tables, const Asked& asked) {
    const Cards& hand = asked.hand.cards;
    const MeldIds exposed = asked.hand.exposed;
    digest.add(deficiency(tables, hand, exposed, asked.growth, asked.visible));
    digest.add(deficiency_drawn(tables, hand, exposed, asked.growth, asked.visible));
    digest.add(is_within(tables, hand, exposed, 2, asked.growth, asked.visible));
    digest.add(acceptance(tables, hand, exposed, asked.growth, asked.visible));
    for (const CallAccept& call : call_acceptance(tables, hand, exposed, asked.growth, asked.visible)) {
        digest.add(call.kind);
        digest.add(call.copies);
        add_list(digest, call.melds);
    }
    for (const DiscardRow& row : discard_table(tables, hand, exposed, asked.growth, asked.visible)) {
        digest.add(row.kind);
        digest.add(row.deficiency);
        digest.add(row.copies);
        digest.add(row.acceptance);
    }
}

void add_worths(Digest& digest, const Tables& tables, const hands::Hand& hand) {
    const std::uint64_t every = ~std::uint64_t{0} >> (64 - tables.melds.kinds());
    digest.add(is_complete(tables, hand.cards, hand.exposed));
    const std::uint64_t drawn = waits(tables, hand.cards, hand.exposed, every);
    digest.add(drawn);
    digest.add(claimed_waits(tables, hand.cards, hand.exposed, drawn));
    const int claimed = hand.cards.empty() ? -1 : hand.cards.at(0);
    const Best found = best(tables, hand.cards, hand.exposed, claimed, 1);
    digest.add(found.points);
    digest.add(found.meld_points);
    digest.add(found.dora_points);
    digest.add(found.claimed_meld);
    digest.add(found.new_melds.view());
    digest.add(found.exposed.view());
    digest.add(penalty(tables.melds.rules(), hand.cards, 0));
    digest.add(min_penalty(tables, hand.cards, hand.exposed, 1, 0));
    if (const auto ways = arrangements(tables, hand.cards, hand.exposed)) {
        digest.add(ways->size());
        for (const Arrangement& way : *ways) {
            add_list(digest, way.new_melds);
            add_list(digest, way.exposed);
        }
    }
}

void add_rows(Digest& digest, const Tables& tables, const Rows& rows, const std::uint8_t* visible) {
    const auto cells = rows.hands * static_cast<std::size_t>(tables.melds.kinds());
    std::vector<std::uint8_t> bytes(rows.hands);
    std::vector<std::uint64_t> sets(rows.hands);
    std::vector<std::int32_t> points(rows.hands);
    complete_rows(tables, rows, bytes.data());
    add_list(digest, bytes);
    waits_rows(tables, rows, sets.data());
    add_list(digest, sets);
    best_rows(tables, rows, 1, points.data());
    add_list(digest, points);
    min_penalty_rows(tables, rows, -1, 0, points.data());
    add_list(digest, points);
    for (const std::uint8_t* seen : {static_cast<const std::uint8_t*>(nullptr), visible}) {
        deficiency_rows(tables, rows, kAnyGrowth, seen, bytes.data());
        add_list(digest, bytes);
        deficiency_rows(tables, rows, 1, seen, bytes.data(), true);
        add_list(digest, bytes);
        acceptance_rows(tables, rows, kAnyGrowth, seen, sets.data());
        add_list(digest, sets);
        std::vector<std::uint8_t> after(cells);
        std::vector<std::uint16_t> copies(cells);
        discard_table_rows(tables, rows, kAnyGrowth, seen, after.data(), copies.data());
        add_list(digest, after);
        add_list(digest, copies);
    }
}

Digest of_variant(std::string_view variant) {
    const Tables& tables = questions::tables_of(variant);
    const Melds& melds = tables.melds;
    Digest digest;
    digest.add(melds.size());
    SplitMix64 rng(17);
    for (const bool open : {false, true}) {
        hands::HandRows rows;
        std::vector<std::uint8_t> visible;
        for (int i = 0; i < kHands; ++i) {
            const auto cards = static_cast<int>(open ? 4 + rng.below(6) : 10 + rng.below(6));
            Asked asked = questions::ask(melds, cards, open ? static_cast<int>(1 + rng.below(3)) : 0, rng);
            if (i % 4 == 0) {
                asked.visible = {};
                asked.hand = hands::complete_hand(melds, cards, open ? 2 : 0, rng);
            }
            rows.add(melds, asked.hand);
            for (int k = 0; k < melds.kinds(); ++k)
                visible.push_back(static_cast<std::uint8_t>(asked.visible.count(k)));
            add_distances(digest, tables, asked);
            add_worths(digest, tables, asked.hand);
        }
        add_rows(digest, tables, rows.rows(open), visible.data());
    }
    return digest;
}

}  // namespace

void add_namima_hands(Parts& parts) {
    for (const std::string_view variant : kVariants)
        parts.push_back(part("namima.hands." + std::string(variant), of_variant(variant)));
}

}  // namespace uneri::digest
