#include "uneri/base/archive.hpp"
#include "uneri/games/namima/data.hpp"
#include "uneri/games/namima/validate.hpp"

namespace uneri::namima {

template <class Visit>
void fields(Cards& cards, Visit& visit) {
    visit(cards.b0, cards.b1, cards.b2);
}

template <class Visit>
void fields(Exposed& exposed, Visit& visit) {
    auto size = static_cast<std::uint8_t>(exposed.size());
    visit(size);
    if (size > kMostExposed) return visit.refuse("exposed", "has more melds than a seat can expose");
    Exposed same;
    for (std::uint8_t i = 0; i < size; ++i) {
        std::uint16_t meld = i < exposed.size() ? exposed.ids()[i] : std::uint16_t{0};
        visit(meld);
        same.add(meld);
    }
    exposed = same;
}

template <class Visit>
void fields(State& s, Visit& visit) {
    visit(s.hand, s.thrown, s.lying, s.wall, s.score, s.pot, s.exposed, s.game, s.declared, s.phase, s.dealer, s.turn,
          s.to_act, s.drawn, s.claim, s.dora);
}

void pack(const State& s, ByteWriter& out) { write_fields(s, out); }

Result<State> unpack(const Options& o, ByteReader& in) {
    const Result<State> s = read_fields<State>(kName, in);
    if (!s) return s;
    if (auto error = validate(o, *s)) return *std::move(error);
    return s;
}

}  // namespace uneri::namima
