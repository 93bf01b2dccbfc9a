
#include <bit>
#include <string>

#include "uneri/base/checker.hpp"
#include "uneri/games/onda/data.hpp"
#include "uneri/games/onda/rules.hpp"

namespace uneri::onda {
namespace {

bool well_formed(Cards cards) {
    constexpr std::uint32_t kAll = (1u << kKinds) - 1;
    return (cards.one & ~kAll) == 0 && (cards.two & ~cards.one) == 0;
}

bool well_formed(KindPair pair) {
    const auto kind = [](std::uint8_t k) { return k < kKinds || k == kNoKind; };
    return kind(pair.low) && kind(pair.high) && pair.low <= pair.high;
}

bool well_formed(Deck deck) {
    constexpr std::uint64_t kLow = 0x5555555555555555u & Deck::kFull;
    return (deck.bits() & ~Deck::kFull) == 0 && ((deck.bits() >> 1) & kLow & ~(deck.bits() & kLow)) == 0;
}

bool is_seat(const Options& o, int seat) { return seat >= 0 && seat < o.players; }

void check_domains(const Options& o, const State& s, Checker& c) {
    c.check(s.phase <= kOver, "phase", "is none of FIRST, DEAL, DIAL, HIDE, ACT, SLOT, REPLY, OVER");
    c.check(s.pending <= kTurnPending, "pending", "is none of None, JOKER, TURN");
    c.check(s.round >= 1 && s.round <= o.rounds, "round", "is not one of the game's rounds");
    c.check(s.dial < o.dial_length, "dial", "is not an index into bomb_sequence");
    c.check(s.tide <= 1, "tide", "is neither 0 nor 1");
    c.check(s.status <= 1, "status", "is neither 0 nor 1");
    c.check(s.bomb_used <= 1, "bomb_used", "is neither true nor false");
    c.check(s.passed >> o.players == 0, "passed", "has a seat that does not play");
    c.check(s.prev_winner >= -1 && s.prev_winner < o.players, "prev_winner", "is neither -1 nor a seat");
    c.check(s.starter >= -1 && s.starter < o.players, "starter", "is neither -1 nor a seat");
    c.check(s.leader >= -1 && s.leader < o.players, "leader", "is neither -1 nor a seat");
    c.check(s.to_act >= -1 && s.to_act < o.players, "to_act", "is neither -1 nor a seat");
    c.check(s.table_play == 0 || (is_play(s.table_play) && s.table_play < o.actions()), "table",
            "has no play id (36 to " + std::to_string(o.actions() - 1) + ")");
    c.check(s.table_play == 0 ? s.table_owner == -1 : is_seat(o, s.table_owner), "table",
            "has an owner that is not a seat");
    c.check(s.table_face >= -1 && s.table_face < kKinds, "table", "has a face that is not a kind");
    c.check(well_formed(s.deck), "deck", "has a count that is not 0, 1 or 2");
    c.check(well_formed(s.played), "played", "has a count that is not 0, 1 or 2");
    c.check(s.zero == decltype(s.zero){}, "state", "has a byte that is not zero");
    for (int p = 0; p < kMaxSeats; ++p) {
        const auto seat = at(p);
        c.check(well_formed(s.hand[seat]), "hand", "has a count that is not 0, 1 or 2");
        c.check(well_formed(s.down[seat]), "down", "is not an ascending list of at most two kinds");
        c.check(well_formed(s.spent[seat]), "spent", "is not an ascending list of at most two kinds");
        c.check(well_formed(s.known[seat]), "known", "is not an ascending list of at most two kinds");
        if (p >= o.players) {
            const bool unused = s.hand[seat].empty() && s.down[seat] == KindPair{} && s.spent[seat] == KindPair{} &&
                                s.known[seat] == KindPair{} && s.scores[seat] == 0 && s.round_wins[seat] == 0;
            c.check(unused, "hand", "has an entry for a seat that does not play");
        }
        c.check(s.down[seat].size() + s.spent[seat].size() <= o.pack.down, "spent",
                "and 'down' of a seat hold more cards than are hidden");
        c.check(s.scores[seat] >= o.rounds * worst_round(o) && s.scores[seat] <= o.rounds * kWinnerPoints, "scores",
                "is out of the bounds of O-7.11");
        c.check(s.round_wins[seat] <= o.rounds, "round_wins", "is more than there are rounds");
    }
}

// Hands, face-down cards, spent jokers, played cards and the deck make up the pack, for every kind. Known cards are in
// the hand.
void check_cards(const Options& o, const State& s, Checker& c) {
    for (int k = 0; k < kKinds; ++k) {
        int sum = s.played.count(k) + s.deck.count(k);
        for (int p = 0; p < o.players; ++p) {
            const auto seat = at(p);
            const auto in = [&](KindPair pair) { return (pair.low == k) + (pair.high == k); };
            sum += s.hand[seat].count(k) + in(s.down[seat]) + in(s.spent[seat]);
            c.check(in(s.known[seat]) <= s.hand[seat].count(k), "known", "has a card that is not in the hand");
            c.check(s.known[seat] == KindPair{} || o.reveal_returned, "known",
                    "is not empty, but reveal_returned is false");
        }
        const int copies = o.pack.cards.count(k);
        c.check(sum == copies, "hand",
                "and the other places together hold " + kind_text(k) + " " + std::to_string(sum) + " times, not " +
                    std::to_string(copies));
    }
}

// O-7.11: neither this round nor later ones can push a score out of its bounds. Once a seat has played, it can lose at
// most its cards in this round.
void check_scores(const Options& o, const State& s, Checker& c) {
    const int finished = s.phase == kOver ? s.round : s.round - 1;
    for (int p = 0; p < o.players; ++p) {
        const auto seat = at(p);
        const bool plays = s.phase >= kAct && s.phase <= kReply;
        const int spared = plays ? -worst_round(o) - hand_points(s.hand[seat], s.down[seat].size()) : 0;
        const int least = finished * worst_round(o) - spared;
        c.check(s.scores[seat] >= least && s.scores[seat] <= finished * kWinnerPoints, "scores",
                "is not what a seat can have in this round");
    }
}

void check_match(const Options& o, const State& s, Checker& c) {
    const int finished = s.phase == kOver ? s.round : s.round - 1;
    int wins = 0;
    for (const std::uint8_t won : s.round_wins) wins += won;
    c.check(wins == finished, "round_wins", "do not add up to the rounds finished");
    c.check((s.prev_winner == -1) == (finished == 0), "prev_winner", "does not fit the round");
    c.check(s.phase != kOver || s.round == o.rounds, "round", "is not the last, but the phase is OVER");
    c.check((s.phase == kSlot) == (s.pending != kNothing), "pending", "does not fit the phase");
    c.check((s.phase <= kDeal || s.phase == kOver) == (s.to_act == -1), "to_act", "does not fit the phase");
    c.check((s.phase == kFirst) == (s.starter == -1), "starter", "does not fit the phase");
    c.check((s.phase == kFirst) == (s.leader == -1), "leader", "does not fit the phase");
    if (s.phase > kDeal) {
        c.check(s.deck.total() == o.pack.cards.total() - o.players * o.hand_size(), "deck",
                "does not hold the cards left over by the deal");
    }
    if (s.phase < kAct) {
        c.check(s.table_play == 0, "table", "is not empty before the first trick");
        c.check(s.passed == 0, "passed", "is not empty before the first trick");
        c.check(s.status == 0, "status", "is fixed before the first trick");
        c.check(s.leader == s.starter, "leader", "is not the starter before the first trick");
        for (int p = 0; p < o.players; ++p) {
            c.check(s.spent[at(p)].size() == 0, "spent", "is not empty before the first trick");
            c.check(s.known[at(p)].size() == 0, "known", "is not empty before the first trick");
        }
    }
    check_scores(o, s, c);
    c.check(s.table_play == 0 || is_combination(o, s, play_of(s.table_play)), "table",
            "has a mixed run that the dial does not name");  // O-5.29
    c.check(s.bomb_used == 0 || (s.table_play != 0 && bomb(o, s).of_shape(play_of(s.table_play).shape) != 0),
            "bomb_used", "is true, but the table does not have the dial's shape");
}

void check_deal(const Options& o, const State& s, Checker& c) {
    c.check(s.played.empty(), "played", "is not empty in the deal");
    int seat_next = -1;
    for (int p = 0; p < o.players; ++p) {
        const auto seat = at(p);
        const int total = s.hand[seat].total();
        c.check(s.down[seat].size() == 0, "down", "is not empty in the deal");
        c.check(total <= o.hand_size(), "hand", "has more cards than a seat is dealt");
        c.check(seat_next < 0 || total == 0, "hand", "was not dealt seat by seat");
        if (seat_next < 0 && total < o.hand_size()) seat_next = p;
    }
    if (s.phase == kFirst) {
        c.check(o.first_seat == -1 && s.round == 1, "phase", "is FIRST, but nothing is left to draw");
        c.check(s.deck == o.pack.cards, "deck", "is not whole before the deal");
        c.check(s.deal_seat == 0 && s.deal_left == 0, "hand", "does not fit the deal");
        return;
    }
    c.check(seat_next >= 0, "hand", "is dealt in full, but the phase is DEAL");
    if (!c.good()) return;
    const int left = o.hand_size() - s.hand[at(seat_next)].total();
    c.check(s.deal_seat == seat_next && s.deal_left == left, "hand", "does not fit the deal");
}

void check_hiding(const Options& o, const State& s, Checker& c) {
    c.check(s.phase != kDialing || (s.round > 1 && s.to_act == s.starter), "phase",
            "is DIAL, but the starter has no such choice");
    bool done = true;  // seats before the one to act have hidden their cards, later ones have not
    for (int step = 0; step < o.players; ++step) {
        const int p = (s.starter + step) % o.players;
        const auto seat = at(p);
        const int down = s.down[seat].size();
        const bool acting = p == s.to_act;
        if (acting) done = false;
        c.check(acting ? down <= (s.phase == kDialing ? 0 : o.pack.down - 1) : down == (done ? o.pack.down : 0), "down",
                "does not fit the order of hiding");
        c.check(s.hand[seat].total() > o.pack.down - down, "hand", "is too small to hide from");
        c.check(!acting || down == 0 || s.hand[seat].one >> s.down[seat].low != 0, "down",
                "leaves no second card to hide");
    }
}

void check_trick(const Options& o, const State& s, Checker& c) {
    for (int p = 0; p < o.players; ++p) {
        c.check(!s.hand[at(p)].empty(), "hand", "of a seat is empty, but the round continues");
    }
    c.check(!s.has_passed(s.to_act), "to_act", "has passed");
    if (s.phase == kReply) {
        c.check(s.status == 1, "status", "is changeable right after a turn of the tide");
    } else if (s.table_play == 0 || (s.phase == kSlot && s.pending == kTurnPending)) {
        c.check(s.status == 0, "status", "is fixed, but nobody can have turned the tide");
    }
    if (s.table_play == 0) {
        c.check(s.passed == 0, "passed", "is not empty, but nothing is on the table");
        c.check(s.leader == s.to_act, "leader", "is not the seat to act, but nothing is on the table");
        c.check(s.pending != kJokerPending, "pending", "is JOKER, but nothing is on the table");
        return;
    }
    const bool spending = s.pending == kJokerPending;
    c.check(spending == (s.table_owner == s.to_act), "table", "has an owner that does not fit the phase");
    c.check(!s.has_passed(s.table_owner), "table", "has an owner that has passed");
    c.check(std::popcount(s.passed) < o.players - 1, "passed", "leaves one seat in the trick, which would be over");
    c.check(!spending || play_of(s.table_play).joker != 0, "pending", "is JOKER, but the table has none");
    c.check(!spending || s.table_face == -1, "table", "has a face before the joker is chosen");
}

void check_table(const State& s, Checker& c) {
    if (s.table_play == 0) return c.check(s.table_face == -1, "table", "has a face, but no play");
    const Play& play = play_of(s.table_play);
    c.check(s.played.contains(play.cards), "table", "has cards that are not in 'played'");
    if (play.joker == 0) return c.check(s.table_face == -1, "table", "has a face, but no joker");
    if (s.pending == kJokerPending) return;
    const KindPair spent = s.spent[at(s.table_owner)];
    c.check(s.table_face >= 0 && spent.has(s.table_face), "table", "has a face that its owner has not spent");
}

void check_choices(const Options& o, const State& s, Checker& c) {
    const int down = s.down[at(s.to_act)].size();
    if (s.phase == kSlot) c.check(down == 2, "down", "of the seat to act does not hold two cards to choose from");
    if (!c.good()) return;
    ActionList list;
    legal_actions(o, s, list);
    c.check(!list.empty(), "phase", "leaves the seat to act without a legal action");
    c.check(s.pending != kTurnPending || can_turn(o, s), "pending", "is TURN, but the tide cannot be turned");
    c.check(s.phase != kReply || s.table_play != 0 || o.leader_may_turn, "phase",
            "is REPLY, but a leader may not turn the tide");
}

void check_over(const Options& o, const State& s, Checker& c) {
    for (int p = 0; p < o.players; ++p) {
        c.check(s.hand[at(p)].empty() == (p == s.prev_winner), "hand", "is empty for another seat than the winner");
    }
    c.check(s.table_play != 0 && s.table_owner == s.prev_winner, "table", "does not hold the winner's last play");
    c.check(!s.has_passed(s.prev_winner), "passed", "holds the winner");
}

}  // namespace

std::optional<Error> validate(const Options& o, const State& s) {
    Checker c(kName);
    check_domains(o, s, c);
    if (c.good()) check_cards(o, s, c);
    if (c.good()) check_match(o, s, c);
    if (!c.good()) return c.take();
    if (s.phase <= kDeal) {
        check_deal(o, s, c);
    } else {
        c.check(s.deal_seat == 0 && s.deal_left == 0, "hand", "does not fit the deal");
    }
    check_table(s, c);
    if (s.phase == kDialing || s.phase == kHiding) check_hiding(o, s, c);
    if (s.phase >= kAct && s.phase <= kReply) {
        check_trick(o, s, c);
        if (c.good()) check_choices(o, s, c);
    }
    if (s.phase == kOver) check_over(o, s, c);
    return c.take();
}

}  // namespace uneri::onda
