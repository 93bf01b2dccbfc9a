#include "uneri/games/namima/data.hpp"

#include <array>
#include <numeric>

#include "uneri/base/checker.hpp"

namespace uneri::namima {
namespace {

bool is_within(const Cards& cards, const Cards& deck) { return deck.contains(cards); }

void check_domains(const Options& o, const State& s, Checker& c) {
    const int n = o.players;
    const Melds& melds = *o.melds;
    c.check(s.phase <= kOver, "phase", "is none of the phases");
    c.check(s.game < o.match_games, "game", "is not one of the match's games");
    for (const auto& [seat, field] : {std::pair{s.dealer, "dealer"}, {s.turn, "turn"}, {s.to_act, "to_act"}}) {
        c.check(in_range(seat, -1, n - 1), field, "is neither -1 nor a seat");
    }
    c.check(in_range(s.drawn, -1, melds.kinds() - 1), "drawn", "is neither -1 nor a kind");
    c.check(in_range(s.claim, -1, melds.kinds() - 1), "claim", "is neither -1 nor a kind");
    c.check(in_range(s.dora, -1, o.rules().colours - 1), "dora", "is neither -1 nor a colour");
    c.check(s.declared >> n == 0, "declared", "has an entry for a seat that does not play");
    c.check(is_within(s.lying, melds.deck()), "lying", "holds more of a kind than the deck");
    c.check(is_within(s.wall, melds.deck()), "wall", "holds more of a kind than the deck");
    for (int p = 0; p < kMaxSeats; ++p) {
        const bool plays = p < n;
        c.check(is_within(s.hand_of(p), melds.deck()), "hand", "holds more of a kind than the deck");
        c.check(is_within(s.thrown_of(p), melds.deck()), "thrown", "holds more of a kind than the deck");
        c.check(plays || (s.hand_of(p).empty() && s.thrown_of(p).empty() && s.exposed_of(p).empty() &&
                          s.score[static_cast<std::size_t>(p)] == 0),
                "hand", "has an entry for a seat that does not play");
        c.check(s.exposed_of(p).size() < o.deal(), "exposed", "has more melds than a seat can expose");
        for (const std::uint16_t meld : s.exposed_of(p).ids()) {
            c.check(meld < melds.size(), "exposed", "has an id that is not a meld");
        }
    }
    const std::array<std::uint8_t, 7> none{};
    c.check(s.zero == none, "dora", "is followed by bytes that are not 0");
}

void check_phase(const Options& o, const State& s, Checker& c) {
    const bool choosing = s.phase == kSeatDraw;
    c.check(!choosing || (s.game == 0 && o.first_seat < 0), "phase", "is SEAT, but the first seat is known");
    c.check(s.phase != kOver || s.game == o.match_games - 1, "game", "is not the last one, but the phase is OVER");
    c.check((s.dealer < 0) == choosing, "dealer", "does not fit the phase");
    c.check((s.turn < 0) == choosing, "turn", "does not fit the phase");
    c.check(choosing || o.first_seat < 0 || s.dealer == o.next(o.first_seat, s.game), "dealer", "is not this game's");
    const bool nobody = choosing || s.phase == kDraw || s.phase == kOver;
    c.check((s.to_act < 0) == nobody, "to_act", "does not fit the phase");
    c.check(s.phase != kDeal || s.turn == s.dealer, "turn", "is not the dealer, but the phase is DEAL");
    c.check(s.phase != kAct || s.to_act == s.turn, "to_act", "is not the seat whose turn it is");
    const bool window = s.phase == kWon || s.phase == kMe;
    c.check(!window || s.to_act != s.turn, "to_act", "is the seat that has discarded");
    c.check((s.claim >= 0) == window, "claim", "does not fit the phase");
    c.check((s.drawn >= 0) == (s.phase == kAct), "drawn", "does not fit the phase");
}

void check_scores(const Options& o, const State& s, Checker& c) {
    const std::int64_t sum = std::accumulate(s.score.begin(), s.score.end(), std::int64_t{s.pot});
    c.check(sum == 0, "score", "and 'pot' do not add up to 0");
    const std::int64_t games = s.phase == kOver ? o.match_games : s.game;
    const std::int64_t bound = score_bound(o) / o.match_games * games;
    // The winner of the next game also takes the pot.
    for (const std::int32_t score : s.score)
        c.check(in_range(score, -bound, bound - s.pot), "score", "is out of bounds");
    c.check(in_range(s.pot, 0, s.phase == kOver ? 0 : bound), "pot", "is out of bounds");
}

Cards cards_of(const Options& o, const Exposed& exposed, Checker& c) {
    Cards cards;
    for (const std::uint16_t meld : exposed.ids()) {
        const Cards& more = (*o.melds)[meld].cards;
        if (!(o.melds->deck() - cards).contains(more)) {
            c.check(false, "exposed", "holds more of a kind than the deck");
            return cards;
        }
        cards += more;
    }
    return cards;
}

// All cards of the deck must be somewhere, and hands must have sizes that play allows (N-5.1).
void check_cards(const Options& o, const State& s, Checker& c) {
    std::array<int, kMaxKinds> exposed{};
    std::array<int, kMaxKinds> claimed{};
    std::array<int, kMaxKinds> in_hands{};
    bool dealt = true;
    for (int p = 0; p < o.players; ++p) {
        const Cards melds = cards_of(o, s.exposed_of(p), c);
        if (!c.good()) return;
        for (int k = 0; k < o.melds->kinds(); ++k) {
            const auto kind = static_cast<std::size_t>(k);
            exposed[kind] += melds.count(k);
            claimed[kind] += s.thrown_of(p).count(k);
            in_hands[kind] += s.hand_of(p).count(k);
        }
        dealt = dealt && s.thrown_of(p).empty() && s.exposed_of(p).empty();
        if (s.phase == kSeatDraw || s.phase == kDeal) {
            const int total = s.hand_of(p).total();
            const int whole = s.phase == kDeal && p < s.to_act ? o.deal() : 0;
            const bool fits = s.phase == kDeal && p == s.to_act ? total < o.deal() : total == whole;
            c.check(fits, "hand", "does not fit the deal");
            continue;
        }
        const int total = s.hand_of(p).total();
        const int extra = (s.phase == kAct && p == s.turn) || s.phase == kOver ? 1 : 0;
        c.check(total >= (s.phase == kAct && p == s.turn ? 2 : 1), "hand", "has too few cards");
        c.check(total + melds.total() <= o.deal() + s.exposed_of(p).size() + extra, "hand",
                "and 'exposed' have more cards than a seat can get");
    }
    int surplus = 0;  // in OVER the winning card has left `lying`
    bool held = true;
    for (int k = 0; k < o.melds->kinds(); ++k) {
        const auto kind = static_cast<std::size_t>(k);
        const int all = in_hands[kind] + exposed[kind] + s.lying.count(k) + s.wall.count(k);
        c.check(all == o.melds->deck().count(k), "wall", "and 'hand', 'exposed', 'lying' are not the deck");
        claimed[kind] -= s.lying.count(k);
        c.check(claimed[kind] >= 0, "lying", "has cards that nobody has thrown");
        if (claimed[kind] > exposed[kind]) {
            surplus += claimed[kind] - exposed[kind];
            held = held && in_hands[kind] > 0;
        }
    }
    c.check(surplus <= (s.phase == kOver ? 1 : 0) && held, "lying", "lacks cards that were thrown and not claimed");
    if (s.phase == kSeatDraw || s.phase == kDeal) {
        c.check(dealt && s.lying.empty(), "thrown", "or 'exposed' has cards before the first turn");
        c.check(s.declared == 0, "declared", "has a seat before the first turn");
    }
    c.check(s.phase != kDraw || !s.wall.empty(), "wall", "is empty, but the phase is DRAW");
}

void check_turn(const Options& o, const State& s, Checker& c) {
    if (s.claim >= 0) {
        c.check(s.lying.count(s.claim) > 0 && s.thrown_of(s.turn).count(s.claim) > 0, "claim",
                "is not a card that was just thrown");
    }
    if (s.drawn >= 0) {
        bool there = s.hand_of(s.turn).count(s.drawn) > 0;
        for (const std::uint16_t meld : s.exposed_of(s.turn).ids()) {
            there = there || (!s.has_declared(s.turn) && (*o.melds)[meld].cards.count(s.drawn) > 0);
        }
        c.check(there, "drawn", "is not a card of the seat");
    }
    for (int p = 0; p < o.players; ++p) {
        if (!s.has_declared(p)) continue;
        c.check(o.riichi, "declared", "has a seat, but there is no riichi");
        c.check(s.exposed_of(p).empty() && !s.thrown_of(p).empty(), "declared",
                "has a seat that has exposed a meld or thrown nothing");
    }
    c.check(s.phase != kMe || !s.has_declared(s.to_act), "to_act", "has declared riichi and can make no meld");
    const bool first = s.dealer < 0 || s.thrown_of(s.dealer).empty();
    if (!o.dora || first) return c.check(s.dora < 0, "dora", "is a colour, but there is none yet");
    bool thrown = false;
    s.thrown_of(s.dealer).each([&](int kind, int) { thrown = thrown || o.rules().colour_of(kind) == s.dora; });
    c.check(thrown, "dora", "is not a colour that the dealer has thrown");
}

}  // namespace

std::optional<Error> validate(const Options& o, const State& s) {
    Checker c(kName);
    check_domains(o, s, c);
    if (!c.good()) return c.take();
    check_phase(o, s, c);
    check_scores(o, s, c);
    if (!c.good()) return c.take();
    check_cards(o, s, c);
    if (c.good()) check_turn(o, s, c);
    return c.take();
}

}  // namespace uneri::namima
