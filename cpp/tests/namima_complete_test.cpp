// Tests which of many hands are complete, for alternating parts and for melds that cross in lines or at hubs. The
// expected answers come from the code for one hand, which tries the melds.
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
    long complete = 0;
};

// Hands of up to 18 cards, or of up to nine with up to four melds open.
void compare_many(const Tables& tables, long hands, SplitMix64& rng, Tally& tally) {
    for (const bool open : {false, true}) {
        std::vector<hands::Hand> batch;
        hands::HandRows rows;
        for (long i = 0; i < hands / 2; ++i) {
            const auto cards = static_cast<int>(1 + rng.below(open ? 9 : 18));
            batch.push_back(ask(tables.melds, cards, open ? static_cast<int>(rng.below(5)) : 0, rng).hand);
            rows.add(tables.melds, batch.back());
        }
        std::vector<std::uint8_t> found(batch.size());
        complete_rows(tables, rows.rows(open), found.data());
        for (std::size_t i = 0; i < batch.size(); ++i) {
            const bool expected = is_complete(tables, batch[i].cards, batch[i].exposed);
            CHECK((found[i] != 0) == expected);
            ++tally.hands;
            tally.complete += expected ? 1 : 0;
        }
    }
}

TEST(namima_complete_rows) {
    SplitMix64 rng(31);
    for (const std::string_view variant : kVariants) {
        Tally tally;
        compare_many(tables_of(variant), hands_asked(3000), rng, tally);
        CHECK(tally.complete > tally.hands / 20 && tally.complete < tally.hands);
        if (hands_asked(0) > 0)
            std::printf("%s: %ld hands, %ld complete\n", std::string(variant).c_str(), tally.hands, tally.complete);
    }
}

// Two blocks of up to four ranks and colours with several copies each, and with SAI or a wild colour.
RuleSet two_blocks(SplitMix64& rng) {
    const auto pick = [&](int bound) { return static_cast<int>(rng.below(static_cast<std::uint64_t>(bound))); };
    const int first = 3 + pick(2);
    const bool sai = pick(2) == 0;
    RuleSet rules = plain_rules(sai ? 4 + pick(2) : 5, first + 3 + pick(2), 0);
    for (int r = first; r < rules.ranks; ++r) ++rules.rank[static_cast<std::size_t>(r)];
    for (std::size_t c = 0; c < static_cast<std::size_t>(rules.colours); ++c) {
        rules.copies[c] = static_cast<std::uint8_t>(1 + pick(5));
        rules.penalty[c] = 1;
    }
    const auto some_of = [&](int least, int most) {
        unsigned sizes = 1u << (least + pick(most - least + 1));
        for (int s = least; s <= most; ++s) sizes |= static_cast<unsigned>(pick(2)) << s;
        return static_cast<std::uint16_t>(sizes);
    };
    rules.sizes[kSame] = some_of(2, 4);
    rules.sizes[kRun] = some_of(3, 4);
    if (sai) {
        rules.sizes[kSai] = some_of(2 + pick(2), rules.colours);
    } else {
        rules.wild = {rules.colours - 1, 1 + pick(3), 2 + pick(2)};
    }
    return rules;
}

TEST(namima_complete_rows_in_custom_sets) {
    SplitMix64 rng(32);
    Tally tally;
    long sets = 0;
    long lines = 0;
    long hubs = 0;
    const long wanted = hands_asked(4000) / 100;
    while (sets < wanted) {
        const Result<Melds> melds = Melds::make(two_blocks(rng), 2);
        if (!melds) continue;
        ++sets;
        const Tables tables(*melds);
        lines += tables.lines->hold() ? 1 : 0;
        hubs += tables.hubs->hold() ? 1 : 0;
        compare_many(tables, 200, rng, tally);
    }
    CHECK(lines > sets / 5 && hubs > sets / 10);
    CHECK(tally.complete > tally.hands / 20 && tally.complete < tally.hands);
    if (hands_asked(0) > 0)
        std::printf("%ld custom sets, %ld with lines, %ld with hubs: %ld hands, %ld complete\n", sets, lines, hubs,
                    tally.hands, tally.complete);
}

}  // namespace
