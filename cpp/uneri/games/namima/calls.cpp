#include "uneri/games/namima/calls.hpp"

#include "uneri/games/namima/hands/complete.hpp"

namespace uneri::namima {
namespace {

// A quick test, which nearly all incomplete hands fail: each card of a complete hand is in a meld or laid off. Cards of
// the kinds in `claimed` may not be laid off.
bool may_be_complete(const Options& o, const MeldIndex::Within& within, const Exposed& exposed,
                     std::uint64_t claimed) noexcept {
    return within.covers(laid_kinds(o, exposed) & ~claimed);
}

// is_complete_claimed for a hand that includes the claimed card.
bool can_win_claimed(const Options& o, const MeldIndex::Within& within, const Cards& hand, const Exposed& exposed,
                     int kind) noexcept {
    const bool in_meld = !o.rules().won_by_layoff || exposed.empty();
    if (!may_be_complete(o, within, exposed, in_meld ? std::uint64_t{1} << kind : 0)) return false;
    if (!in_meld || exposed.empty()) return is_complete(*o.tables, hand, exposed.ids());
    return within.any_holding(kind, kMaxMeldSize, [&](int meld) {
        return is_complete(*o.tables, hand - (*o.melds)[meld].cards, exposed.ids());
    });
}

// N-9.5
bool row_allows(const Options& o, const State& s, int seat, int kind) noexcept {
    return !s.has_declared(seat) || !o.rules().riichi_row || s.thrown_of(seat).count(kind) == 0;
}

}  // namespace

bool can_win(const Options& o, const State& s, const MeldIndex::Within& within) noexcept {
    const Exposed& exposed = s.exposed_of(s.to_act);
    return may_be_complete(o, within, exposed, 0) && is_complete(*o.tables, s.hand_of(s.to_act), exposed.ids());
}

bool can_win(const Options& o, const State& s) noexcept {
    return is_complete(*o.tables, s.hand_of(s.to_act), s.exposed_of(s.to_act).ids());
}

bool can_win_with(const Options& o, const State& s, int seat, int kind) noexcept {
    if (!row_allows(o, s, seat, kind)) return false;
    Cards hand = s.hand_of(seat);
    hand.add(kind);
    return is_complete_claimed(*o.tables, hand, s.exposed_of(seat).ids(), kind);
}

Calls calls_of(const Options& o, const State& s, int seat, int kind) noexcept {
    const bool declared = s.has_declared(seat);
    Cards hand = s.hand_of(seat);
    const int total = hand.total();
    hand.add(kind);
    // The claimed card must go into a meld, or the winner lays it off.
    if (!o.index->may_hold(hand, kind) &&
        (!o.rules().won_by_layoff || (laid_kinds(o, s.exposed_of(seat)) >> kind & 1) == 0))
        return {false, false};
    const MeldIndex::Within within(*o.index, hand);
    return {row_allows(o, s, seat, kind) && can_win_claimed(o, within, hand, s.exposed_of(seat), kind),
            !declared && within.has_holding(kind, total)};
}

bool can_meld_with(const Options& o, const State& s, int seat, int kind) noexcept {
    if (s.has_declared(seat)) return false;
    Cards hand = s.hand_of(seat);
    const int total = hand.total();
    hand.add(kind);
    return o.index->may_hold(hand, kind) && MeldIndex::Within(*o.index, hand).has_holding(kind, total);
}

bool can_declare(const Options& o, const State& s, int kind) noexcept {
    const Melds& melds = *o.melds;
    Cards rest = s.hand_of(s.to_act);
    rest.remove(kind);
    std::uint64_t open = 0;  // kinds that may still come and would win (N-9.5)
    const bool row = o.rules().riichi_row;
    for (int k = 0; k < melds.kinds(); ++k) {
        const bool waited =
            melds.deck().count(k) > rest.count(k) && (!row || (k != kind && s.thrown_of(s.to_act).count(k) == 0));
        open |= std::uint64_t{waited} << k;
    }
    return waits(*o.tables, rest, {}, open) != 0;  // no exposed melds: drawn and claimed waits are the same
}

}  // namespace uneri::namima
