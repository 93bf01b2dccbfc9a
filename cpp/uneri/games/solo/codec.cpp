#include "uneri/base/archive.hpp"
#include "uneri/games/solo/data.hpp"
#include "uneri/games/solo/validate.hpp"

namespace uneri::solo {

template <class Visit>
void fields(Cards& cards, Visit& visit) {
    std::uint64_t ones = cards.ones();
    std::uint64_t twos = cards.twos();
    visit(ones, twos);
    cards = Cards(ones, twos);
}

template <class Visit>
void fields(State& s, Visit& visit) {
    visit(s.hand, s.draw_pile, s.discard, s.points, s.round, s.turns, s.known.entries(), s.starter, s.dir, s.top,
          s.active_colour, s.pending, s.chain, s.last, s.due, s.phase, s.to_act, s.left, s.why, s.drawn, s.want,
          s.next_turn, s.ended, s.dead);
}

void pack(const State& s, ByteWriter& out) { write_fields(s, out); }

Result<State> unpack(const Options& o, ByteReader& in) {
    const Result<State> s = read_fields<State>(kName, in);
    if (!s) return s;
    if (auto error = validate(o, *s)) return *std::move(error);
    return s;
}

}  // namespace uneri::solo
