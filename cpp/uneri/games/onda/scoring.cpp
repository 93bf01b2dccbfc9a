#include "uneri/games/onda/scoring.hpp"

#include <algorithm>

namespace uneri::onda {

// The seat still has its face-down cards, and its other cards have the most dots that the pack allows.
int worst_round(const Options& o) noexcept {
    int points = o.pack.down * kFaceDownPenalty;
    int left = o.hand_size() - o.pack.down;
    for (int dots = 3; dots >= 1; --dots) {
        for (int k = 0; k < kKinds; ++k) {
            if (kPenalty[static_cast<std::size_t>(number_of(k) - 1)] != dots) continue;
            const int taken = std::min(left, o.pack.cards.count(k));
            points += dots * taken;
            left -= taken;
        }
    }
    return -points;
}

void score_round(const Options& o, State& s, int winner) noexcept {
    for (int p = 0; p < o.players; ++p) {
        const auto seat = static_cast<std::size_t>(p);
        // O-7.5: cards played cost nothing
        const int points = p == winner ? kWinnerPoints : -hand_points(s.hand[seat], s.down[seat].size());
        s.scores[seat] = static_cast<std::int16_t>(s.scores[seat] + points);
    }
    ++s.round_wins[static_cast<std::size_t>(winner)];
    s.prev_winner = static_cast<std::int8_t>(winner);
}

int next_starter(const Options& o, const State& s, int winner) noexcept {
    int starter = winner;  // counted last, as its distance is a whole round
    for (int step = o.players - 1; step >= 1; --step) {
        const int seat = (winner + step) % o.players;
        if (s.scores[static_cast<std::size_t>(seat)] <= s.scores[static_cast<std::size_t>(starter)]) starter = seat;
    }
    return starter;
}

unsigned winners(const Options& o, const State& s) noexcept {
    unsigned best = 0;
    int best_seat = -1;
    for (int p = 0; p < o.players; ++p) {
        const auto seat = static_cast<std::size_t>(p);
        const auto top = static_cast<std::size_t>(best_seat);
        const int ahead = best_seat < 0                     ? 1
                          : s.scores[seat] != s.scores[top] ? s.scores[seat] - s.scores[top]
                                                            : s.round_wins[seat] - s.round_wins[top];
        if (ahead > 0) {
            best = 1u << p;
            best_seat = p;
        } else if (ahead == 0) {
            best |= 1u << p;
        }
    }
    return best;
}

}  // namespace uneri::onda
