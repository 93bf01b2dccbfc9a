// Tests the points of complete hands, their arrangements and penalties against the plainest reading of the rules: the
// worked examples, and brute force on seeded random hands. UNERI_HANDS=100000 in the environment sets the number of
// hands per variant.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include "check.hpp"
#include "namima_hands.hpp"
#include "namima_questions.hpp"
#include "uneri/games/namima/data.hpp"
#include "uneri/games/namima/hands/best.hpp"
#include "uneri/games/namima/hands/complete.hpp"

namespace {

using namespace uneri;
using namespace uneri::namima;

using questions::hands_asked;
using questions::random_sizes;
using questions::tables_of;

using Ids = std::vector<std::uint16_t>;

// --- the definitions ---------------------------------------------------------------------------------------------

void split(const Melds& melds, const Cards& hand, Ids& chosen, std::set<Ids>& out) {
    if (hand.empty()) {
        Ids sorted = chosen;
        std::sort(sorted.begin(), sorted.end());
        out.insert(sorted);
        return;
    }
    for (const std::uint16_t id : melds.holding(std::countr_zero(hand.some()))) {
        if (!hand.contains(melds[id].cards)) continue;
        chosen.push_back(id);
        split(melds, hand - melds[id].cards, chosen, out);
        chosen.pop_back();
    }
}

// The results of lay-offs of single cards on exposed melds, with the remaining cards.
void lay_off(const Melds& melds, const Cards& hand, const Ids& now, std::map<Ids, Cards>& out) {
    Ids sorted = now;
    std::sort(sorted.begin(), sorted.end());
    if (!out.emplace(sorted, hand).second) return;
    for (std::size_t e = 0; e < now.size(); ++e) {
        for (const std::uint16_t layoff : melds.layoffs_on(now[e])) {
            const Layoff& step = melds.layoffs()[layoff];
            if (hand.count(step.kind) == 0) continue;
            Ids next = now;
            next[e] = step.target;
            lay_off(melds, hand - Cards::of(step.kind), next, out);
        }
    }
}

std::vector<Arrangement> plain_arrangements(const Melds& melds, const Cards& hand, const Ids& exposed) {
    std::map<Ids, Cards> laid;
    lay_off(melds, hand, exposed, laid);
    std::vector<Arrangement> out;
    for (const auto& [became, rest] : laid) {
        std::set<Ids> splits;
        Ids chosen;
        split(melds, rest, chosen, splits);
        for (const Ids& ids : splits) out.push_back({ids, became});
    }
    std::sort(out.begin(), out.end());
    return out;
}

// N-2.6
bool meets(const RuleSet& rules, const MeldConditions& conditions, const Meld& meld) {
    const auto listed = [](std::uint32_t bits, int number) { return bits == 0 || (bits >> number & 1) != 0; };
    bool good = listed(conditions.forms, meld.form()) && listed(conditions.sizes, meld.size);
    meld.cards.each([&](int kind, int) {
        good &= listed(conditions.ranks, rules.rank_of(kind)) && listed(conditions.colours, rules.colour_of(kind));
    });
    return good;
}
bool own_combo_applies(const RuleSet& rules, const OwnCombo& combo, const std::vector<Meld>& melds) {
    std::set<int> colours;
    int some = 0;
    for (const Meld& meld : melds) {
        if (combo.all && !meets(rules, *combo.all, meld)) return false;
        some += combo.some && meets(rules, *combo.some, meld);
        meld.cards.each([&](int kind, int) { colours.insert(rules.colour_of(kind)); });
    }
    if (combo.some && some < combo.at_least) return false;
    const auto number = static_cast<int>(colours.size());
    return combo.most_colours == 0 || (number >= combo.fewest_colours && number <= combo.most_colours);
}

// N-7.3, for all combinations, whether the rule set lists them or not.
std::array<int, kCombos + kMostOwnCombos> plain_times(const Melds& table, const Ids& ids) {
    const RuleSet& rules = table.rules();
    std::vector<Meld> melds;
    for (const std::uint16_t id : ids) melds.push_back(table[id]);
    const auto every = [&](auto&& holds) { return static_cast<int>(std::all_of(melds.begin(), melds.end(), holds)); };
    const auto is_coloured = [](const Meld& m) { return m.kind == kSame || m.kind == kRun; };
    std::set<int> colours;
    std::set<int> big_colours;
    std::map<std::pair<int, int>, std::set<int>> runs;
    std::map<int, std::set<int>> sames;
    std::map<std::pair<int, int>, std::set<int>> directions;
    for (const Meld& meld : melds) {
        if (is_coloured(meld)) colours.insert(meld.colour);
        if (is_coloured(meld) && meld.size >= 3) big_colours.insert(meld.colour);
        if (meld.kind == kRun) runs[{meld.low, meld.size}].insert(meld.colour);
        if (meld.kind == kSame && meld.size >= 3) sames[meld.low].insert(meld.colour);
        if (meld.kind == kAya) directions[{meld.low, meld.size}].insert(meld.direction);
    }
    std::array<int, kCombos + kMostOwnCombos> times{};
    times[kPure] = every(is_coloured) && colours.size() == 1;
    times[kMixed] = every(is_coloured) && colours.size() == 2 && colours.contains(rules.honour);
    times[kAllSame] = every([](const Meld& m) { return m.kind == kSame && m.size >= 3; });
    times[kAllRun] = every([](const Meld& m) { return m.kind == kRun; });
    times[kAllSai] = every([](const Meld& m) { return m.kind == kSai; });
    times[kNoPair] = every([](const Meld& m) { return m.size >= 3; });
    for (const std::uint16_t id : std::set<std::uint16_t>(ids.begin(), ids.end())) {
        if (table[id].kind != kSame) times[kTwin] += static_cast<int>(std::count(ids.begin(), ids.end(), id)) - 1;
    }
    for (int colour = 0; colour < rules.colours; ++colour) {
        bool whole = true;
        for (int low = 0; low < rules.ranks; ++low) {
            if (low > 0 &&
                rules.rank[static_cast<std::size_t>(low) - 1] + 1 == rules.rank[static_cast<std::size_t>(low)])
                continue;
            int length = 1;
            while (rules.linked(low + length - 1)) ++length;
            whole &= runs[{low, length}].contains(colour);
        }
        times[kThrough] += whole ? 1 : 0;
    }
    for (const auto& [key, found] : runs) times[kSanjun] += std::max(0, static_cast<int>(found.size()) - 2);
    for (const auto& [key, found] : sames) times[kSandou] += std::max(0, static_cast<int>(found.size()) - 2);
    times[kFive] = static_cast<int>(big_colours.size()) == rules.colours;
    for (const auto& [key, found] : directions) times[kCross] += found.size() == 2 ? 1 : 0;
    for (std::size_t i = 0; i < rules.own_combos.size(); ++i)
        times[kCombos + i] = own_combo_applies(rules, rules.own_combos[i], melds);
    return times;
}

struct PlainBest {
    int points = -1;
    int meld_points = 0;
    int dora_points = 0;
    Arrangement arrangement;
    int claimed_meld = -1;
    std::array<int, kCombos + kMostOwnCombos> times{};
};

// N-7.2 to N-7.5, N-3.18, N-9.8
PlainBest plain_best(const Melds& melds, const std::vector<Arrangement>& all, const Cards& hand, const Ids& exposed,
                     int claimed, int dora) {
    const RuleSet& rules = melds.rules();
    int dora_cards = 0;
    const auto count_dora = [&](const Cards& cards) {
        cards.each([&](int kind, int count) { dora_cards += rules.colour_of(kind) == dora ? count : 0; });
    };
    count_dora(hand);
    for (const std::uint16_t id : exposed) count_dora(melds[id].cards);
    PlainBest best;
    for (const Arrangement& arrangement : all) {
        Ids together = arrangement.new_melds;
        together.insert(together.end(), arrangement.exposed.begin(), arrangement.exposed.end());
        const auto times = plain_times(melds, together);
        int combos = 0;
        for (std::size_t i = 0; i < kCombos + rules.own_combos.size(); ++i)
            combos += std::max(0, combo_value(rules, i)) * times[i];
        int points = 0;
        Cards in_new;
        for (const std::uint16_t id : arrangement.new_melds) {
            points += melds[id].closed;
            in_new += melds[id].cards;
        }
        for (const std::uint16_t id : arrangement.exposed) points += melds[id].open;
        std::vector<int> places;
        if (claimed < 0 || (rules.won_by_layoff && hand.count(claimed) > in_new.count(claimed))) places.push_back(-1);
        for (const std::uint16_t id : arrangement.new_melds) {
            if (claimed >= 0 && melds[id].cards.count(claimed) > 0) places.push_back(id);
        }
        for (const int place : places) {
            int meld_points = points;
            if (place >= 0 && rules.won_meld_open) meld_points += melds[place].open - melds[place].closed;
            const int worth = meld_points + combos + dora_cards;
            if (worth < best.points) continue;
            if (worth == best.points && std::tie(arrangement, place) >= std::tie(best.arrangement, best.claimed_meld))
                continue;
            best = {worth, meld_points, dora_cards, arrangement, place, times};
        }
    }
    return best;
}

using Spared = std::map<std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, int>, int>;

int plain_least(const Melds& melds, const Cards& hand, int exposures, int dora, Spared& known) {
    if (hand.empty()) return 0;
    const auto [entry, fresh] = known.try_emplace({hand.b0, hand.b1, hand.b2, exposures}, 0);
    if (!fresh) return entry->second;
    const int kind = std::countr_zero(hand.some());
    int least =
        card_penalty(melds.rules(), kind, dora) + plain_least(melds, hand - Cards::of(kind), exposures, dora, known);
    for (const std::uint16_t id : melds.holding(kind)) {
        if (exposures == 0 || !hand.contains(melds[id].cards)) continue;
        least = std::min(least, plain_least(melds, hand - melds[id].cards, exposures - 1, dora, known));
    }
    return entry->second = least;
}

// --- comparing ---------------------------------------------------------------------------------------------------

Ids ids_of(const MeldList& list) { return {list.view().begin(), list.view().end()}; }

// 11.5: tries every kind with another card left. `row` is the hand.
void compare_waits(const Tables& tables, const hands::Hand& hand, const Rows& row) {
    const Melds& melds = tables.melds;
    Cards held = hand.cards;
    for (const std::uint16_t id : hand.exposed) held += melds[id].cards;
    std::uint64_t left = 0;
    std::uint64_t drawn = 0;
    std::uint64_t claimed = 0;
    for (int k = 0; k < melds.kinds(); ++k) {
        const std::uint64_t bit = std::uint64_t{1} << k;
        if (held.count(k) >= melds.deck().count(k)) continue;
        left |= bit;
        const auto all = plain_arrangements(melds, hand.cards + Cards::of(k), hand.exposed);
        if (all.empty()) continue;
        drawn |= bit;
        const auto holds = [&](std::uint16_t id) { return melds[id].cards.count(k) > 0; };
        for (const Arrangement& arrangement : all) {
            const Ids& ids = arrangement.new_melds;
            if (melds.rules().won_by_layoff || std::any_of(ids.begin(), ids.end(), holds)) claimed |= bit;
        }
    }
    CHECK(waits(tables, hand.cards, hand.exposed, left) == drawn);
    CHECK(claimed_waits(tables, hand.cards, hand.exposed, drawn) == claimed);
    std::uint64_t found = 0;
    waits_rows(tables, row, &found);
    CHECK(found == drawn);
}

struct Tally {
    long hands = 0;
    long complete = 0;
};

void compare(const Tables& tables, const hands::Hand& hand, int claimed, int dora, SplitMix64& rng, Tally& tally) {
    const Melds& melds = tables.melds;
    const std::vector<Arrangement> all = plain_arrangements(melds, hand.cards, hand.exposed);
    const auto listed = arrangements(tables, hand.cards, hand.exposed);
    CHECK(listed && *listed == all);
    CHECK(is_complete(tables, hand.cards, hand.exposed) == !all.empty());

    const PlainBest expected = plain_best(melds, all, hand.cards, hand.exposed, claimed, dora);
    const Best found = best(tables, hand.cards, hand.exposed, claimed, dora);
    CHECK(found.points == expected.points);
    CHECK(best_points(tables, hand.cards, hand.exposed, claimed, dora) == expected.points);
    if (claimed >= 0) CHECK(is_complete_claimed(tables, hand.cards, hand.exposed, claimed) == (expected.points >= 0));
    if (expected.points >= 0 && found.points >= 0) {
        CHECK(found.meld_points == expected.meld_points && found.dora_points == expected.dora_points);
        CHECK(ids_of(found.new_melds) == expected.arrangement.new_melds);
        CHECK(ids_of(found.exposed) == expected.arrangement.exposed);
        CHECK(found.claimed_meld == expected.claimed_meld);
        for (std::size_t i = 0; i < kCombos + melds.rules().own_combos.size(); ++i)
            CHECK(found.combos[i] == (combo_value(melds.rules(), i) < 0 ? 0 : expected.times[i]));
    }

    std::vector<std::uint8_t> counts;
    for (int k = 0; k < melds.kinds(); ++k) counts.push_back(static_cast<std::uint8_t>(hand.cards.count(k)));
    const Rows row{counts.data(), 1, hand.exposed, nullptr};
    std::int32_t points = 0;
    best_rows(tables, row, dora, &points);
    CHECK(points == plain_best(melds, all, hand.cards, hand.exposed, -1, dora).points);

    std::uint8_t complete = 2;
    complete_rows(tables, row, &complete);
    CHECK(complete == (all.empty() ? 0 : 1));
    if (rng.below(8) == 0) compare_waits(tables, hand, row);

    const int exposures = static_cast<int>(rng.below(5)) - 1;
    std::map<Ids, Cards> laid;
    lay_off(melds, hand.cards, hand.exposed, laid);
    int least = penalty(melds.rules(), hand.cards, dora);
    Spared known;
    for (const auto& [became, rest] : laid)
        least = std::min(least, plain_least(melds, rest, exposures < 0 ? kMostCards : exposures, dora, known));
    CHECK(min_penalty(tables, hand.cards, hand.exposed, exposures, dora) == least);
    min_penalty_rows(tables, row, exposures, dora, &points);
    CHECK(points == least);
    ++tally.hands;
    tally.complete += expected.points >= 0 ? 1 : 0;
}

// A hand of at most about `cards` cards in random melds, after up to `exposed` open ones. Ends for every rule set.
hands::Hand whole_hand(const Melds& melds, int cards, int exposed, SplitMix64& rng) {
    hands::Hand hand;
    Cards wall = melds.deck();
    for (int tries = 0; tries < 40 && hand.cards.total() < cards; ++tries) {
        const auto id = static_cast<std::uint16_t>(rng.below(static_cast<std::uint64_t>(melds.size())));
        const Meld& meld = melds[id];
        if (!wall.contains(meld.cards) || hand.cards.total() + meld.size > cards + 1) continue;
        if (static_cast<int>(hand.exposed.size()) < exposed) {
            hand.exposed.push_back(id);
        } else {
            hand.cards += meld.cards;
        }
        wall -= meld.cards;
    }
    return hand.cards.empty() ? hands::random_hand(melds, cards, rng) : hand;
}

// Random, near and complete hands. Half of them have exposed melds, a third a claimed card, half a dora suit.
void compare_many(const Tables& tables, long hands, std::uint64_t seed, Tally& tally) {
    const Melds& melds = tables.melds;
    SplitMix64 rng(seed);
    for (long i = 0; i < hands; ++i) {
        const auto open = rng.below(2) == 0 ? 0 : static_cast<int>(1 + rng.below(4));
        const auto most = open == 0 ? 11 : 6;
        const auto cards = static_cast<int>((open == 0 ? 6 : 2) + rng.below(static_cast<std::uint64_t>(most)));
        hands::Hand hand = whole_hand(melds, cards, open, rng);
        const std::uint64_t sort = rng.below(8);
        if (sort == 0) {
            hand = hands::random_hand(melds, cards, rng);
        } else if (sort <= 2) {
            hands::swap_cards(melds, hand, static_cast<int>(sort), rng);
        }
        if (!hand.exposed.empty() && rng.below(2) == 0) {  // smaller exposed melds, so that lay-offs are possible
            for (std::uint16_t& id : hand.exposed) {
                for (const Layoff& step : melds.layoffs()) {
                    if (step.target != id || rng.below(2) == 0) continue;
                    if (hand.cards.count(step.kind) >= kMaxCopies) continue;
                    id = step.source;
                    hand.cards.add(step.kind);
                }
            }
        }
        const int claimed = rng.below(3) == 0 ? hands::random_kind(hand.cards, rng) : -1;
        const int colours = melds.rules().colours;
        const int dora = rng.below(2) == 0 ? -1 : static_cast<int>(rng.below(static_cast<std::uint64_t>(colours)));
        compare(tables, hand, claimed, dora, rng, tally);
    }
}

TEST(namima_best_as_defined) {
    std::uint64_t seed = 1;
    for (const std::string_view variant : kVariants) {
        Tally tally;
        const int before = test::failures();
        compare_many(tables_of(variant), hands_asked(300), seed++, tally);
        CHECK(tally.complete > tally.hands / 2 && tally.complete < tally.hands);
        if (hands_asked(0) > 0)
            std::printf("%s: %ld hands, %ld complete, %d failures\n", std::string(variant).c_str(), tally.hands,
                        tally.complete, test::failures() - before);
    }
}

// --- custom rule sets --------------------------------------------------------------------------------------------

// Small decks with all sorts of melds. Each combination is listed with some probability, with arbitrary points.
RuleSet random_rules(SplitMix64& rng) {
    const auto pick = [&](std::uint64_t bound) { return static_cast<int>(rng.below(bound)); };
    RuleSet rules;
    rules.won_meld_open = true;
    rules.deal = built_in(0).deal;
    rules.colours = 2 + pick(4);
    rules.ranks = 3 + pick(5);
    int value = 0;
    for (int r = 0; r < rules.ranks; ++r) {
        value += pick(4) == 0 ? 2 : 1;
        rules.rank[static_cast<std::size_t>(r)] = static_cast<std::uint8_t>(value);
    }
    std::array<std::uint8_t, kMaxColours> cycle{};
    for (std::size_t c = 0; c < static_cast<std::size_t>(rules.colours); ++c) {
        rules.letter[c] = static_cast<char>('A' + c);
        rules.copies[c] = static_cast<std::uint8_t>(2 + pick(4));
        rules.penalty[c] = static_cast<std::uint8_t>(pick(4));
        cycle[c] = static_cast<std::uint8_t>(c);
        std::swap(cycle[c], cycle[static_cast<std::size_t>(pick(c + 1))]);
    }
    rules.cycle = cycle;
    random_sizes(rules, rng);
    const int special = pick(4);
    if (special == 1) rules.honour = pick(static_cast<std::uint64_t>(rules.colours));
    if (special == 2) rules.wild = {rules.colours - 1, 1 + pick(2), 2 + pick(3)};
    const int scale = pick(3) == 0 ? 1 : 30;  // few distinct values give many equal points
    for (auto& kind : rules.points) {
        for (auto& size : kind) {
            for (PointPair& pair : size) {
                pair.open = static_cast<std::int16_t>(pick(static_cast<std::uint64_t>(scale)));
                pair.closed = static_cast<std::int16_t>(pick(static_cast<std::uint64_t>(scale)));
            }
        }
    }
    for (std::int16_t& combo : rules.combos)
        combo = static_cast<std::int16_t>(pick(3) == 0 ? -1 : pick(static_cast<std::uint64_t>(scale)));
    const auto some_bits = [&] { return static_cast<std::uint32_t>(pick(3) == 0 ? 0 : 1 + pick(1 << 7)); };
    for (int i = pick(3); i > 0; --i) {
        OwnCombo& combo = rules.own_combos.emplace_back();
        combo.points = pick(static_cast<std::uint64_t>(scale));
        if (pick(2) == 0) combo.all = MeldConditions{some_bits(), some_bits(), some_bits(), some_bits()};
        if (pick(2) == 0) combo.some = MeldConditions{some_bits(), some_bits(), some_bits(), some_bits()};
        combo.at_least = 1 + pick(3);
        if (pick(2) == 0) combo.fewest_colours = 1 + pick(3), combo.most_colours = combo.fewest_colours + pick(3);
    }
    rules.won_by_layoff = pick(2) == 0;
    rules.won_meld_open = pick(3) > 0;
    rules.deal = {0, 5, 5};
    return rules;
}

TEST(namima_best_of_custom_sets) {
    SplitMix64 rng(7);
    Tally tally;
    int sets = 0;
    const long wanted = std::max(40L, hands_asked(0) / 100);
    while (sets < wanted) {
        const Result<Melds> melds = Melds::make(random_rules(rng), 2);
        if (!melds || melds->smallest() > 3 || melds->deck_size() < 48) continue;  // near hands need enough cards
        ++sets;
        compare_many(Tables(*melds), 30, rng.next(), tally);
    }
    CHECK(tally.complete > tally.hands / 3 && tally.complete < tally.hands);
    if (hands_asked(0) > 0) std::printf("%d custom sets: %ld hands, %ld complete\n", sets, tally.hands, tally.complete);
}

// A rule set in which nearly everything is a meld. Hands have too many arrangements for best() to try all.
TEST(namima_best_of_many_arrangements) {
    SplitMix64 rng(3);
    for (int turn = 0; turn < 4; ++turn) {
        RuleSet rules = random_rules(rng);
        rules.colours = 4;
        rules.ranks = 5;
        rules.cycle = {0, 1, 2, 3};
        rules.honour = -1;
        rules.wild = {};
        for (std::size_t i = 0; i < 5; ++i) rules.rank[i] = static_cast<std::uint8_t>(i + 1);
        for (std::size_t c = 0; c < 4; ++c) rules.letter[c] = static_cast<char>('A' + c);
        rules.copies = {2, 2, 2, 2};
        rules.sizes = {1u << 2, 0b11100, 0b11100, 0b11000, 0};
        const Tables tables(*Melds::make(rules, 2));
        Cards hand;
        for (int colour = 0; colour < 4; ++colour) {
            for (int rank = 0; rank < 4; ++rank) hand.add(rules.kind(colour, rank));
        }
        if (turn % 2 == 1) hand.add(rules.kind(1, 4));
        const auto all = arrangements(tables, hand, {});
        CHECK(all && all->size() > 1000);
        const int claimed = turn < 2 ? -1 : rules.kind(2, 1);
        const PlainBest expected = plain_best(tables.melds, *all, hand, {}, claimed, -1);
        const Best found = best(tables, hand, {}, claimed, -1);
        CHECK(found.points == expected.points && ids_of(found.new_melds) == expected.arrangement.new_melds);
        CHECK(found.claimed_meld == expected.claimed_meld);
        CHECK(best_points(tables, hand, {}, claimed, -1) == expected.points);
    }
}

// --- worked examples 8 to 28 and 57 of the rules -----------------------------------------------------------------

struct Example {
    const char* variant;
    const char* hand;
    std::vector<const char*> exposed;
    int points;
    const char* claimed = "";
    const char* dora = "";
};

Cards cards_of(const Tables& tables, const char* text) { return *parse_cards(tables.melds.rules(), text); }

Ids exposed_of(const Tables& tables, const std::vector<const char*>& texts) {
    Ids ids;
    for (const char* text : texts) ids.push_back(static_cast<std::uint16_t>(tables.melds.find(cards_of(tables, text))));
    return ids;
}

int colour_of(const Tables& tables, const char* letter) {
    const auto& letters = tables.melds.rules().letter;
    return *letter == 0 ? -1 : static_cast<int>(std::find(letters.begin(), letters.end(), *letter) - letters.begin());
}

TEST(namima_best_examples) {
    const std::vector<Example> examples = {
        {"sazanami", "B66 R4", {"R123"}, 4},                              // 11
        {"sazanami", "B666", {"R123"}, 9, "B6"},                          // 12
        {"sazanami", "B66 R4", {"R123"}, -1, "R4"},                       // 12
        {"sazanami", "B111222333 R66 K88", {}, 17},                       // 14
        {"sazanami", "B1234 B678 B1234 B22", {}, 45},                     // 15
        {"sazanami", "B111 R222 Y3333 K444", {}, 43},                     // 16
        {"shiranami", "R1234 R678 W222 W88 R44", {}, 35},                 // 17
        {"shiranami", "B123 R678 Y222 K444 W3333", {}, 50},               // 18
        {"shikinami", "B1234678 R1234678 W1234678", {}, 66},              // 19
        {"shikinami", "B222 R222 Y222 W678", {}, 31},                     // 20
        {"shikinami", "B3 R3 Y3 K3 W3 B6 R6 Y6 K6 B8 R8 Y8 K8", {}, 35},  // 21
        {"aranami", "R134 W2 B66 W6 Y77 K123", {}, 8},                    // 22
        {"ayanami", "B1 R2 Y3 Y1 R2 B3 K6 B7 R8 W1 K2 B3 R4", {}, 20},    // 23
        {"juuayanami", "B11 R22 Y33 B6 R7 Y8 K1 B2 R3 Y4", {}, 26},       // 24
        {"sazanami", "B777 R123 Y678 K1234", {}, 21},                     // 25
        {"sazanami", "B777 R123 Y678 K1234", {}, 19, "B7"},               // 25
        {"sazanami", "B67778 R66 Y666", {}, 8, "B7"},                     // 26
        {"sazanami", "B67778 R66 Y666", {}, 7, "B6"},                     // 26
        {"sazanami", "B777 Y678 K1234", {"Y123"}, 20},                    // 27
        {"sazanami", "B777 Y678 K1234", {"Y123"}, 26, "", "Y"},           // 27
        {"sazanami", "B777 R123 Y678", {"K1234"}, 17, "B7"},              // 31
        {"aranami", "R3 W3", {"R33"}, 40},
        {"aranami", "W1 B66", {"R2.R4.W3"}, -1},          // 13
        {"juuayanami", "Y33 B6 R7 Y8", {"B11 R22"}, -1},  // 13
    };
    for (const Example& example : examples) {
        const Tables& tables = tables_of(example.variant);
        const Cards hand = cards_of(tables, example.hand);
        const Ids exposed = exposed_of(tables, example.exposed);
        const int claimed = *example.claimed == 0 ? -1 : std::countr_zero(cards_of(tables, example.claimed).b0);
        const int dora = colour_of(tables, example.dora);
        CHECK(best_points(tables, hand, exposed, claimed, dora) == example.points);
        CHECK(best(tables, hand, exposed, claimed, dora).points == example.points);
    }
    const Tables& sazanami = tables_of("sazanami");
    CHECK(arrangements(sazanami, cards_of(sazanami, "B111222333 R66 K88"), {})->size() == 3);    // 8
    CHECK(arrangements(sazanami, cards_of(sazanami, "B1234 B678 B1234 B22"), {})->size() == 5);  // 9
    CHECK(!arrangements(sazanami, cards_of(sazanami, "B1234 B678 B1234 B22"), {}, 4));
}

TEST(namima_penalty_examples) {
    const auto least = [](const char* variant, const char* hand, std::vector<const char*> exposed, int exposures) {
        const Tables& tables = tables_of(variant);
        return min_penalty(tables, cards_of(tables, hand), exposed_of(tables, exposed), exposures, -1);
    };
    CHECK(least("sazanami", "B1234 R333 Y6 K8", {}, -1) == 2);  // 57
    CHECK(least("sazanami", "B1234 R333 Y6 K8", {}, 1) == 5);
    CHECK(least("sazanami", "B1234 R333 Y6 K8", {}, 0) == 9);
    CHECK(least("sazanami", "B4 R4 Y6", {"R123"}, 0) == 2);
    CHECK(least("aranami", "W2 R13 W4 B6", {}, 1) == 3);
    const Tables& aranami = tables_of("aranami");
    const Cards hand = cards_of(aranami, "R123 W24 B66");  // 28
    CHECK(penalty(aranami.melds.rules(), hand, -1) == 9);
    CHECK(penalty(aranami.melds.rules(), hand, colour_of(aranami, "W")) == 11);
    CHECK(penalty(aranami.melds.rules(), hand, colour_of(aranami, "R")) == 12);
}

}  // namespace
