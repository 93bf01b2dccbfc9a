// Compares deficiencies computed by different functions, and tests the discard tables of hands for which sweeps take
// short cuts.
#include <algorithm>
#include <string>

#include "namima_definitions.hpp"

namespace {

using namespace uneri;
using namespace uneri::namima;
using namespace uneri::namima::questions;

TEST(namima_need_definitions) {
    SplitMix64 rng(13);
    const auto compare = [&](const Tables& tables, long hands) {
        for (long i = 0; i < hands; ++i) {
            const bool open = rng.below(2) == 0;
            const auto cards = static_cast<int>(1 + rng.below(open ? 9 : 16));
            compare_with_definitions(tables,
                                     ask(tables.melds, cards, open ? static_cast<int>(1 + rng.below(4)) : 0, rng));
        }
    };
    for (const std::string_view variant : kVariants) compare(tables_of(variant), hands_asked(1000) / 10);
    int sets = 0;
    for (int attempt = 0; attempt < 200 && sets < 15; ++attempt) {
        const Result<Melds> melds = Melds::make(random_rules(28, rng), 2);
        if (!melds) continue;
        ++sets;
        compare(Tables(*melds), 10);
    }
    CHECK(sets == 15);
}

// Hands as dealt: far from complete, or with up to four cards swapped. Sweeps take most of their short cuts here.
TEST(namima_need_discards_of_whole_hands) {
    SplitMix64 rng(14);
    for (const std::string_view variant : kVariants) {
        const Tables& tables = tables_of(variant);
        const Melds& melds = tables.melds;
        const int before = test::failures();
        const long hands = hands_asked(400) / 10;
        for (long i = 0; i < hands; ++i) {
            const auto cards = static_cast<int>(12 + rng.below(5));
            Asked asked;
            if (i % 2 == 0) {
                asked.hand = hands::random_hand(melds, cards, rng);
            } else {
                asked.hand = hands::complete_hand(melds, cards, 0, rng);
                hands::swap_cards(melds, asked.hand, static_cast<int>(1 + rng.below(4)), rng);
            }
            look_around(melds, asked, rng);
            compare_discards(tables, asked);
        }
        if (hands_asked(0) > 0)
            std::printf("%s: discards of %ld hands, %d failures\n", std::string(variant).c_str(), hands,
                        test::failures() - before);
    }
}

// Melds that lack a substitute, where all cards it stands for are visible or held: only such hands need a substitute
// that they do not have.
Asked hand_that_runs_out(const Melds& melds, SplitMix64& rng) {
    std::vector<const Meld*> substituted;
    for (int id = 0; id < melds.size(); ++id) {
        if (melds[id].substitutes > 0) substituted.push_back(&melds[id]);
    }
    std::uint64_t wild = 0;
    for (int r = 0; r < melds.rules().ranks; ++r)
        wild |= std::uint64_t{1} << melds.rules().kind(melds.rules().wild.colour, r);
    Asked asked;
    Cards& hand = asked.hand.cards;
    Cards wall = melds.deck();
    const auto take = [&](const Cards& cards, Cards& to) {
        const Cards some = cards & wall;
        wall -= some;
        to += some;
    };
    for (auto wanted = 1 + rng.below(4); wanted > 0; --wanted) {
        const Meld& meld = *substituted[rng.below(substituted.size())];
        const Cards natural = meld.cards.only(~wild);
        if (hand.total() + natural.total() > 14) break;
        take(natural, hand);
        // Finds a natural meld of this size with the card that the substitute stands for.
        for (int id = 0; id < melds.size(); ++id) {
            const Cards& other = melds[id].cards;
            if (melds[id].size != meld.size || melds[id].substitutes > 0 || !other.contains(natural)) continue;
            const Cards missing = other - natural;
            if (missing.total() > 1 || rng.below(4) == 0) continue;
            const int kind = std::countr_zero(missing.some());
            while (wall.count(kind) > 0)
                take(Cards::of(kind), rng.below(3) == 0 && hand.total() < 15 ? hand : asked.visible);
        }
    }
    for (auto more = rng.below(3); more > 0 && hand.total() < 16; --more)
        take(Cards::of(hands::random_kind(wall, rng)), hand);
    if (rng.below(4) == 0) asked.growth = static_cast<int>(rng.below(3));
    return asked;
}

TEST(namima_need_where_kinds_run_out) {
    SplitMix64 rng(16);
    const auto compare = [&](const Tables& tables, long hands) {
        for (long i = 0; i < hands; ++i) compare_with_definitions(tables, hand_that_runs_out(tables.melds, rng));
    };
    compare(tables_of("aranami"), hands_asked(1000) / 10);
    int sets = 0;
    for (int attempt = 0; attempt < 1000 && sets < 15; ++attempt) {
        RuleSet rules = random_rules(28, rng);
        if (rules.wild.colour < 0) continue;
        for (const MeldKind kind : {kSai, kAya, kJuu}) rules.sizes[kind] = 0;
        const Result<Melds> melds = Melds::make(rules, 2);
        bool substituted = false;
        for (int id = 0; melds && id < melds->size(); ++id) substituted |= (*melds)[id].substitutes > 0;
        if (!substituted) continue;
        ++sets;
        compare(Tables(*melds), 20);
    }
    CHECK(sets == 15);
}

// Hands in rule sets whose kinds run short; most hold three cards of a kind or more.
TEST(namima_need_where_spare_cards_matter) {
    SplitMix64 rng(18);
    const auto compare = [&](const Tables& tables, long hands) {
        for (long i = 0; i < hands; ++i) {
            Asked asked;
            asked.hand = hands::complete_hand(tables.melds, static_cast<int>(9 + rng.below(8)), 0, rng);
            hands::swap_cards(tables.melds, asked.hand, static_cast<int>(1 + rng.below(4)), rng);
            Cards& hand = asked.hand.cards;
            if (hand.thrice() == 0) {
                const int kind = hands::random_kind(hand, rng);
                hand.set(kind, static_cast<unsigned>(std::min(3, tables.melds.deck().count(kind))));
            }
            if (rng.below(3) == 0) look_around(tables.melds, asked, rng);
            compare_discards(tables, asked);
        }
    };
    compare(tables_of("juuayanami"), hands_asked(1000));
    int sets = 0;
    for (int attempt = 0; attempt < 400 && sets < 10; ++attempt) {
        RuleSet rules = random_rules(24, rng);
        rules.sizes[kSame] = 0;
        rules.sizes[kJuu] = 1u << 4 | 1u << 6;
        const Result<Melds> melds = Melds::make(rules, 2);
        if (!melds) continue;
        const Tables tables(*melds);
        ++sets;
        compare(tables, hands_asked(1000) / 50);
    }
    CHECK(sets == 10);
}

// For some parts, more crossing melds are within reach than a sweep examines at once.
TEST(namima_sweep_of_many_melds) {
    RuleSet rules = plain_rules(6, 8, 2);
    rules.sizes[kRun] = 1u << 3 | 1u << 4;
    rules.sizes[kSai] = 1u << 3 | 1u << 4;
    const Tables tables(*Melds::make(rules, 2));
    SplitMix64 rng(17);
    for (long i = 0; i < hands_asked(400) / 4; ++i) {
        Asked asked;
        asked.hand = hands::random_hand(tables.melds, static_cast<int>(7 + rng.below(5)), rng);
        compare_discards(tables, asked);
    }
}

// Hands with exposed melds: lay-offs on them are further choices of a sweep.
TEST(namima_need_discards_of_exposed_hands) {
    SplitMix64 rng(15);
    const auto compare = [&](const Tables& tables, long hands) {
        for (long i = 0; i < hands; ++i) {
            const auto open = static_cast<int>(1 + rng.below(4));
            const auto cards = static_cast<int>(2 + rng.below(12));
            Asked asked;
            if (i % 2 == 0) {
                asked = ask(tables.melds, cards, open, rng);
            } else {
                asked.hand = hands::complete_hand(tables.melds, cards, open, rng);
                hands::swap_cards(tables.melds, asked.hand, static_cast<int>(rng.below(5)), rng);
                look_around(tables.melds, asked, rng);
            }
            compare_discards(tables, asked);
        }
    };
    for (const std::string_view variant : kVariants) {
        const int before = test::failures();
        const long hands = hands_asked(400) / 10;
        compare(tables_of(variant), hands);
        if (hands_asked(0) > 0)
            std::printf("%s: discards of %ld hands with exposed melds, %d failures\n", std::string(variant).c_str(),
                        hands, test::failures() - before);
    }
    const int asked_sets = hands_asked(0) > 0 ? 40 : 6;
    int sets = 0;
    for (int attempt = 0; attempt < 400 && sets < asked_sets; ++attempt) {
        const Result<Melds> melds = Melds::make(random_rules(28, rng), 2);
        if (!melds) continue;
        ++sets;
        compare(Tables(*melds), hands_asked(4000) / 400);
    }
    CHECK(sets == asked_sets);
    if (hands_asked(0) > 0)
        std::printf("%d random sets: discards of %ld hands with exposed melds each\n", sets, hands_asked(0) / 400);
}

}  // namespace
