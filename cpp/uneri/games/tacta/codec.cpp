#include "uneri/base/archive.hpp"
#include "uneri/games/tacta/data.hpp"
#include "uneri/games/tacta/plain_state.hpp"

namespace uneri::tacta {

template <class Visit>
void fields(Placed& card, Visit& visit) {
    visit(card.ax, card.bx, card.ay, card.by, card.colour, card.seat, card.card, card.orientation, card.parent,
          card.parent_shape, card.own_shape);
}

template <class Visit>
void fields(State& s, Visit& visit) {
    visit(s.pool, s.barred, s.scores, s.passed, s.ends, s.first, s.hidden, s.finish_order, s.handed, s.phase, s.round,
          s.turn, s.starter, s.pending_seat, s.pending_end, s.count);
    for (std::size_t i = 0; i < s.count && i < kRoom; ++i) visit(s.placed[i]);
}

namespace {

ByteWriter packed(const State& s) {
    ByteWriter out;
    pack(s, out);
    return out;
}

}  // namespace

void pack(const State& s, ByteWriter& out) { write_fields(s, out); }

Result<State> unpack(const Options& o, ByteReader& in) {
    const Result<State> s = read_fields<State>(kName, in);
    if (!s) return s;
    if (auto error = check_raw(o, *s)) return *std::move(error);
    Result<State> built = build(o, record_of(o, *s), false);
    if (!built) return built;
    // Building drops what plain fields cannot hold (cards outside all decks, gaps in lists). So the bytes must be the
    // same when written again.
    const ByteWriter again = packed(*built);
    const ByteWriter given = packed(*s);
    if (!std::equal(again.bytes().begin(), again.bytes().end(), given.bytes().begin(), given.bytes().end()))
        return Error{"tacta: the state has cards or seats that do not exist"};
    return built;
}

}  // namespace uneri::tacta
