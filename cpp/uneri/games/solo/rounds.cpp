#include "uneri/games/solo/rounds.hpp"

#include <algorithm>

namespace uneri::solo {
namespace {

int next_starter(const Options& o, const State& s, int winner) noexcept {  // S-7.6
    if (winner < 0 || o.next_starter == kRotate) return (s.starter + 1) % o.players;
    return o.next_starter == kWinner ? winner : (winner + 1) % o.players;
}

bool is_over(const Options& o, const State& s) noexcept {  // S-7.4, S-7.5
    if (o.max_rounds > 0 && s.round == static_cast<std::uint32_t>(o.max_rounds)) return true;
    return std::any_of(s.points.begin(), s.points.begin() + o.players, [](std::int32_t points) { return points < 0; });
}

}  // namespace

void score_round(const Options& o, State& s, int winner) noexcept {
    for (int p = 0; p < o.players; ++p) {
        if (p != winner) s.points[static_cast<std::size_t>(p)] -= value_of(s.hand_of(p), o.pack.values);
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
