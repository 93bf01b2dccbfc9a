#include "uneri/games/namima/greedy.hpp"

#include <algorithm>
#include <bit>
#include <compare>

#include "uneri/games/namima/calls.hpp"
#include "uneri/games/namima/hands/best.hpp"
#include "uneri/games/namima/hands/distance/deficiency.hpp"
#include "uneri/games/namima/melds.hpp"
#include "uneri/games/namima/rules.hpp"

namespace uneri::namima {

namespace {

constexpr int kFewConcealed = 4;    // another seat with this many concealed cards or fewer is likely ready
constexpr int kFarFromReady = 3;    // against such a seat, a hand this far from a win is given up
constexpr int kWorthDeclaring = 2;  // least copies of waits for declaring riichi
constexpr int kUnknown = -1;        // copies that nothing has asked for yet

// The value of the hand after an action; greater is better.
struct Value {
    int far = -kNever - 1;  // the deficiency, negated
    int copies = 0;         // cards in the acceptance
    int shed = 0;           // penalty of the card that leaves the hand
    auto operator<=>(const Value&) const = default;
};

// The cards left that reduce the deficiency.
int helpful_copies(const Tables& tables, const Cards& hand, MeldIds exposed, const Cards& visible) noexcept {
    const std::uint64_t kinds = acceptance(tables, hand, exposed, kAnyGrowth, visible);
    return copies_left(tables, hand, exposed, kinds, visible);
}

class Seat {
public:
    Seat(const Options& o, const State& s) noexcept
        : o_(o),
          s_(s),
          tables_(*o.tables),
          seat_(s.to_act),
          hand_(s.hand_of(seat_)),
          exposed_(s.exposed_of(seat_).ids()),
          visible_(lying_open(o, s, seat_)) {}

    Action act() const noexcept {
        if (can_win(o_, s_)) return kWin;
        if (s_.has_declared(seat_)) return kDiscard + s_.drawn;
        const DiscardTable table = discard_table(tables_, hand_, exposed_, kAnyGrowth, visible_, false);
        Value best;
        Action chosen = kDiscard + std::countr_zero(hand_.some());
        for (const DiscardRow& row : table) {
            const Value value = {-row.deficiency, row.copies, card_penalty(o_.rules(), row.kind, s_.dora)};
            if (value <= best) continue;
            best = value;
            chosen = kDiscard + row.kind;
        }
        // A ready hand does not act: exposing a meld costs points. No self-call reduces the deficiency below that in
        // ACT (11.4). Nor does a lay-off: a hand that wins after it also wins without it, by laying off at the end.
        const int now = -best.far;
        if (now > std::max(1, table.fewest) &&
            is_within(tables_, hand_, exposed_, now - 1, kAnyGrowth, visible_, true)) {
            ExposedMelds more(exposed_);
            each_self_call([&](int meld, const Cards& rest) {
                const Value value = at_rest(rest, more.with(meld), visible_, std::min(now - 1, -best.far));
                if (value <= best) return;
                best = value;
                chosen = o_.ids.meld + meld;
            });
        }
        if (is_given_up(o_, s_, -best.far)) return least_penalty();
        const Action declaring = chosen - kDiscard + o_.ids.riichi;
        const bool discards = chosen >= kDiscard && chosen < o_.ids.meld;
        if (discards && -best.far == 1 && best.copies >= kWorthDeclaring && is_legal(o_, s_, declaring))
            return declaring;
        return chosen;
    }

    Action me(WantedCalls calls) const noexcept {
        if (s_.has_declared(seat_)) return kPass;
        const int now = deficiency(tables_, hand_, exposed_, kAnyGrowth, visible_);
        const bool folding = is_given_up(o_, s_, now);
        Cards seen = visible_;  // the claimed card becomes part of an exposed meld
        seen.remove(s_.claim);
        Cards both = hand_;
        both.add(s_.claim);
        Action chosen = kPass;
        Value best = {-now, kUnknown, 0};
        const int most =
            calls == WantedCalls::kWider && now > 1 ? now : now - 1;  // a call of a ready hand costs points
        int least = folding ? min_penalty(tables_, hand_, exposed_, 1, s_.dora) : 0;
        ExposedMelds more(exposed_);
        const MeldIndex::Within within(*o_.index, both);
        within.any_holding(s_.claim, both.total() - 1, [&](int meld) {
            const Cards rest = both - tables_.melds[meld].cards;
            if (folding) {
                const int left = min_penalty(tables_, rest, more.with(meld), 1, s_.dora);
                if (left >= least) return false;
                least = left;
                chosen = o_.ids.meld + meld;
                return false;
            }
            const Value value = at_rest(rest, more.with(meld), seen, std::min(most, -best.far));
            if (value.far == best.far && best.copies == kUnknown)
                best.copies = helpful_copies(tables_, hand_, exposed_, visible_);
            if (value <= best) return false;
            best = value;
            chosen = o_.ids.meld + meld;
            return false;
        });
        return chosen;
    }

private:
    // The lowest value if the deficiency is above `most`.
    Value at_rest(const Cards& hand, MeldIds exposed, const Cards& visible, int most) const noexcept {
        if (!is_within(tables_, hand, exposed, most, kAnyGrowth, visible)) return {};
        const int far = deficiency(tables_, hand, exposed, kAnyGrowth, visible);
        return {-far, helpful_copies(tables_, hand, exposed, visible), 0};
    }

    template <class Visit>
    void each_self_call(Visit&& visit) const noexcept {
        MeldIndex::Within(*o_.index, hand_).each(hand_.total() - 1, [&](int meld) {
            visit(meld, hand_ - tables_.melds[meld].cards);
        });
    }
    template <class Visit>
    void each_layoff(Visit&& visit) const noexcept {
        if (hand_.total() < 3) return;
        for (const std::uint16_t meld : exposed_) {
            for (const std::uint16_t id : tables_.melds.layoffs_on(meld)) {
                const Layoff& layoff = tables_.melds.layoffs()[id];
                if (hand_.count(layoff.kind) == 0) continue;
                Cards rest = hand_;
                rest.remove(layoff.kind);
                visit(int{id}, layoff, rest);
            }
        }
    }

    // The action that leads to the least penalty with at most one more exposed meld; a lay-off if there is one.
    Action least_penalty() const noexcept {
        int least = 1 << 20;
        Action chosen = kDiscard + std::countr_zero(hand_.some());
        const auto offer = [&](Action action, const Cards& rest, MeldIds exposed, int shed) {
            const int left = 16 * min_penalty(tables_, rest, exposed, 1, s_.dora) - shed;  // shed breaks ties
            if (left >= least) return;
            least = left;
            chosen = action;
        };
        ExposedMelds more(exposed_);
        each_self_call([&](int meld, const Cards& rest) { offer(o_.ids.meld + meld, rest, more.with(meld), 0); });
        each_layoff([&](int id, const Layoff& layoff, const Cards& rest) {
            ExposedMelds melds(exposed_);
            offer(o_.ids.layoff + id, rest, melds.grown(layoff.source, layoff.target), 15);
        });
        hand_.each([&](int kind, int) {
            Cards rest = hand_;
            rest.remove(kind);
            offer(kDiscard + kind, rest, exposed_, std::min(14, card_penalty(o_.rules(), kind, s_.dora)));
        });
        return chosen;
    }

    const Options& o_;
    const State& s_;
    const Tables& tables_;
    int seat_;
    const Cards& hand_;
    MeldIds exposed_;
    Cards visible_;
};

}  // namespace

Cards lying_open(const Options& o, const State& s, int seat) noexcept {
    Cards open = s.lying;
    for (int p = 0; p < o.players; ++p) {
        if (p == seat) continue;
        for (const std::uint16_t id : s.exposed_of(p).ids()) open += (*o.melds)[id].cards;
    }
    return open;
}

bool is_given_up(const Options& o, const State& s, int far) noexcept {
    if (far > 1 + s.wall.total() / o.players) return true;
    for (int p = 0; p < o.players; ++p) {
        if (p == s.to_act) continue;
        const bool ready = s.has_declared(p) || s.hand_of(p).total() <= kFewConcealed;
        if (ready && far >= kFarFromReady) return true;
    }
    return false;
}

Action greedy_action(const Options& o, const State& s, WantedCalls calls) noexcept {
    if (s.phase == kWon) return can_win_with(o, s, s.to_act, s.claim) ? kWin : kPass;
    const WorkLimit limit(kDecisionWork);
    if (limit.over()) return choose_without_search(o, s);  // the call was stopped
    const Seat seat(o, s);
    const Action chosen = s.phase == kMe ? seat.me(calls) : seat.act();
    return limit.over() ? choose_without_search(o, s) : chosen;
}

namespace {

// Discards the card with the highest penalty, but first exposes the meld with the highest penalty if it can.
Action least_penalty(const Options& o, const State& s) noexcept {
    const Cards& hand = s.hand_of(s.to_act);
    Action chosen = kPass;
    int dearest = -1;
    MeldIndex::Within(*o.index, hand).each(hand.total() - 1, [&](int meld) {
        const int saved = penalty(o.rules(), (*o.melds)[meld].cards, s.dora);
        if (saved <= dearest) return;
        dearest = saved;
        chosen = o.ids.meld + meld;
    });
    if (chosen != kPass) return chosen;
    hand.each([&](int kind, int) {
        const int saved = card_penalty(o.rules(), kind, s.dora);
        if (saved <= dearest) return;
        dearest = saved;
        chosen = kDiscard + kind;
    });
    return chosen;
}

// The value of a card to the hand: a sum over the melds that hold the card, by how much of each is in the hand. The
// weights were tuned in games against the greedy bot (docs/lab/searching.md).
constexpr int kWhole = 20;
constexpr int kCopyLeft = 4;  // per copy left of the only missing card
constexpr int kTwoLacking = 3;
int use_of(const Melds& melds, const Cards& hand, const Cards& spare, int kind) noexcept {
    int sum = 0;
    for (const std::uint16_t id : melds.holding(kind)) {
        const Cards lack = melds[id].cards - (melds[id].cards & hand);
        // Tells 0, 1, 2 or more cards apart without counting bits: baseline machines call a function for that.
        const std::uint64_t kinds = lack.some();
        const std::uint64_t others = kinds & (kinds - 1);
        if (kinds == 0) {
            sum += kWhole;
        } else if (others == 0 ? lack.thrice() != 0 : (others & (others - 1)) != 0 || lack.twice() != 0) {
            continue;
        } else if (others == 0 && lack.b1 == 0) {
            sum += kCopyLeft * spare.count(std::countr_zero(kinds));
        } else if (spare.contains(lack)) {
            sum += kTwoLacking;
        }
    }
    return sum;
}

Action act(const Options& o, const State& s) noexcept {
    if (can_win(o, s)) return kWin;
    if (s.has_declared(s.to_act)) return kDiscard + s.drawn;
    const Cards& hand = s.hand_of(s.to_act);
    const MeldIds exposed = s.exposed_of(s.to_act).ids();
    const Cards visible = lying_open(o, s, s.to_act);
    const int far = deficiency_drawn(*o.tables, hand, exposed, kAnyGrowth, visible);
    if (is_given_up(o, s, far)) return least_penalty(o, s);
    // Picks a discard that keeps the deficiency as low as possible; tries the least useful cards first.
    const Cards spare = spare_cards(*o.melds, hand, exposed, visible);
    struct Candidate {
        int use, kind;
    };
    std::array<Candidate, kMaxConcealed + 1> candidates;
    std::size_t size = 0;
    hand.each([&](int kind, int) { candidates[size++] = {use_of(*o.melds, hand, spare, kind), kind}; });
    for (std::size_t i = 0; i + 1 < size; ++i) {
        std::swap(candidates[i], *std::min_element(candidates.begin() + static_cast<std::ptrdiff_t>(i),
                                                   candidates.begin() + static_cast<std::ptrdiff_t>(size),
                                                   [](const Candidate& a, const Candidate& b) {
                                                       return a.use != b.use ? a.use < b.use : a.kind < b.kind;
                                                   }));
        Cards rest = hand;
        rest.remove(candidates[i].kind);
        if (!is_within(*o.tables, rest, exposed, far, kAnyGrowth, visible)) continue;
        const Action declaring = candidates[i].kind + o.ids.riichi;
        return far == 1 && is_legal(o, s, declaring) ? declaring : kDiscard + candidates[i].kind;
    }
    return kDiscard + candidates[size - 1].kind;
}

Action claim(const Options& o, const State& s) noexcept {
    if (s.has_declared(s.to_act)) return kPass;
    const Cards& hand = s.hand_of(s.to_act);
    const MeldIds exposed = s.exposed_of(s.to_act).ids();
    const Cards lying = lying_open(o, s, s.to_act);
    const int far = deficiency(*o.tables, hand, exposed, kAnyGrowth, lying);
    if (is_given_up(o, s, far)) return kPass;
    Cards visible = lying;
    visible.remove(s.claim);  // it becomes part of an exposed meld
    const Cards both = hand + Cards::of(s.claim);
    ExposedMelds more(exposed);
    // The first meld that reduces the deficiency, or else the one that widens the acceptance most.
    Action chosen = kPass;
    int copies = kUnknown;
    MeldIndex::Within(*o.index, both).any_holding(s.claim, both.total() - 1, [&](int meld) {
        const Cards rest = both - (*o.melds)[meld].cards;
        const MeldIds melds = more.with(meld);
        if (is_within(*o.tables, rest, melds, far - 1, kAnyGrowth, visible)) {
            chosen = o.ids.meld + meld;
            return true;
        }
        if (far <= 1 || !is_within(*o.tables, rest, melds, far, kAnyGrowth, visible)) return false;
        if (copies == kUnknown) copies = helpful_copies(*o.tables, hand, exposed, lying);
        const int then = helpful_copies(*o.tables, rest, melds, visible);
        if (then <= copies) return false;
        copies = then;
        chosen = o.ids.meld + meld;
        return false;
    });
    return chosen;
}

}  // namespace

Action choose_rollout_action(const Options& o, const State& s) noexcept {
    if (s.phase == kWon) return can_win_with(o, s, s.to_act, s.claim) ? kWin : kPass;
    const WorkLimit limit(kRolloutWork);
    if (limit.over()) return choose_without_search(o, s);  // the call was stopped
    const Action chosen = s.phase == kMe ? claim(o, s) : act(o, s);
    return limit.over() ? choose_without_search(o, s) : chosen;
}

Action choose_without_search(const Options& o, const State& s) noexcept {
    return s.phase == kMe ? kPass : least_penalty(o, s);
}

}  // namespace uneri::namima
