#include "uneri/games/solo/analysis.hpp"

#include "uneri/games/solo/rules.hpp"

namespace uneri::solo {

std::array<int, kColours + 1> colour_counts(Cards hand) noexcept {
    std::array<int, kColours + 1> counts{};
    for_each_bit(hand.kinds(), [&](int kind) {
        counts[static_cast<std::size_t>(is_black(kind) ? kColours : colour_of(kind))] += hand.count(kind);
    });
    return counts;
}

SeatSet jump_matches(const Options& o, const State& s) noexcept {
    if (s.top < 0 || (o.jump_scope() >> s.top & 1) == 0) return 0;
    SeatSet seats = 0;
    for (int p = 0; p < o.players; ++p) seats |= static_cast<SeatSet>(s.hand_of(p).has(s.top)) << p;
    return seats;
}

void jump_candidates(const Options& o, const State& s, SeatList& out) noexcept {
    out.clear();
    if (s.phase != kJumpIn) return;
    const Window w{s.next_turn, s.ended};
    for (int step = step_of(o, s, w, s.to_act); step <= o.players; ++step) {
        const int seat = next_asked(o, s, w, step);
        if (seat >= 0) out.push_back(seat);
    }
}

bool would_declare(const Options& o, const State& s, Action a) noexcept {
    if (player_of(s) < 0 || !is_legal(o, s, a)) return false;
    State next = s;
    apply(o, next, a);
    return next.phase == kSolo;
}

SeatSet solo_threat(const Options& o, const State& s, int seat) noexcept {
    SeatSet seats = 0;
    for (int p = 0; p < o.players; ++p) seats |= static_cast<SeatSet>(p != seat && s.hand_of(p).is_single()) << p;
    return seats;
}

}  // namespace uneri::solo
