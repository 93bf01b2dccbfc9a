#include "uneri/games/namima/rules.hpp"

#include <algorithm>

#include "uneri/games/namima/calls.hpp"
#include "uneri/games/namima/hands/best.hpp"
#include "uneri/games/namima/turns.hpp"

namespace uneri::namima {

namespace {

void list_act(const Options& o, const State& s, ActionList& out) noexcept {
    const int seat = s.to_act;
    const Cards& hand = s.hand_of(seat);
    const MeldIndex::Within within(*o.index, hand);
    if (can_win(o, s, within)) out.push_back(kWin);
    if (s.has_declared(seat)) return out.push_back(kDiscard + s.drawn);  // N-9.3
    out.add_word(kDiscard, hand.some());
    within.each_word(hand.total() - 1,
                     [&](int first, std::uint64_t melds) { out.add_word(o.ids.meld + first, melds); });
    LayoffSet(o, hand, s.exposed_of(seat)).each_word([&](int first, std::uint64_t layoffs) {
        out.add_word(o.ids.layoff + first, layoffs);
    });
    if (!o.riichi || !s.exposed_of(seat).empty() || s.wall.empty()) return;
    if (!o.neighbours->may_wait(o.neighbours->touch(hand).bare)) return;
    hand.each([&](int kind, int) {
        if (can_declare(o, s, kind)) out.push_back(o.ids.riichi + kind);
    });
}

void list_me(const Options& o, const State& s, ActionList& out) noexcept {
    Cards hand = s.hand_of(s.to_act);
    const int total = hand.total();
    if (s.has_declared(s.to_act)) return;
    hand.add(s.claim);
    MeldIndex::Within(*o.index, hand).any_holding(s.claim, total, [&](int meld) {
        out.push_back(o.ids.meld + meld);
        return false;
    });
}

}  // namespace

void legal_actions(const Options& o, const State& s, ActionList& out) noexcept {
    out.clear();
    switch (s.phase) {
        case kSeatDraw:
            for (Action seat = 0; seat < o.players; ++seat) out.push_back(seat);
            return;
        case kDeal:
        case kDraw: return out.add_word(0, s.wall.some());
        case kAct: return list_act(o, s, out);
        case kWon:
            out.push_back(kPass);
            if (calls_of(o, s, s.to_act, s.claim).win) out.push_back(kWin);
            return;
        case kMe: out.push_back(kPass); return list_me(o, s, out);  // N-5.5
        case kOver: return;
    }
}

namespace {

bool within(Action a, Action first, int count) noexcept { return a >= first && a < first + count; }

bool is_legal_in_act(const Options& o, const State& s, Action a) noexcept {
    const Melds& melds = *o.melds;
    const int seat = s.to_act;
    const Cards& hand = s.hand_of(seat);
    if (a == kWin) return can_win(o, s);
    if (within(a, kDiscard, melds.kinds())) {
        return s.has_declared(seat) ? a == kDiscard + s.drawn : hand.count(a - kDiscard) > 0;
    }
    if (s.has_declared(seat)) return false;
    if (within(a, o.ids.meld, melds.size())) {
        const Meld& meld = melds[a - o.ids.meld];
        return hand.contains(meld.cards) && hand.total() > meld.size;
    }
    if (within(a, o.ids.layoff, static_cast<int>(melds.layoffs().size()))) {
        const Layoff& layoff = melds.layoffs()[static_cast<std::size_t>(a - o.ids.layoff)];
        return s.exposed_of(seat).has(layoff.source) && hand.count(layoff.kind) > 0 && hand.total() >= 3;
    }
    if (!within(a, o.ids.riichi, melds.kinds())) return false;
    const int kind = a - o.ids.riichi;
    return o.riichi && s.exposed_of(seat).empty() && !s.wall.empty() && hand.count(kind) > 0 && can_declare(o, s, kind);
}

bool is_legal_in_me(const Options& o, const State& s, Action a) noexcept {
    if (a == kPass) return true;
    if (!within(a, o.ids.meld, o.melds->size()) || s.has_declared(s.to_act)) return false;
    const Meld& meld = (*o.melds)[a - o.ids.meld];
    if (meld.cards.count(s.claim) == 0) return false;
    Cards own = meld.cards;
    own.remove(s.claim);
    return s.hand_of(s.to_act).contains(own) && s.hand_of(s.to_act).total() >= meld.size;
}

}  // namespace

bool is_legal(const Options& o, const State& s, Action a) noexcept {
    switch (s.phase) {
        case kSeatDraw: return a >= 0 && a < o.players;
        case kDeal:
        case kDraw: return a >= 0 && a < o.melds->kinds() && s.wall.count(a) > 0;
        case kAct: return is_legal_in_act(o, s, a);
        case kWon: return a == kPass || (a == kWin && can_win_with(o, s, s.to_act, s.claim));
        case kMe: return is_legal_in_me(o, s, a);
        case kOver: break;
    }
    return false;
}

// --- transitions -----------------------------------------------------------------------------------------------

State initial_state(const Options& o) noexcept {
    State s;
    s.wall = o.melds->deck();
    if (o.first_seat >= 0) start_game(o, s, o.first_seat);
    return s;
}

void apply(const Options& o, State& s, Action a) noexcept { Turns<FromState>(o, s, {o, s}).apply(a); }

Action chance_pick(const State& s, Weight u) noexcept {
    if (s.phase == kSeatDraw) return static_cast<Action>(u);
    return s.wall.at(static_cast<unsigned>(u));
}

unsigned winners(const Options& o, const State& s) noexcept {
    const std::int32_t most = *std::max_element(s.score.begin(), s.score.begin() + o.players);
    unsigned seats = 0;
    for (int p = 0; p < o.players; ++p)
        seats |= static_cast<unsigned>(s.score[static_cast<std::size_t>(p)] == most) << p;
    return seats;
}

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
