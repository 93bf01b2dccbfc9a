#include "uneri/games/namima/rollout_player.hpp"

#include <algorithm>
#include <bit>

#include "uneri/games/namima/calls.hpp"
#include "uneri/games/namima/exposed_melds.hpp"
#include "uneri/games/namima/greedy.hpp"
#include "uneri/games/namima/hands/best.hpp"
#include "uneri/games/namima/hands/distance/deficiency.hpp"
#include "uneri/games/namima/rules.hpp"
#include "uneri/games/namima/work_limits.hpp"

namespace uneri::namima {
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
    const Cards visible = lying_open(o, s);
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
    Cards visible = lying_open(o, s);
    const int far = deficiency(*o.tables, hand, exposed, kAnyGrowth, visible);
    if (is_given_up(o, s, far)) return kPass;
    visible.remove(s.claim);  // it becomes part of an exposed meld
    const Cards both = hand + Cards::of(s.claim);
    ExposedMelds more(exposed);
    Action chosen = kPass;  // replaced by the first meld that reduces the deficiency
    MeldIndex::Within(*o.index, both).any_holding(s.claim, both.total() - 1, [&](int meld) {
        const Cards rest = both - (*o.melds)[meld].cards;
        if (!is_within(*o.tables, rest, more.with(meld), far - 1, kAnyGrowth, visible)) return false;
        chosen = o.ids.meld + meld;
        return true;
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
