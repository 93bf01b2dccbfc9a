#include "uneri/base/archive.hpp"
#include "uneri/games/onda/data.hpp"
#include "uneri/games/onda/validate.hpp"

namespace uneri::onda {

template <class Visit>
void fields(Deck& deck, Visit& visit) {
    std::uint64_t bits = deck.bits();
    visit(bits);
    deck = Deck(bits);
}

template <class Visit>
void fields(Cards& cards, Visit& visit) {
    visit(cards.one, cards.two);
}

template <class Visit>
void fields(KindPair& pair, Visit& visit) {
    visit(pair.low, pair.high);
}

template <class Visit>
void fields(State& s, Visit& visit) {
    visit(s.deck, s.hand, s.played, s.down, s.spent, s.known, s.scores, s.table_play, s.round_wins, s.passed, s.round,
          s.dial, s.tide, s.status, s.bomb_used, s.phase, s.pending, s.prev_winner, s.starter, s.leader, s.table_owner,
          s.table_face, s.to_act, s.deal_seat, s.deal_left);
}

void pack(const State& s, ByteWriter& out) { write_fields(s, out); }

Result<State> unpack(const Options& o, ByteReader& in) {
    const Result<State> s = read_fields<State>(kName, in);
    if (!s) return s;
    if (auto error = validate(o, *s)) return *std::move(error);
    return s;
}

}  // namespace uneri::onda
