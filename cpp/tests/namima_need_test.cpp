// Tests the deficiency of hands: the worked examples of 11.4 to 11.8, every multiset of cards of small decks, and the
// plain search over melds on seeded random hands.
#include <algorithm>
#include <string>

#include "namima_all_targets.hpp"
#include "namima_definitions.hpp"
#include "uneri/games/namima/data.hpp"

namespace {

using namespace uneri;
using namespace uneri::namima;
using namespace uneri::namima::questions;

using Ids = std::vector<std::uint16_t>;

// --- worked examples ---------------------------------------------------------------------------------------------

struct Example {
    const Tables& tables;
    Cards hand;
    Ids exposed;

    Example(std::string_view variant, std::string_view cards, std::vector<std::string_view> melds = {})
        : tables(tables_of(variant)), hand(of(cards)) {
        for (const std::string_view meld : melds)
            exposed.push_back(static_cast<std::uint16_t>(tables.melds.find(of(meld))));
    }
    Cards of(std::string_view cards) const { return *parse_cards(tables.melds.rules(), cards); }
    int deficiency(int growth = kAnyGrowth) const { return namima::deficiency(tables, hand, exposed, growth); }
    std::string copies(std::uint64_t kinds, const Cards& visible = {}) const {
        std::string text;
        for_each_bit(kinds, [&](int kind) {
            text += tables.melds.rules().kind_name(kind) + "x" +
                    std::to_string(copies_left(tables, hand, exposed, std::uint64_t{1} << kind, visible)) + " ";
        });
        return text;
    }
    std::string acceptance(std::string_view visible = "") const {
        const Cards seen = visible.empty() ? Cards{} : of(visible);
        return copies(namima::acceptance(tables, hand, exposed, kAnyGrowth, seen), seen);
    }
    std::string calls() const {
        std::string text;
        for (const CallAccept& call : call_acceptance(tables, hand, exposed)) {
            text += tables.melds.rules().kind_name(call.kind) + "x" + std::to_string(call.copies);
            for (const std::uint16_t id : call.melds) text.append(1, ' ').append(tables.melds.text(id));
            text += "; ";
        }
        return text;
    }
    std::string discards() const {
        std::string text;
        for (const DiscardRow& row : discard_table(tables, hand, exposed)) {
            text += tables.melds.rules().kind_name(row.kind) + " " + std::to_string(row.deficiency) + "/" +
                    std::to_string(row.copies) + " ";
        }
        return text;
    }
};

TEST(namima_need_examples) {
    const Example e47("sazanami", "B1234 R222 Y678 K11");
    CHECK(e47.deficiency() == 1);
    CHECK(e47.acceptance() == "B1x3 B4x3 R2x1 K1x2 ");
    CHECK(e47.acceptance("R2 B11") == "B1x1 B4x3 K1x2 ");
    CHECK(Example("sazanami", "B1111 R1111 Y1111").deficiency() == 2);
    const Example e49("ayanami", "B6 R7 Y8 R6 Y7 W8 Y6 W7 K8 W6 K7 B8");
    CHECK(e49.deficiency() == 3 && e49.deficiency(0) == 4);
    CHECK(Example("ayanami", "B6", {"B1 R2 Y3"}).deficiency() == kNever);
    CHECK(Example("sazanami", "B6", {"Y123"}).deficiency() == 1);
    const Example e51("ayanami", "W4 K6 B7", {"B1 R2 Y3"});
    CHECK(e51.deficiency() == 1 && e51.acceptance() == "R8x4 ");
    CHECK(Example("aranami", "R13 B66 K678").acceptance() == "R2x4 W2x2 ");
    CHECK(Example("aranami", "W2 R13 B66 K678").acceptance() == "B6x2 R4x4 W6x2 ");
    CHECK(Example("juuayanami", "B11 R22 Y3").acceptance() == "Y3x3 ");
    CHECK(Example("juuayanami", "B111 R22 Y3").acceptance() == "R2x2 ");
    CHECK(Example("shikinami", "B1 R1 Y1 B2 R2 Y2 B3 R3 Y3 B4 R4 Y4").acceptance() ==
          "B1x3 B4x3 R1x3 R4x3 Y1x3 Y4x3 K1x4 K4x4 W1x4 W4x4 ");
    CHECK(Example("sazanami", "B1 R2 Y3 K4 B6 R7 Y8 K1 B3 R4 Y6 K7").deficiency() == 5);
    CHECK(Example("shikinami", "B1 R2 Y3 K4 W6 B7 R8 Y1 K2 W3 B4 R6 Y7 K8 W1").deficiency() == 6);
    const Example e56("sazanami", "B12 R33 Y6 K8");
    CHECK(e56.deficiency() == 2 && e56.acceptance() == "B3x4 Y6x3 K8x3 " && e56.calls().empty());
    const Example e58("sazanami", "B12 R33 Y66 K8");
    CHECK(e58.deficiency() == 2);
    CHECK(e58.acceptance() == "B1x3 B2x3 B3x4 B4x4 R3x2 Y6x2 K8x3 ");
    CHECK(e58.calls() == "B3x4 B1.B2.B3; K8x3 K8.K8; ");
    CHECK(Example("sazanami", "B123 R33 Y67 K8").discards() == "B1 2/11 B2 2/7 B3 2/7 R3 2/9 Y6 2/27 Y7 2/27 K8 1/4 ");
    CHECK(Example("ayanami", "B1 R2 Y3 W4 B6 R7 K6 B3").discards() ==
          "B1 3/39 B3 3/38 B6 3/23 R2 4/54 R7 3/23 Y3 4/54 K6 3/42 W4 3/39 ");
    CHECK(Example("sazanami", "B6", {"R123"}).calls() == "B6x3; ");  // R4 would be a lay-off (N-3.18)
}

// Hands that lack many cards while many others are gone. Narrow boards alone (part_tables.hpp) gave a card or two too
// many.
TEST(namima_need_beyond_narrow_boards) {
    const auto drawn = [](std::string_view cards, std::string_view seen) {
        const Example e("ayanami", cards);
        const Cards visible = e.of(seen);
        const int searched = need(e.tables, e.hand, {}, e.hand.total(), 0, visible);
        return deficiency_drawn(e.tables, e.hand, {}, 0, visible) == searched ? searched : -1;
    };
    CHECK(drawn("B167 R18 Y88 K8",
                "B11222233344446677788 R12223444466777888 Y112223333444466667788 K1112233446677788 "
                "W1112222333444666778888") == 7);
    CHECK(drawn("B28 R236 Y188 K148 W66",
                "B111122233334446667777888 R11112233344466777888 Y1122233334444666677778 K112233344666677788 "
                "W11112223334444667778888") == 6);
}

// --- every multiset of cards -------------------------------------------------------------------------------------

TEST(namima_need_of_every_target) {
    SplitMix64 rng(11);
    const int sets_asked = hands_asked(0) > 0 ? 200 : 20;
    int sets = 0;
    int questions = 0;
    for (int attempt = 0; attempt < 400 && sets < sets_asked; ++attempt) {
        const Result<Melds> melds = Melds::make(random_rules(8, rng), 2);
        if (!melds) continue;
        ++sets;
        const Tables tables(*melds);
        const AllTargets all(*melds);
        for (int i = 0; i < 20; ++i) {
            const auto cards = static_cast<int>(1 + rng.below(8));
            const Asked asked = ask(*melds, cards, static_cast<int>(rng.below(3)), rng);
            const auto& [hand, visible, growth] = asked;
            const int size = static_cast<int>(rng.below(10));
            const int fresh = static_cast<int>(rng.below(4));
            CHECK(need(tables, hand.cards, hand.exposed, size, fresh, visible) ==
                  all.need(hand.cards, hand.exposed, size, fresh, visible));
            CHECK(deficiency(tables, hand.cards, hand.exposed, growth, visible) ==
                  all.deficiency(hand.cards, hand.exposed, growth, visible));
            ++questions;
        }
    }
    CHECK(sets == sets_asked && questions == 20 * sets);
    if (hands_asked(0) > 0) std::printf("%d custom sets, all targets: %d hands\n", sets, questions);
}

// --- the plain search --------------------------------------------------------------------------------------------

// 11.4 by need() alone.
int searched(const Tables& tables, const Cards& hand, MeldIds exposed, int growth, const Cards& visible) {
    const int cards = hand.total();
    int least = need(tables, hand, exposed, cards + 1, 0, visible);
    for (int c = 1; c <= growth && c + 1 < least && (c + 1) * tables.melds.smallest() <= cards + 1 + c; ++c)
        least = std::min(least, need(tables, hand, exposed, cards + 1 + c, c + 1, visible));
    return least;
}

void compare_with_search(const Tables& tables, long hands, SplitMix64& rng) {
    const auto kinds = static_cast<std::size_t>(tables.melds.kinds());
    for (long i = 0; i < hands; ++i) {
        const bool open = rng.below(2) == 0;
        const auto cards = static_cast<int>(1 + rng.below(open ? 9 : 14));
        const Asked asked = ask(tables.melds, cards, open ? static_cast<int>(1 + rng.below(4)) : 0, rng);
        const auto& [hand, visible, growth] = asked;
        const int expected = searched(tables, hand.cards, hand.exposed, growth, visible);
        CHECK(deficiency(tables, hand.cards, hand.exposed, growth, visible) == expected);
        std::array<std::uint8_t, kMaxKinds> counts{};
        std::array<std::uint8_t, kMaxKinds> seen{};
        for (std::size_t k = 0; k < kinds; ++k) {
            counts[k] = static_cast<std::uint8_t>(hand.cards.count(static_cast<int>(k)));
            seen[k] = static_cast<std::uint8_t>(visible.count(static_cast<int>(k)));
        }
        std::uint8_t row = 0;
        deficiency_rows(tables, {counts.data(), 1, hand.exposed, nullptr}, growth,
                        visible.empty() ? nullptr : seen.data(), &row);
        CHECK(row == expected);
    }
}

TEST(namima_need_as_searched) {
    SplitMix64 rng(12);
    for (const std::string_view variant : kVariants) {
        const int before = test::failures();
        compare_with_search(tables_of(variant), hands_asked(300), rng);
        if (hands_asked(0) > 0)
            std::printf("%s: %ld hands searched, %d failures\n", std::string(variant).c_str(), hands_asked(0),
                        test::failures() - before);
    }
    const long sets_asked = std::max(25L, hands_asked(0) / 50);
    long sets = 0;
    for (long attempt = 0; attempt < 8 * sets_asked && sets < sets_asked; ++attempt) {
        const Result<Melds> melds = Melds::make(random_rules(28, rng), 2);
        if (!melds) continue;
        ++sets;
        compare_with_search(Tables(*melds), 20, rng);
    }
    CHECK(sets == sets_asked);
    if (hands_asked(0) > 0) std::printf("%ld random sets, 20 hands each, searched\n", sets);
}

// Hands that hold all cards of some kinds. So melds may lack a substitute for one of these cards, of which few may be
// left.
TEST(namima_need_of_kinds_held_whole) {
    SplitMix64 rng(19);
    const auto compare = [&](const Tables& tables, long hands) {
        const RuleSet& rules = tables.melds.rules();
        for (long i = 0; i < hands; ++i) {
            Cards wall = tables.melds.deck();
            Cards hand{};
            const auto take = [&](int kind) {
                if (wall.count(kind) == 0 || hand.total() >= 13) return;
                wall.remove(kind);
                hand.add(kind);
            };
            for (auto kinds = 1 + rng.below(2); kinds > 0; --kinds) {
                const int kind = hands::random_kind(wall, rng);
                for (int copies = wall.count(kind); copies > 0; --copies) take(kind);
            }
            const auto rank = [&] { return static_cast<int>(rng.below(static_cast<std::uint64_t>(rules.ranks))); };
            for (auto wild = rng.below(4); wild > 0; --wild) take(rules.kind(rules.wild.colour, rank()));
            for (auto more = rng.below(8); more > 0 && !wall.empty(); --more) take(hands::random_kind(wall, rng));
            const int growth = rng.below(2) == 0 ? kAnyGrowth : static_cast<int>(rng.below(3));
            CHECK(deficiency(tables, hand, {}, growth) == searched(tables, hand, {}, growth, {}));
        }
    };
    compare(tables_of("aranami"), hands_asked(500));
    int sets = 0;
    for (int attempt = 0; attempt < 4000 && sets < 20; ++attempt) {
        RuleSet rules = random_rules(28, rng);
        if (rules.wild.colour < 0) continue;
        for (const MeldKind kind : {kSai, kAya, kJuu}) rules.sizes[kind] = 0;
        rules.copies[static_cast<std::size_t>(rules.wild.colour)] = static_cast<std::uint8_t>(1 + rng.below(2));
        const Result<Melds> melds = Melds::make(rules, 2);
        if (!melds) continue;
        ++sets;
        compare(Tables(*melds), std::max(400L, hands_asked(0) / 50));
    }
    CHECK(sets == 20);
}

// A hand that grows by c cards needs c + 1 new melds (11.4). Here one run of six lacks fewer cards than two threes. In
// the far hands of the built-in set, three melds of 16 cards together are nearly as good as four.
TEST(namima_need_of_few_melds) {
    RuleSet rules = plain_rules(2, 6, 3);
    rules.sizes[kSame] = 1u << 3;
    rules.sizes[kRun] = 1u << 6;
    const Tables six(*Melds::make(rules, 2));
    const auto compare = [](const Tables& tables, const Cards& hand) {
        compare_with_definitions(tables, {{hand, {}}, {}, kAnyGrowth});
        for (const DiscardRow& row : discard_table(tables, hand, {}, kAnyGrowth)) {
            const Cards card = Cards::of(row.kind);
            CHECK(row.deficiency == searched(tables, hand - card, {}, kAnyGrowth, card));
        }
    };
    for (const std::string_view cards :
         {"A1234", "A1234 B1", "A1235 B5", "A123 B123", "A12345", "A11234 B2", "A1122 B4"}) {
        const Cards hand = *parse_cards(rules, cards);
        compare(six, hand);
        CHECK(deficiency(six, hand, {}, kAnyGrowth) == searched(six, hand, {}, kAnyGrowth, {}));
    }
    CHECK(deficiency(six, *parse_cards(rules, "A1234"), {}, kAnyGrowth) == 4);
    for (const std::string_view cards : {"B3446 R44 Y14477 K48", "B117 R77 Y1122 K7 W37", "B118 Y1488 K14778",
                                         "B13388 Y4 K12668 W8", "B366 R1467 Y8 W1477"}) {
        const Example e("juuayanami", cards);
        compare(e.tables, e.hand);
    }
}

// A3.A3.A3.A3 cannot replace A3.A3.A3.B3 if both lack an A3 and only one is left.
TEST(namima_need_of_cards_that_both_melds_lack) {
    RuleSet rules = plain_rules(2, 4, 4);
    rules.copies[1] = 2;
    rules.wild = {1, 1, 2};
    rules.sizes[kSame] = 1u << 4;
    rules.sizes[kRun] = 1u << 3 | 1u << 4;
    const Tables tables(*Melds::make(rules, 2));
    const auto id = [&](std::string_view meld) {
        return static_cast<std::uint16_t>(tables.melds.find(*parse_cards(rules, meld)));
    };
    const Cards hand = *parse_cards(rules, "A113334 B24");
    const Ids exposed = {id("B123"), id("A2222")};
    CHECK(deficiency(tables, hand, exposed, 1) == 2);
    CHECK(searched(tables, hand, exposed, 1, {}) == 2);
}

}  // namespace
