// Tests the waits of many hands at once, by drawing each kind with a card left and asking for the single hand.
#include <string>
#include <vector>

#include "check.hpp"
#include "namima_questions.hpp"
#include "uneri/games/namima/hands/complete.hpp"

namespace {

using namespace uneri;
using namespace uneri::namima;
using namespace uneri::namima::questions;

struct Tally {
    long hands = 0;
    long waiting = 0;
};

void compare_rows(const Tables& tables, const std::vector<hands::Hand>& batch, bool open, Tally& tally) {
    const Melds& melds = tables.melds;
    hands::HandRows rows;
    for (const hands::Hand& hand : batch) rows.add(melds, hand);
    std::vector<std::uint64_t> found(batch.size());
    waits_rows(tables, rows.rows(open), found.data());
    for (std::size_t i = 0; i < batch.size(); ++i) {
        const hands::Hand& hand = batch[i];
        Cards left = melds.deck() - hand.cards;
        for (const std::uint16_t id : hand.exposed) left -= melds[id].cards;
        std::uint64_t expected = 0;
        left.each([&](int kind, int) {
            if (is_complete(tables, hand.cards + Cards::of(kind), hand.exposed)) expected |= std::uint64_t{1} << kind;
        });
        CHECK(found[i] == expected);
        CHECK(waits(tables, hand.cards, hand.exposed, left.some()) == expected);
        ++tally.hands;
        tally.waiting += expected != 0 ? 1 : 0;
    }
}

// Hands of up to 16 cards, or of up to nine with up to four melds open. Half of them have lost a card, and then often
// have waits.
void compare_many(const Tables& tables, long hands, SplitMix64& rng, Tally& tally) {
    for (const bool open : {false, true}) {
        std::vector<hands::Hand> batch;
        for (long i = 0; i < hands / 2; ++i) {
            const auto cards = static_cast<int>(1 + rng.below(open ? 9 : 16));
            hands::Hand hand = ask(tables.melds, cards, open ? static_cast<int>(rng.below(5)) : 0, rng).hand;
            if (rng.below(2) == 0 && !hand.cards.empty()) hand.cards.remove(hands::random_kind(hand.cards, rng));
            batch.push_back(hand);
        }
        compare_rows(tables, batch, open, tally);
    }
}

TEST(namima_waits_of_rows) {
    SplitMix64 rng(23);
    for (const std::string_view variant : kVariants) {
        Tally tally;
        compare_many(tables_of(variant), hands_asked(1000), rng, tally);
        CHECK(tally.waiting > tally.hands / 10 && tally.waiting < tally.hands);
        if (hands_asked(0) > 0)
            std::printf("%s: %ld hands, %ld wait\n", std::string(variant).c_str(), tally.hands, tally.waiting);
    }
}

TEST(namima_waits_of_rows_in_custom_sets) {
    SplitMix64 rng(24);
    Tally tally;
    const long wanted = hands_asked(3000) / 100;
    for (long sets = 0; sets < wanted;) {
        const Result<Melds> melds = Melds::make(random_rules(40, rng), 2);
        if (!melds) continue;
        ++sets;
        compare_many(Tables(*melds), 100, rng, tally);
    }
    CHECK(tally.waiting > tally.hands / 20 && tally.waiting < tally.hands);
    if (hands_asked(0) > 0) std::printf("%ld custom sets: %ld hands, %ld wait\n", wanted, tally.hands, tally.waiting);
}

}  // namespace
