// Many hands where no meld crosses, by joined boards, against the functions for one hand, which are compared with a
// plain search elsewhere.
#include "namima_questions.hpp"
#include "tests/check.hpp"

namespace {

using namespace uneri;
using namespace uneri::namima;
using namespace uneri::namima::questions;

struct Batch {
    std::vector<hands::Hand> hands;
    std::vector<std::uint8_t> counts;
    std::vector<std::uint16_t> exposed;
    std::vector<std::uint32_t> start{0};

    // Hands of 1 to 20 concealed cards, half of them near a win, with up to so many exposed melds.
    Batch(const Melds& melds, int size, int open, SplitMix64& rng) {
        while (static_cast<int>(hands.size()) < size) {
            const auto cards = static_cast<int>(1 + rng.below(kMaxConcealed));
            hands.push_back(
                ask(melds, cards, static_cast<int>(rng.below(static_cast<std::uint64_t>(open) + 1)), rng).hand);
            const hands::Hand& hand = hands.back();
            for (int k = 0; k < melds.kinds(); ++k) counts.push_back(static_cast<std::uint8_t>(hand.cards.count(k)));
            exposed.insert(exposed.end(), hand.exposed.begin(), hand.exposed.end());
            start.push_back(static_cast<std::uint32_t>(exposed.size()));
        }
    }
    Rows rows(int open) const {
        if (open == 0) return {counts.data(), hands.size(), {}, nullptr};
        return {counts.data(), hands.size(), exposed, start.data()};
    }
};

void compare(const Tables& tables, int size, SplitMix64& rng) {
    for (const int open : {0, 4}) {
        const Batch batch(tables.melds, size, open, rng);
        std::vector<std::uint8_t> out(batch.hands.size());
        std::vector<std::uint64_t> accepted(batch.hands.size());
        const auto check = [&](const auto& answers, auto&& one) {
            for (std::size_t i = 0; i < out.size(); ++i)
                CHECK(answers[i] == one(batch.hands[i].cards, batch.hands[i].exposed));
        };
        for (const int growth : {0, 1, 2, kAnyGrowth}) {
            deficiency_rows(tables, batch.rows(open), growth, nullptr, out.data());
            check(out, [&](const Cards& hand, MeldIds exposed) { return deficiency(tables, hand, exposed, growth); });
            deficiency_drawn_rows(tables, batch.rows(open), growth, nullptr, out.data());
            check(out,
                  [&](const Cards& hand, MeldIds exposed) { return deficiency_drawn(tables, hand, exposed, growth); });
            acceptance_rows(tables, batch.rows(open), growth, nullptr, accepted.data());
            check(accepted,
                  [&](const Cards& hand, MeldIds exposed) { return acceptance(tables, hand, exposed, growth); });
        }
    }
}

TEST(namima_joined_boards) {
    SplitMix64 rng(21);
    for (const std::string_view variant : {"sazanami", "shiranami"}) {
        const Tables& tables = tables_of(variant);
        CHECK(tables.joined(false).ready() && tables.joined(true).ready());
        compare(tables, static_cast<int>(hands_asked(1000)), rng);
    }
    CHECK(!tables_of("shikinami").joined(false).ready());
}

TEST(namima_joined_boards_of_random_sets) {
    SplitMix64 rng(22);
    const long sets_asked = std::max(15L, hands_asked(0) / 500);
    long sets = 0;
    long closed = 0;
    long open = 0;
    for (long attempt = 0; attempt < 100 * sets_asked && sets < sets_asked; ++attempt) {
        const Result<Melds> melds = Melds::make(random_rules(28, rng), 2);
        if (!melds) continue;
        const Tables tables(*melds);
        if (!tables.separable()) continue;
        ++sets;
        closed += tables.joined(false).ready() ? 1 : 0;
        open += tables.joined(true).ready() ? 1 : 0;
        compare(tables, 100, rng);
    }
    CHECK(sets == sets_asked && closed > sets / 2 && open > sets / 4);
    if (hands_asked(0) > 0) std::printf("%ld random sets, %ld and %ld of them by joined boards\n", sets, closed, open);
}

}  // namespace
