// Tests the stack use of Namima: games, and its kernels over hands of all sizes in all sorts of rule sets.
#include "namima_questions.hpp"
#include "stack_of_game.hpp"
#include "uneri/games/namima/hands/best.hpp"
#include "uneri/games/namima/hands/complete.hpp"
#include "uneri/games/namima/namima.hpp"
#include "uneri/games/namima/self_calls.hpp"

#ifndef _WIN32
namespace {

using namespace uneri;
using namespace uneri::namima;

TEST(namima_fits_a_small_stack) {
    for (const std::string_view variant : kVariants) {
        const PlainData riichi = variant == kVariants[0];
        const PlainData rules(PlainData::Map{{"variant", std::string(variant)}, {"riichi", riichi}, {"games", 1}});
        test::StackOfGame<Namima>(rules).check();
    }
}

TEST(namima_rule_sets_are_read_on_a_small_stack) {
    RuleSet rules = built_in(5);
    rules.copies[0] = 3;
    const PlainData options(PlainData::Map{{"variant", ruleset_value(rules)}});
    test::check_stack("namima: a rule set is read", [&] { CHECK(static_cast<bool>(Namima::make(options))); });
}

// Asks for each hand singly, and for all of them as rows.
void ask_all(const Tables& tables, const std::vector<questions::Asked>& asked) {
    hands::HandRows rows;
    for (const auto& [hand, visible, growth] : asked) {
        const Cards& cards = hand.cards;
        const MeldIds exposed = hand.exposed;
        const int now = deficiency(tables, cards, exposed, growth, visible);
        CHECK(is_within(tables, cards, exposed, now, growth, visible));
        deficiency_drawn(tables, cards, exposed, growth, visible);
        acceptance(tables, cards, exposed, growth, visible);
        call_acceptance(tables, cards, exposed, growth, visible);
        discard_table(tables, cards, exposed, growth, visible);
        waits(tables, cards, exposed, ~std::uint64_t{0} >> (64 - tables.melds.kinds()));
        if (is_complete(tables, cards, exposed)) best(tables, cards, exposed, -1, 0);
        arrangements(tables, cards, exposed, 1000);
        min_penalty(tables, cards, exposed, -1, 0);
        rows.add(tables.melds, hand);
    }
    std::vector<std::uint8_t> bytes(rows.size() * static_cast<std::size_t>(tables.melds.kinds()));
    std::vector<std::uint64_t> kinds(rows.size());
    std::vector<std::uint16_t> copies(bytes.size());
    std::vector<std::int32_t> points(rows.size());
    const Rows all = rows.rows(true);
    complete_rows(tables, all, bytes.data());
    waits_rows(tables, all, kinds.data());
    best_rows(tables, all, -1, points.data());
    min_penalty_rows(tables, all, -1, -1, points.data());
    deficiency_rows(tables, all, kAnyGrowth, nullptr, bytes.data());
    deficiency_rows(tables, all, kAnyGrowth, nullptr, bytes.data(), true);
    acceptance_rows(tables, all, kAnyGrowth, nullptr, kinds.data());
    discard_table_rows(tables, all, kAnyGrowth, nullptr, bytes.data(), copies.data());
}

void check_kernels(const std::string& name, const Tables& tables, SplitMix64& rng) {
    for (const int cards : {4, 10, 16, 24}) {  // 24: the most that the bindings accept
        if (tables.melds.deck_size() < 2 * cards) continue;
        std::vector<questions::Asked> asked;
        for (int i = 0; i < 12; ++i) asked.push_back(questions::ask(tables.melds, cards, i % 3, rng));
        test::check_stack("namima: hands of " + std::to_string(cards) + " cards, " + name,
                          [&] { ask_all(tables, asked); });
    }
}

TEST(namima_kernels_fit_a_small_stack) {
    SplitMix64 rng(11);
    for (const std::string_view variant : kVariants)
        check_kernels(std::string(variant), questions::tables_of(variant), rng);
    for (int i = 0; i < 6; ++i) {
        const Result<Melds> melds = Melds::make(questions::random_rules(24, rng), 3);
        if (!melds) continue;
        std::unique_ptr<Tables> tables;
        test::check_stack("namima: tables", [&] { tables = std::make_unique<Tables>(*melds); });
        check_kernels("rule set " + std::to_string(i), *tables, rng);
    }
}

}  // namespace
#endif
