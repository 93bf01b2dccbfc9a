// Many hands where no meld crosses, by joined boards, against the functions for one hand, which are compared with a
// plain search elsewhere.
#include "namima_questions.hpp"
#include "tests/check.hpp"

namespace {

using namespace uneri;
using namespace uneri::namima;
using namespace uneri::namima::questions;

// Two to four exposed melds of one part, if there are such, sometimes one elsewhere, and up to so many concealed cards,
// some of them in melds, many of the same part.
hands::Hand crowded(const Tables& tables, int cards, SplitMix64& rng) {
    const auto below = [&](int bound) { return static_cast<int>(rng.below(static_cast<std::uint64_t>(bound))); };
    const Melds& melds = tables.melds;
    hands::Hand hand;
    Cards wall = melds.deck();
    const int part = below(tables.parts.count());
    const auto take = [&](int tries, auto&& wanted) {
        for (; tries > 0; --tries) {
            const int id = below(melds.size());
            if (!wall.contains(melds[id].cards) || !wanted(id)) continue;
            wall -= melds[id].cards;
        }
    };
    const auto expose = [&](int tries, int most, bool here) {
        take(tries, [&](int id) {
            if (most == 0 || (tables.part_of[static_cast<std::size_t>(id)] == part) != here) return false;
            --most;
            hand.exposed.push_back(static_cast<std::uint16_t>(id));
            return true;
        });
    };
    expose(200, 2 + below(3), true);
    expose(5, below(2), false);
    take(below(4), [&](int id) {
        if (hand.cards.total() + melds[id].size > cards) return false;
        hand.cards += melds[id].cards;
        return true;
    });
    while (hand.cards.total() < cards && !wall.empty()) {
        int kind = hands::random_kind(wall, rng);
        for (int tries = below(20); tables.parts.bit_of(kind) / kPartKinds != part && tries > 0; --tries)
            kind = hands::random_kind(wall, rng);
        wall.remove(kind);
        hand.cards.add(kind);
    }
    return hand;
}

struct Batch {
    std::vector<namima::hands::Hand> hands;
    namima::hands::HandRows rows;
    std::array<long, 4> most{};  // hands by the most exposed melds in a part, from three on together

    // Hands of 1 to 20 concealed cards, half of them near a win, with up to so many exposed melds; every third of those
    // with exposed melds crowded.
    Batch(const Tables& tables, int size, int open, SplitMix64& rng) {
        const Melds& melds = tables.melds;
        while (static_cast<int>(hands.size()) < size) {
            const auto cards = static_cast<int>(1 + rng.below(kMaxConcealed));
            hands.push_back(
                open > 0 && hands.size() % 3 == 0
                    ? crowded(tables, cards, rng)
                    : ask(melds, cards, static_cast<int>(rng.below(static_cast<std::uint64_t>(open) + 1)), rng).hand);
            const hands::Hand& hand = hands.back();
            rows.add(melds, hand);
            std::array<int, kMaxParts> in_part{};
            for (const std::uint16_t id : hand.exposed) ++in_part[tables.part_of[id]];
            ++most[static_cast<std::size_t>(std::min(3, *std::max_element(in_part.begin(), in_part.end())))];
        }
    }
};

// Gives the numbers of hands by the most exposed melds in a part.
std::array<long, 4> compare(const Tables& tables, int size, SplitMix64& rng) {
    std::array<long, 4> most{};
    for (const int open : {0, 4}) {
        const Batch batch(tables, size, open, rng);
        std::vector<std::uint8_t> out(batch.hands.size());
        std::vector<std::uint64_t> accepted(batch.hands.size());
        const auto check = [&](const auto& answers, auto&& one) {
            for (std::size_t i = 0; i < out.size(); ++i)
                CHECK(answers[i] == one(batch.hands[i].cards, batch.hands[i].exposed));
        };
        for (const int growth : {0, 1, 2, kAnyGrowth}) {
            deficiency_rows(tables, batch.rows.rows(open > 0), growth, nullptr, out.data());
            check(out, [&](const Cards& hand, MeldIds exposed) { return deficiency(tables, hand, exposed, growth); });
            deficiency_drawn_rows(tables, batch.rows.rows(open > 0), growth, nullptr, out.data());
            check(out,
                  [&](const Cards& hand, MeldIds exposed) { return deficiency_drawn(tables, hand, exposed, growth); });
            acceptance_rows(tables, batch.rows.rows(open > 0), growth, nullptr, accepted.data());
            check(accepted,
                  [&](const Cards& hand, MeldIds exposed) { return acceptance(tables, hand, exposed, growth); });
        }
        most = batch.most;
    }
    return most;
}

// Do the boards know two melds of a part?
bool knows_pairs(const Tables& tables) {
    const JoinedBoards& joined = tables.joined(true);
    return joined.ready() && joined.moves(0)[tables.part_of[0]] < 2 * JoinedBoards::kOneOpen;
}

TEST(namima_joined_boards) {
    SplitMix64 rng(21);
    for (const std::string_view variant : {"sazanami", "shiranami"}) {
        const Tables& tables = tables_of(variant);
        CHECK(tables.joined(false).ready() && knows_pairs(tables));
        const auto size = static_cast<int>(hands_asked(1000));
        const std::array<long, 4> most = compare(tables, size, rng);
        CHECK(most[1] > size / 10 && most[2] > size / 10 && most[3] > size / 10);
    }
    CHECK(!tables_of("shikinami").joined(false).ready());
}

TEST(namima_joined_boards_of_random_sets) {
    SplitMix64 rng(22);
    const long sets_asked = std::max(15L, hands_asked(0) / 500);
    long sets = 0;
    long closed = 0;
    long open = 0;
    long pairs = 0;
    std::array<long, 4> most{};
    for (long attempt = 0; attempt < 100 * sets_asked && sets < sets_asked; ++attempt) {
        const Result<Melds> melds = Melds::make(random_rules(28, rng), 2);
        if (!melds) continue;
        const Tables tables(*melds);
        if (!tables.separable()) continue;
        ++sets;
        closed += tables.joined(false).ready() ? 1 : 0;
        open += tables.joined(true).ready() ? 1 : 0;
        pairs += knows_pairs(tables) ? 1 : 0;
        const std::array<long, 4> some = compare(tables, 100, rng);
        for (std::size_t i = 0; i < most.size(); ++i) most[i] += some[i];
    }
    CHECK(sets == sets_asked && closed > sets / 2 && open > sets / 4 && pairs > sets / 5);
    CHECK(most[2] > sets && most[3] > sets);
    if (hands_asked(0) > 0) {
        std::printf("%ld random sets, %ld and %ld of them by joined boards, %ld with two melds of a part\n", sets,
                    closed, open, pairs);
        std::printf("hands with 0, 1, 2, more exposed melds in a part: %ld, %ld, %ld, %ld\n", most[0], most[1], most[2],
                    most[3]);
    }
}

}  // namespace
