#include "uneri/games/tidal/data.hpp"

#include <string>

#include "uneri/base/bits.hpp"
#include "uneri/base/checker.hpp"
#include "uneri/games/tidal/hidden.hpp"
#include "uneri/games/tidal/rules.hpp"

namespace uneri::tidal {
namespace {

void check_domains(const Options& o, const State& s, Checker& c) {
    const int n = o.players;
    c.check(s.phase <= kEnd, "phase", "is none of DEAL, GATE, PLAY, END");
    c.check(in_range(s.round, 1, o.rounds), "round", "is not one of the game's rounds");
    c.check(in_range(s.bout, 1, o.hand), "bout", "is not one of the round's bouts");
    c.check(in_range(s.gate, 1, o.board.spaces), "gate", "is not a space of the ring");
    c.check(in_range(s.actor, -1, n - 1), "actor", "is neither -1 nor a seat");
    c.check(in_range(s.lead, -1, n - 1), "lead", "is neither -1 nor a seat");
    c.check(in_range(s.pool, 1, o.fruit_pool), "pool", "is empty or above a full pool");
    for (const std::int8_t keeper : s.keeper)
        c.check(in_range(keeper, -1, n - 1), "keeper", "is neither -1 nor a seat");
    for (int p = 0; p < kMaxSeats; ++p) {
        const bool plays = p < n;
        c.check((s.hand[at(p)] & ~o.deck) == 0, "hand", "has a card that is not in the deck");
        c.check(in_range(s.pending[at(p)], -1, plays ? kCards - 1 : -1), "pending", "is neither -1 nor a card");
        c.check(plays ? in_range(s.boat[at(p)], 1, o.board.spaces) : s.boat[at(p)] == 0, "boat",
                "is not a space of the track");
        c.check(s.faceup[at(p)] <= (plays ? kCharacters : 0), "faceup", "is more than there are character cards");
        c.check(s.supply[at(p)] <= (plays ? o.board.banners : 0), "supply", "is more than a seat has banners");
        c.check(s.fruit[at(p)] <= (plays ? o.fruit_pool : 0), "fruit", "is more than a full pool");
        c.check(s.profit_majority[at(p)] <= (plays ? most_profit(o) : 0), "profit_majority",
                "is more than a game can bring");
        c.check(s.profit_feast[at(p)] <= (plays ? most_profit(o) : 0), "profit_feast", "is more than a game can bring");
        c.check(plays || s.hand[at(p)] == 0, "hand", "has an entry for a seat that does not play");
    }
    const int used = c.good() ? finished_bouts(s) * n : 0;
    for (int i = 0; i < kMaxHands; ++i)
        c.check(s.played[at(i)] < (i < used ? kCards : 1), "played",
                "has an entry that is not a card of a finished bout");
}

// Section 4: the docks, towers and supply hold all banners of a seat. Neutral banners are where section 3 puts them.
void check_banners(const Options& o, const State& s, Checker& c) {
    const bool cleared = s.phase == kDeal || s.phase == kEnd;
    for (int p = 0; p < kMaxSeats; ++p) {
        int docks = 0;
        for (const auto& quadrant : s.dock) {
            for (const DockOwners& owners : quadrant) docks += owners[at(p)];
        }
        const int towers = s.tower[0][at(p)] + s.tower[1][at(p)];
        c.check(docks == 0 || !cleared, "dock", "has a seat's banners between rounds");
        c.check(docks + towers + s.supply[at(p)] == (p < o.players ? o.board.banners : 0), "supply",
                "and 'dock', 'tower' of a seat do not add up to its banners");
    }
    for (std::size_t q = 0; q < kSuits; ++q) {
        for (std::size_t d = 0; d < kDocks; ++d) {
            c.check(s.dock[q][d][kNeutral] == (o.neutral_docks[q] >> d & 1), "dock",
                    "has neutral banners that are not those of the start");
        }
    }
}

void check_fruit(const Options& o, const State& s, Checker& c) {
    int sum = s.pool;
    for (const std::uint8_t fruit : s.fruit) sum += fruit;
    c.check(sum == o.fruit_pool, "pool", "and 'fruit' do not add up to a full pool");
    c.check(s.phase != kEnd || s.pool == o.fruit_pool, "fruit", "is held after the last feast");
}

// Each fruit is worth at most 1 profit. Play from an accepted state stays within the bounds of 8.4.
void check_profit(const Options& o, const State& s, Checker& c) {
    const int most = most_profit_by_now(o, s);
    for (std::size_t p = 0; p < at(o.players); ++p) {
        c.check(s.profit_majority[p] + s.profit_feast[p] + s.fruit[p] <= most, "profit_majority",
                "and 'profit_feast', 'fruit' of a seat are more than " + std::to_string(most) +
                    ", the most by this time of the game");
    }
}

void check_cards(const Options& o, const State& s, Checker& c) {
    const CardSet kept = kept_cards(s);
    CardSet seen = 0;
    const auto see = [&](CardSet cards, std::string_view field) {
        c.check((cards & ~o.deck) == 0, field, "has a card that is not in the deck");
        c.check((cards & seen) == 0, field, "has a card that is also somewhere else");
        seen |= cards;
    };
    for (int p = 0; p < o.players; ++p) {
        see(s.hand[at(p)], "hand");
        if (s.pending[at(p)] >= 0) see(bit_of(s.pending[at(p)]), "pending");
    }
    c.check((seen & kept) == 0, "keeper", "keeps a 9 that is still in a hand or pending");
    for (int i = 0; i < finished_bouts(s) * o.players; ++i) {
        const int card = s.played[at(i)];
        see(bit_of(card), "played");  // the 9s kept in this round are there, too
        c.check(!has(kept, card) || s.keeper[at(suit_of(card))] == i % o.players, "keeper",
                "keeps a 9 that another seat has played");
    }
    c.check(s.undealt == (o.deck & ~seen & ~kept), "hand", "does not fit the cards left over");
}

void check_deal(const Options& o, const State& s, Checker& c) {
    int next = -1;
    for (int p = 0; p < o.players; ++p) {
        const int total = size_of(s.hand[at(p)]);
        c.check(total <= o.hand, "hand", "has more cards than a seat is dealt");
        c.check(next < 0 || total == 0, "hand", "was not dealt seat by seat");
        if (next < 0 && total < o.hand) next = p;
    }
    c.check(next >= 0, "hand", "is dealt in full, but the phase is DEAL");
    if (!c.good()) return;
    c.check(s.deal_seat == next && s.deal_left == o.hand - size_of(s.hand[at(next)]), "hand", "does not fit the deal");
}

void check_phase(const Options& o, const State& s, Checker& c) {
    const bool first = s.round == 1 && s.bout == 1;
    c.check(s.phase != kEnd || (s.round == o.rounds && s.bout == o.hand), "phase", "is END before the last bout");
    c.check(s.phase != kDeal || s.bout == 1, "bout", "is not 1, but the phase is DEAL");
    c.check((s.lead == -1) == (first && s.phase != kEnd), "lead", "does not fit the bout");
    c.check(s.phase != kMoveGate || !first, "phase", "is GATE in the first bout of the game");
    switch (s.phase) {
        case kMoveGate: c.check(s.actor == s.lead, "actor", "is not the lead, but the phase is GATE"); break;
        case kPlay: c.check(s.actor >= 0, "actor", "is not a seat, but the phase is PLAY"); break;
        default: c.check(s.actor == -1, "actor", "is a seat, but nobody is to act"); break;
    }
    for (int p = 0; p < o.players; ++p) {
        const bool committed = s.phase == kPlay && p < s.actor;
        c.check((s.pending[at(p)] >= 0) == committed, "pending", "does not fit the seat to act");
        if (s.phase == kDeal) continue;
        const int total = s.phase == kEnd ? 0 : o.hand - s.bout + 1 - int{committed};
        c.check(size_of(s.hand[at(p)]) == total, "hand", "does not have the number of cards that the bout requires");
    }
    if (s.phase == kDeal) return check_deal(o, s, c);
    c.check(s.deal_seat == 0 && s.deal_left == 0, "hand", "does not fit the deal");
}

}  // namespace

std::optional<Error> validate(const Options& o, const State& s) {
    Checker c(kName);
    check_domains(o, s, c);
    if (!c.good()) return c.take();
    check_phase(o, s, c);
    check_banners(o, s, c);
    check_fruit(o, s, c);
    check_profit(o, s, c);
    check_cards(o, s, c);
    return c.take();
}

}  // namespace uneri::tidal
