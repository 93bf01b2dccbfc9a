#include "uneri/games/namima/match.hpp"

#include <algorithm>

#include "uneri/games/namima/hands/best.hpp"

namespace uneri::namima {
namespace {

std::int32_t& score_of(State& s, int seat) noexcept { return s.score[static_cast<std::size_t>(seat)]; }

// N-8.2: the rest of the pot goes to the highest score. Ties go to the first seat clockwise from the dealer of game 0.
void share_pot(const Options& o, State& s) noexcept {
    const int first = ((s.dealer - (o.match_games - 1)) % o.players + o.players) % o.players;
    int best = first;
    for (int step = 1; step < o.players; ++step) {
        const int seat = o.next(first, step);
        if (score_of(s, seat) > score_of(s, best)) best = seat;
    }
    score_of(s, best) += s.pot;
    s.pot = 0;
}

void end_game(const Options& o, State& s) noexcept {
    if (s.game + 1 < o.match_games) {
        ++s.game;                                   // N-6.4
        return start_game(o, s, o.next(s.dealer));  // N-8.1
    }
    share_pot(o, s);
    s.phase = kOver;
    s.to_act = s.drawn = s.claim = -1;
}

}  // namespace

void start_game(const Options& o, State& s, int dealer) noexcept {
    s.hand = {};
    s.thrown = {};
    s.lying = {};
    s.wall = o.melds->deck();
    s.exposed = {};
    s.declared = 0;
    s.dealer = s.turn = static_cast<std::int8_t>(dealer);  // N-4.1
    s.drawn = s.claim = s.dora = -1;
    s.phase = kDeal;
    s.to_act = 0;
}

void deal_card(const Options& o, State& s, int kind) noexcept {
    Cards& hand = s.hand_of(s.to_act);
    s.wall.remove(kind);
    hand.add(kind);
    if (hand.total() < o.deal()) return;
    if (++s.to_act < o.players) return;
    s.to_act = -1;
    s.phase = kDraw;  // N-2.2: the wall is not empty after a deal
}

void win(const Options& o, State& s, int seat) noexcept {
    const bool claimed = s.phase == kWon;
    // N-6.2
    int points = best_points(*o.tables, s.hand_of(seat), s.exposed_of(seat).ids(), claimed ? s.claim : -1, s.dora);
    const Payments& payments = o.rules().payments;
    if (s.has_declared(seat)) points *= payments.riichi;                  // N-9.4
    const int factor = s.exposed_of(seat).empty() ? payments.closed : 1;  // N-7.6
    for (int p = 0; p < o.players; ++p) {
        if (p == seat) continue;
        // N-7.1, N-9.8
        const int paid = factor * penalty(o.rules(), s.hand_of(p), s.dora) +
                         (claimed && p == s.turn ? payments.deal_in : 1) * points;
        score_of(s, p) -= paid;
        score_of(s, seat) += paid;
    }
    score_of(s, seat) += s.pot;  // N-7.7
    s.pot = 0;
    end_game(o, s);
}

void exhaust(const Options& o, State& s) noexcept {
    for (int p = 0; p < o.players; ++p) {
        const int paid = penalty(o.rules(), s.hand_of(p), s.dora);
        score_of(s, p) -= paid;
        s.pot += paid;
    }
    end_game(o, s);
}

}  // namespace uneri::namima
