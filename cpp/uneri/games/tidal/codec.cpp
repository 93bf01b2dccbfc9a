#include "uneri/base/archive.hpp"
#include "uneri/games/tidal/data.hpp"
#include "uneri/games/tidal/validate.hpp"

namespace uneri::tidal {

template <class Visit>
void fields(State& s, Visit& visit) {
    visit(s.undealt, s.hand, s.profit_majority, s.profit_feast, s.dock, s.tower, s.played, s.boat, s.faceup, s.supply,
          s.fruit, s.pending, s.keeper, s.pool, s.round, s.bout, s.gate, s.phase, s.actor, s.lead, s.deal_seat,
          s.deal_left);
}

void pack(const State& s, ByteWriter& out) { write_fields(s, out); }

Result<State> unpack(const Options& o, ByteReader& in) {
    const Result<State> s = read_fields<State>(kName, in);
    if (!s) return s;
    if (auto error = validate(o, *s)) return *std::move(error);
    return s;
}

}  // namespace uneri::tidal
