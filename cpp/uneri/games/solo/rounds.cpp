#include "uneri/games/solo/rounds.hpp"

#include <algorithm>

#include "uneri/games/solo/turns.hpp"

namespace uneri::solo {
namespace {

// 8.3: the draw pile is empty, so who knows all other hands but one knows that one too.
void deduce_hands(const Options& o, State& s) noexcept {
    PerSeat<PerSeat<std::uint8_t>> totals;
    s.known.totals(totals);
    PerSeat<int> sizes{};
    for (int q = 0; q < o.players; ++q) sizes[static_cast<std::size_t>(q)] = s.hand_of(q).total();
    for (int p = 0; p < o.players; ++p) {
        int dark = -1;  // the only hand that p does not know in full
        int count = 0;
        for (int q = 0; q < o.players; ++q) {
            const auto seat = static_cast<std::size_t>(q);
            if (q == p || totals[static_cast<std::size_t>(p)][seat] == sizes[seat]) continue;
            dark = q;
            ++count;
        }
        if (count == 1) s.known.learn_hand(p, dark, s.hand_of(dark));
    }
}

int next_starter(const Options& o, const State& s, int winner) noexcept {  // S-7.6
    if (winner < 0 || o.next_starter == kRotate) return (s.starter + 1) % o.players;
    return o.next_starter == kWinner ? winner : (winner + 1) % o.players;
}

bool is_over(const Options& o, const State& s) noexcept {  // S-7.4, S-7.5
    if (o.max_rounds > 0 && s.round == static_cast<std::uint32_t>(o.max_rounds)) return true;
    return std::any_of(s.points.begin(), s.points.begin() + o.players, [](std::int32_t points) { return points < 0; });
}

}  // namespace

bool reshuffle(const Options& o, State& s) noexcept {
    Cards rest = s.discard;
    rest.remove(s.top);
    if (rest.empty()) return false;
    deduce_hands(o, s);
    s.draw_pile = rest;
    s.discard = {};
    s.discard.add(s.top);
    return true;
}

void end_round(const Options& o, State& s) noexcept {
    const bool draw2 = has_symbol(s.top, kDraw2);
    if (!o.last_card_draws || (!draw2 && s.top != kWildDraw4)) return score_round(o, s, s.last);
    add_pending(s, draw2 ? 2 : 4, kNoChain);
    const int count = s.pending;
    s.pending = 0;
    s.chain = kNoChain;
    start_pulls(o, s, seat_after(o, s, s.last, 1), count, kWhyLast);
}

void score_round(const Options& o, State& s, int winner) noexcept {
    for (int p = 0; p < o.players; ++p) {
        if (p != winner) s.points[static_cast<std::size_t>(p)] -= value_of(s.hand_of(p));
    }
    if (is_over(o, s)) {
        s.phase = kOver;
        s.to_act = -1;
        s.next_turn = s.ended = -1;
        return;
    }
    s.starter = static_cast<std::int8_t>(next_starter(o, s, winner));
    ++s.round;
    start_deal(o, s);
}

}  // namespace uneri::solo
