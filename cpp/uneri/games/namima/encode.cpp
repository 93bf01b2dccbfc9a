#include "uneri/games/namima/encode.hpp"

#include <algorithm>
#include <bit>

#include "uneri/games/namima/greedy.hpp"
#include "uneri/games/namima/hands/best.hpp"
#include "uneri/games/namima/hands/distance/deficiency.hpp"
#include "uneri/games/namima/hidden.hpp"
#include "uneri/games/namima/options.hpp"

namespace uneri::namima {

std::vector<Segment> tensor_layout(const Options& o) {
    using namespace detail;
    const int n = o.players;
    const int kinds = o.melds->kinds();
    const float card = o.shares->card.step;
    const float wall = share_scale(o.melds->deck_size()).step;
    return {
        {"hand", {n, kinds}, 0.0F, card},
        {"exposed", {n, o.melds->size()}, kMeldScale.low, kMeldScale.step},
        {"exposed_cards", {n, kinds}, 0.0F, card},
        {"exposed_total", {n}, 0.0F, share_scale(o.deal() - 1).step},
        {"hand_total", {n}, 0.0F, share_scale(o.deal() + 1).step},
        {"thrown", {n, kinds}, 0.0F, card},
        {"lying", {kinds}, 0.0F, card},
        {"unseen", {kinds}, 0.0F, card},
        {"wall_total", {1}, 0.0F, wall},
        {"drawn", {kinds}},
        {"claim", {kinds}},
        {"declared", {n}},
        {"dora", {o.rules().colours}},
        {"score", {n}, kScoreScale.low, kScoreScale.step},
        {"pot", {1}, kPotScale.low, kPotScale.step},
        {"dealer", {n}},
        {"turn", {n}},
        {"to_act", {n}},
        {"phase", {kPhases}},
        {"game", {1}, 0.0F, share_scale(o.match_games).step},
    };
}

namespace {

constexpr int kFar = 10;          // deficiencies, 9 and more as one
constexpr int kCopyClasses = 12;  // of the acceptance
constexpr int kTurns = 20;        // draws left to the seat
constexpr int kSlack = 6;         // ... less the deficiency, cut below -6
constexpr int kLate = 8;          // turns
constexpr int kHandSizes = 18;
constexpr int kExposedSizes = 6;
constexpr int kPenalties = 16;
constexpr int kPenaltyStep = 3;
constexpr int kDangers = 16;
constexpr int kThrown = 4;          // of the discarded kind by the others
constexpr int kUnitsOfCard = 3277;  // 0.8 logits: what a lacking card less is worth before anything is learned,
constexpr int kUnitsOfCopy = 82;    // ... and a card in the acceptance, 0.02 logits
constexpr int kMostCopies = 30;

int class_of_copies(int copies) noexcept { return copies < 8 ? copies : 6 + copies / 4; }

// In ACT only the deficiency, as which cards to wait for depends on the discard.
Distance distance_of(const Options& o, const State& s, int seat, bool is_in_act) noexcept {
    const Tables& tables = *o.tables;
    const Cards& hand = s.hand_of(seat);
    const MeldIds exposed = s.exposed_of(seat).ids();
    const Cards visible = lying_open(o, s, seat);
    const WorkLimit limit(kRolloutWork);
    Distance out;
    out.deficiency = is_in_act ? deficiency_drawn(tables, hand, exposed, kAnyGrowth, visible)
                               : deficiency(tables, hand, exposed, kAnyGrowth, visible);
    if (!is_in_act && out.deficiency < kFar - 1) {
        out.accepts = acceptance(tables, hand, exposed, kAnyGrowth, visible);
        out.copies = copies_left(tables, hand, exposed, out.accepts, visible);
    }
    return limit.over() ? Distance{} : out;
}

Distance distance_after(const DiscardRow& row) noexcept {
    if (row.deficiency >= kFar - 1) return {row.deficiency, 0, 0};
    return {row.deficiency, row.copies, row.acceptance};
}

void write_levels(FeatureWriter& w, const Cards& cards, int kinds) noexcept {
    cards.each([&](int kind, int count) { w.scale_within(kind, count); });
    w.skip(kinds);
}

// How many melds with a card of `kind` the others may be expected to hold the rest of, in 32nds: the unseen cards lie
// anywhere.
int expected_calls(const Options& o, const State& s, int seat, const Cards& unseen, int kind) noexcept {
    const Melds& melds = *o.melds;
    std::int64_t sets = 0;  // of two unseen cards that make a meld with it
    for (const std::uint16_t id : melds.holding(kind)) {
        const Meld& meld = melds[id];
        if (meld.size != 3) continue;
        Cards rest = meld.cards;
        rest.remove(kind);
        const int low = std::countr_zero(rest.some());
        const int first = unseen.count(low);
        if (rest.b1 != 0) {
            sets += first * (first - 1) / 2;
        } else {
            sets += first * unseen.count(std::countr_zero(rest.some() & (rest.some() - 1)));
        }
    }
    const std::int64_t total = unseen.total();
    std::int64_t pairs = 0;
    for (int p = 0; p < o.players; ++p) {
        const std::int64_t size = s.hand_of(p).total();
        if (p != seat) pairs += size * (size - 1);
    }
    return total < 2 ? 0 : static_cast<int>(32 * sets * pairs / (total * (total - 1)));
}
// 0 is apart; then steps that grow with the number.
int class_of_danger(int calls) noexcept {
    int at = 0;
    for (int edge = 1; calls >= edge && at < kDangers - 1; edge += 1 + edge / 3) ++at;
    return at;
}

bool is_own_act(const State& s, int seat) noexcept { return s.phase == kAct && s.to_act == seat; }

// `discarded`: the kind that the seat has just discarded, or -1.
void write_with(const Options& o, const State& s, int seat, const Distance& distance, int discarded,
                FeatureWriter& w) noexcept {
    const Melds& melds = *o.melds;
    const int n = o.players;
    const int kinds = melds.kinds();
    const auto absolute = [&](int i) { return seat + i < n ? seat + i : seat + i - n; };
    const auto relative = [&](int q) { return q < 0 ? -1 : q < seat ? q - seat + n : q - seat; };
    const Cards& hand = s.hand_of(seat);
    const int far = std::min(distance.deficiency, kFar - 1);
    const int turns = s.wall.total() / n;
    w.add_to_value(kUnitsOfCopy * std::min(distance.copies, kMostCopies) - kUnitsOfCard * far);

    w.bits(hand.some(), kinds);
    w.bits(hand.twice(), kinds);
    w.bits(hand.thrice(), kinds);
    w.bits(distance.accepts, kinds);
    Cards seen = hand + s.lying;
    for (int i = 0; i < n; ++i) {
        Cards cards;
        for (const std::uint16_t id : s.exposed_of(absolute(i)).ids()) cards += melds[id].cards;
        write_levels(w, cards, kinds);
        seen += cards;
    }
    const Cards unseen = melds.deck() - seen;
    write_levels(w, unseen, kinds);
    for (int i = 0; i < n; ++i) write_levels(w, s.thrown_of(absolute(i)), kinds);

    w.one_hot(far, kFar);
    w.one_hot(far * kCopyClasses + std::min(class_of_copies(distance.copies), kCopyClasses - 1), kFar * kCopyClasses);
    w.one_hot_clamped(turns, kTurns);
    w.one_hot_clamped(turns - far + kSlack, kTurns);
    for (int i = 0; i < n; ++i) {
        w.one_hot_clamped(s.hand_of(absolute(i)).total(), kHandSizes);
        w.one_hot_clamped(s.exposed_of(absolute(i)).size(), kExposedSizes);
        w.flag(s.has_declared(absolute(i)));
    }
    w.one_hot_clamped(penalty(o.rules(), hand, s.dora) / kPenaltyStep, kPenalties);
    // Only of hands that may be given up: neither nearly there nor early in the game.
    const bool may_fold = far > 1 && turns <= kLate;
    const MeldIds exposed = s.exposed_of(seat).ids();
    w.one_hot_clamped(may_fold ? min_penalty(*o.tables, hand, exposed, 1, s.dora) / kPenaltyStep : kPenalties - 1,
                      kPenalties);
    const SeenNode node = seen_node(o, s, seat);
    w.one_hot(relative(s.dealer), n);
    w.one_hot(relative(node.turn), n);
    w.flag(is_own_act(s, seat));
    w.one_hot(s.dora, o.rules().colours);

    // Those of the accepted cards that others' discards may bring, too.
    const std::uint64_t callable = distance.accepts & o.neighbours->touch(hand).callable;
    w.one_hot_clamped(class_of_copies(unseen.only(callable).total()), kCopyClasses);
    w.one_hot(discarded, kinds);
    if (discarded < 0) return w.skip(kDangers + kThrown);
    w.one_hot(class_of_danger(expected_calls(o, s, seat, unseen, discarded)), kDangers);
    int thrown = 0;
    for (int p = 0; p < n; ++p) {
        if (p != seat) thrown += s.thrown_of(p).count(discarded);
    }
    w.one_hot_clamped(thrown, kThrown);
}

}  // namespace

std::vector<Segment> feature_layout(const Options& o) {
    const int n = o.players;
    const int kinds = o.melds->kinds();
    return blocks_of_levels({{"hand", {3, kinds}},
                             {"accepts", {kinds}},
                             {"exposed", {n, kinds}, 0.0F, 0.25F},
                             {"unseen", {kinds}, 0.0F, 0.25F},
                             {"thrown", {n, kinds}, 0.0F, 0.25F},
                             {"deficiency", {kFar}},
                             {"copies", {kFar, kCopyClasses}},
                             {"turns", {kTurns}},
                             {"slack", {kTurns}},
                             {"seats", {n, kHandSizes + kExposedSizes + 1}},
                             {"penalty", {kPenalties}},
                             {"min_penalty", {kPenalties}},
                             {"dealer", {n}},
                             {"turn", {n}},
                             {"acts", {1}},
                             {"dora", {o.rules().colours}},
                             {"callable", {kCopyClasses}},
                             {"discarded", {kinds}},
                             {"danger", {kDangers}},
                             {"discarded_by_others", {kThrown}}});
}

void write_features(const Options& o, const State& s, int seat, FeatureWriter& w) noexcept {
    write_with(o, s, seat, distance_of(o, s, seat, is_own_act(s, seat)), -1, w);
}

SharedWork share_work(const Options& o, const State& s) noexcept {
    SharedWork work;
    if (s.phase == kAct) {
        const WorkLimit limit(kRolloutWork);
        work.discards = discard_table(*o.tables, s.hand_of(s.to_act), s.exposed_of(s.to_act).ids(), kAnyGrowth,
                                      lying_open(o, s, s.to_act));
        for (int i = 0; limit.over() && i < work.discards.size; ++i)
            work.discards.rows[static_cast<std::size_t>(i)].deficiency = kNever;
    } else if (s.phase == kWon || s.phase == kMe) {
        work.at_rest = distance_of(o, s, s.to_act, false);
    }
    return work;
}

void write_features_after(const Options& o, const State& after, int seat, Action a, const SharedWork* work,
                          FeatureWriter& w) noexcept {
    const int discarded = a >= o.ids.riichi ? a - o.ids.riichi : a >= kDiscard && a < o.ids.meld ? a - kDiscard : -1;
    const auto distance = [&]() -> Distance {
        if (work != nullptr && a == kPass) return work->at_rest;
        if (work != nullptr && discarded >= 0) {
            for (const DiscardRow& row : work->discards) {
                if (row.kind == discarded) return distance_after(row);
            }
        }
        return distance_of(o, after, seat, is_own_act(after, seat));
    };
    write_with(o, after, seat, distance(), discarded, w);
}

namespace {

constexpr int kSorts = 6;  // PASS, WIN, a discard, a meld, a lay-off, a riichi
constexpr int kSizes = kMaxMeldSize + 1;

}  // namespace

std::vector<Segment> action_layout(const Options& o) {
    return blocks_of_levels({{"sort", {kSorts}},
                             {"card", {o.melds->kinds()}},
                             {"meld", {3, o.melds->kinds()}},
                             {"meld_kind", {kMeldKinds}},
                             {"meld_size", {kSizes}}});
}

void write_action(const Options& o, Action a, FeatureWriter& w) noexcept {
    const Melds& melds = *o.melds;
    const int kinds = melds.kinds();
    const int sort = a < kDiscard ? a : a < o.ids.meld ? 2 : a < o.ids.layoff ? 3 : a < o.ids.riichi ? 4 : 5;
    const Layoff layoff = sort == 4 ? melds.layoffs()[static_cast<std::size_t>(a - o.ids.layoff)] : Layoff{};
    const int card = sort == 2 ? a - kDiscard : sort == 4 ? layoff.kind : sort == 5 ? a - o.ids.riichi : -1;
    w.one_hot(sort, kSorts);
    w.one_hot(card, kinds);
    if (sort != 3 && sort != 4) return;
    const Meld& meld = melds[sort == 3 ? a - o.ids.meld : layoff.target];  // what is exposed afterwards
    w.bits(meld.cards.some(), kinds);
    w.bits(meld.cards.twice(), kinds);
    w.bits(meld.cards.thrice(), kinds);
    w.one_hot(meld.kind == kOwn ? -1 : meld.kind, kMeldKinds);
    w.one_hot(meld.size, kSizes);
}

}  // namespace uneri::namima
