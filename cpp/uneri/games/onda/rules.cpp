#include "uneri/games/onda/rules.hpp"

#include <algorithm>

namespace uneri::onda {

State initial_state(const Options& o) noexcept {
    State s;
    s.tide = static_cast<std::uint8_t>(o.tide_start);  // O-2.2
    if (o.first_seat >= 0) {
        s.starter = s.leader = static_cast<std::int8_t>(o.first_seat);  // O-2.5
        detail::start_deal(o, s);
    } else {
        s.deck = o.pack.cards;
        s.phase = kFirst;
    }
    return s;
}

namespace {

// The plays that are `good`, mixed runs among them.
template <class Good>
void append_special(const Options& o, ActionList& out, Cards cards, int joker, const std::uint32_t (&ranks)[kShapes],
                    Good&& good) noexcept {
    ActionList plays;
    append_plays(plays, cards, joker, ranks);
    if (o.mixed_runs) append_mixed_runs(plays, cards, joker, ranks);
    for (const Action a : plays) {
        if (good(play_of(a))) out.push_back(a);
    }
}

// All ranks for a lead, else those that beat the table.
void write_ranks(const State& s, int tide, std::uint32_t (&ranks)[kShapes]) noexcept {
    for (std::uint32_t& of_shape : ranks) of_shape = is_leading(s) ? kSuitMask : 0;
    if (is_leading(s)) return;
    const Play& table = play_of(s.table_play);
    ranks[table.shape] = beating_ranks(table.rank, tide);
}

}  // namespace

void special_plays(const Options& o, const State& s, ActionList& out) noexcept {
    const auto seat = at(s.to_act);
    std::uint32_t ranks[kShapes];
    write_ranks(s, s.tide, ranks);
    for (int shape = 0; s.bomb_used == 0 && shape < kShapes; ++shape) ranks[shape] |= bomb(o, s).of_shape(shape);
    append_special(o, out, s.hand[seat], s.down[seat].size() > 0 ? o.pack.highest : 0, ranks,
                   [&](const Play& play) { return may_be_played(o, s, play); });
}

void special_replies(const Options& o, const State& s, Cards cards, int tide, ActionList& out) noexcept {
    std::uint32_t ranks[kShapes];
    write_ranks(s, tide, ranks);
    append_special(o, out, cards, 0, ranks, [&](const Play& play) { return answers(o, s, play, tide); });
}

bool special_reply_exists(const Options& o, const State& s, Cards cards, int tide) noexcept {
    ActionList list;
    special_replies(o, s, cards, tide, list);
    return !list.empty();
}

namespace detail {

// O-7.2 to O-7.8
void end_round(const Options& o, State& s) noexcept {
    const int winner = s.to_act;
    score_round(o, s, winner);
    if (s.round == o.rounds) {
        s.phase = kOver;  // O-7.6: all other fields stay
        s.to_act = -1;
        return;
    }
    if (s.bomb_used != 0) advance_dial(o, s);
    if (o.tide_reset != kNever) s.tide = static_cast<std::uint8_t>(o.tide_start);  // O-7.7
    s.passed = 0;                                                                  // O-2.4
    s.status = 0;
    s.bomb_used = 0;
    clear_table(s);
    ++s.round;
    s.starter = s.leader = static_cast<std::int8_t>(next_starter(o, s, winner));
    start_deal(o, s);
}

}  // namespace detail

namespace {

// fits(a) of 5.6
bool fits(const Options& o, const State& s, const Play& play) noexcept {
    const auto seat = at(s.to_act);
    return is_combination(o, s, play) && s.hand[seat].contains(play.cards) &&
           (play.joker == 0 || (s.down[seat].size() >= 1 && play.joker <= o.pack.highest));
}

// O-4.10 for one natural play of `hand` under `tide`.
bool is_reply(const Options& o, const State& s, Action a, Cards hand, int tide) noexcept {
    return is_play(a) && play_of(a).joker == 0 && hand.contains(play_of(a).cards) && answers(o, s, play_of(a), tide);
}

// Is there a legal reply after taking back the face-down card `slot`?
bool leaves_reply(const Options& o, const State& s, int slot) noexcept {
    const auto seat = at(s.to_act);
    Cards hand = s.hand[seat];
    hand.add(s.down[seat][slot]);
    for (Action a = kFirstPlay; a < o.actions(); ++a) {
        if (is_reply(o, s, a, hand, s.tide == 0 ? 1 : 0)) return true;
    }
    return false;
}

bool is_legal_turn(const Options& o, const State& s) noexcept {
    const int down = s.down[at(s.to_act)].size();
    if (s.status != 0 || (s.table_play == 0 && !o.leader_may_turn)) return false;
    for (int slot = 0; slot < down; ++slot) {
        if (leaves_reply(o, s, slot)) return true;
    }
    return false;
}

bool is_legal_hide(const Options& o, const State& s, Action a) noexcept {
    const auto seat = at(s.to_act);
    const int kind = a - kHide;
    if (kind < 0 || kind >= kKinds || s.hand[seat].count(kind) == 0) return false;
    if (s.down[seat].size() == 1) return kind >= s.down[seat].low;
    if (o.pack.down == 1) return true;
    Cards rest = s.hand[seat];
    rest.remove(kind);
    return rest.one >> kind != 0;  // a card of kind >= `kind` is left
}

bool is_legal_slot(const Options& o, const State& s, Action a) noexcept {
    if (a != kSlotLow && a != kSlotHigh) return false;
    const KindPair down = s.down[at(s.to_act)];
    if (a == kSlotHigh && down.low == down.high) return false;
    return s.pending == kJokerPending || leaves_reply(o, s, a - kSlotLow);
}

bool is_legal_act(const Options& o, const State& s, Action a) noexcept {
    if (a == kPass) return s.table_play != 0;
    if (a == kTurn) return is_legal_turn(o, s);
    if (!is_play(a) || !fits(o, s, play_of(a))) return false;
    return may_be_played(o, s, play_of(a));
}

}  // namespace

bool is_legal(const Options& o, const State& s, Action a) noexcept {
    switch (s.phase) {
        case kFirst:
        case kDeal: return chance_weight(o, s, a) > 0;
        case kDialing: return a == kDialKeep || a == kDialAdvance;
        case kHiding: return is_legal_hide(o, s, a);
        case kAct: return is_legal_act(o, s, a);
        case kSlot: return is_legal_slot(o, s, a);
        case kReply: return is_reply(o, s, a, s.hand[at(s.to_act)], s.tide);
        case kOver: break;
    }
    return false;
}

// The seat still has its face-down cards, and its other cards have the most dots that the pack allows.
int worst_round(const Options& o) noexcept {
    int points = o.pack.down * kFaceDownPenalty;
    int left = o.hand_size() - o.pack.down;
    for (int dots = 3; dots >= 1; --dots) {
        for (int k = 0; k < kKinds; ++k) {
            if (kPenalty[at(number_of(k) - 1)] != dots) continue;
            const int taken = std::min(left, o.pack.cards.count(k));
            points += dots * taken;
            left -= taken;
        }
    }
    return -points;
}

void score_round(const Options& o, State& s, int winner) noexcept {
    for (int p = 0; p < o.players; ++p) {
        const auto seat = at(p);
        // O-7.5: cards played cost nothing
        const int points = p == winner ? kWinnerPoints : -hand_points(s.hand[seat], s.down[seat].size());
        s.scores[seat] = static_cast<std::int16_t>(s.scores[seat] + points);
    }
    ++s.round_wins[at(winner)];
    s.prev_winner = static_cast<std::int8_t>(winner);
}

int next_starter(const Options& o, const State& s, int winner) noexcept {
    int starter = winner;  // counted last, as its distance is a whole round
    for (int step = o.players - 1; step >= 1; --step) {
        const int seat = (winner + step) % o.players;
        if (s.scores[at(seat)] <= s.scores[at(starter)]) starter = seat;
    }
    return starter;
}

unsigned winners(const Options& o, const State& s) noexcept {
    unsigned best = 0;
    int best_seat = -1;
    for (int p = 0; p < o.players; ++p) {
        const auto top = at(best_seat);
        const int ahead = best_seat < 0                      ? 1
                          : s.scores[at(p)] != s.scores[top] ? s.scores[at(p)] - s.scores[top]
                                                             : s.round_wins[at(p)] - s.round_wins[top];
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
