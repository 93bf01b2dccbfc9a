#include "uneri/games/namima/calls.hpp"

#include "uneri/games/namima/complete.hpp"

namespace uneri::namima {

bool can_win(const Options& o, const State& s) noexcept {
    return is_complete(*o.tables, s.hand_of(s.to_act), s.exposed_of(s.to_act).ids());
}

bool can_win_with(const Options& o, const State& s, int seat, int kind) noexcept {
    if (s.has_declared(seat) && s.thrown_of(seat).count(kind) > 0) return false;
    Cards hand = s.hand_of(seat);
    hand.add(kind);
    return is_complete_claimed(*o.tables, hand, s.exposed_of(seat).ids(), kind);
}

bool can_meld_with(const Options& o, const State& s, int seat, int kind) noexcept {
    if (s.has_declared(seat)) return false;
    Cards hand = s.hand_of(seat);
    const int total = hand.total();
    hand.add(kind);
    bool found = false;
    o.index->each_holding(hand, kind, [&](int meld) { found = found || (*o.melds)[meld].size <= total; });
    return found;
}

bool can_declare(const Options& o, const State& s, int kind) noexcept {
    const Melds& melds = *o.melds;
    Cards rest = s.hand_of(s.to_act);
    rest.remove(kind);
    std::uint64_t open = 0;  // kinds that may come and that the seat could win with (N-9.5)
    for (int k = 0; k < melds.kinds(); ++k) {
        const bool waited = k != kind && melds.deck().count(k) > rest.count(k) && s.thrown_of(s.to_act).count(k) == 0;
        open |= std::uint64_t{waited} << k;
    }
    return waits(*o.tables, rest, {}, open) != 0;  // nothing is exposed: drawn and claimed waits are the same
}

}  // namespace uneri::namima
