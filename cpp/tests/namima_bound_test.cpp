// Tests the lower bound of a sweep (sweep_bound.hpp) against known targets.
#include "namima_questions.hpp"
#include "tests/check.hpp"
#include "uneri/games/namima/hands/distance/sweep_bound.hpp"

namespace {

using namespace uneri;
using namespace uneri::namima;
using namespace uneri::namima::questions;

Question at_rest_question(const Tables& tables, const Cards& hand) {
    const Cards by_part = tables.parts.to_part_order(hand);
    return {tables, tables.needs(), by_part, tables.deck - by_part, {}, hand.total() + 1, kAnyGrowth};
}

// The least weight of the whole hand.
int bound_of(const SweepBound& bound, const Cards& by_part) {
    SweepBound::Weights weights;
    return bound.weight_from(0, by_part, weights);
}

// A target weighs its lacking cards plus the cards it leaves over, which is never below the bound. And taking a
// crossing meld never lowers the bound: the weight of the rest plus what the meld lacks is at least as large.
void check_bound(const Tables& tables, SplitMix64& rng) {
    const Melds& melds = tables.melds;
    hands::Hand hand = hands::complete_hand(melds, static_cast<int>(6 + rng.below(11)), 0, rng);
    const Cards target = hand.cards;
    hands::swap_cards(melds, hand, static_cast<int>(rng.below(5)), rng);
    const int lacking = (target - (target & hand.cards)).total();
    const int left_over = (hand.cards - (target & hand.cards)).total();
    const Question question = at_rest_question(tables, hand.cards);
    const SweepTargets targets(question, std::min(kMostLacking, lacking + static_cast<int>(rng.below(3))));
    SweepBound bound(targets);
    if (!bound.list()) return;
    bound.weigh();
    const int whole = bound_of(bound, question.hand);
    CHECK(whole <= SweepTargets::kUnit * (lacking + left_over));
    const std::size_t end = bound.candidate_end[targets.tables.layers.size() - 1];
    for (std::size_t i = 0; i < end; ++i) {
        const auto& meld = targets.tables.crossing[bound.candidates[i]];
        const Cards have = meld.cards & question.hand;
        const int rest = bound_of(bound, question.hand - have);
        CHECK(whole <= rest + SweepTargets::kUnit * (meld.size - have.total()));
    }
}

TEST(namima_sweep_bound_holds) {
    SplitMix64 rng(23);
    for (const std::string_view variant : kVariants) {
        for (long i = 0; i < hands_asked(2000); ++i) check_bound(tables_of(variant), rng);
    }
    int sets = 0;
    for (int attempt = 0; attempt < 400 && sets < 20; ++attempt) {
        const Result<Melds> melds = Melds::make(random_rules(28, rng), 2);
        if (!melds) continue;
        const Tables tables(*melds);
        if (!tables.sweeps().ready()) continue;
        ++sets;
        for (int i = 0; i < 200; ++i) check_bound(tables, rng);
    }
    CHECK(sets == 20);
}

}  // namespace
