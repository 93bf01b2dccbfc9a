#include "uneri/games/tacta/data.hpp"
#include "uneri/games/tacta/plain_state.hpp"

namespace uneri::tacta {
namespace {

// One list of fields for both directions: visit(field) writes it or fills it. `placed` has its own.
template <class S, class Visit>
void for_each_field(S& s, Visit&& visit) {
    visit(s.pool);
    visit(s.barred);
    visit(s.scores);
    visit(s.passed);
    visit(s.ends);
    visit(s.first);
    visit(s.hidden);
    visit(s.finish_order);
    visit(s.handed);
    visit(s.phase);
    visit(s.round);
    visit(s.turn);
    visit(s.starter);
    visit(s.pending_seat);
    visit(s.pending_end);
    visit(s.count);
}

template <class P, class Visit>
void for_each_field_of_card(P& p, Visit&& visit) {
    visit(p.ax);
    visit(p.bx);
    visit(p.ay);
    visit(p.by);
    visit(p.colour);
    visit(p.seat);
    visit(p.card);
    visit(p.orientation);
    visit(p.parent);
    visit(p.parent_shape);
    visit(p.own_shape);
}

struct Packer {
    ByteWriter& out;
    void operator()(std::uint8_t v) const { out.u8(v); }
    void operator()(std::int8_t v) const { out.i8(v); }
    void operator()(std::uint16_t v) const { out.u16(v); }
    void operator()(std::int16_t v) const { out.u16(static_cast<std::uint16_t>(v)); }
    void operator()(std::uint32_t v) const { out.u32(v); }
    void operator()(Phase v) const { out.u8(v); }
    template <class T, std::size_t N>
    void operator()(const std::array<T, N>& items) const {
        for (const T& item : items) (*this)(item);
    }
};

struct Unpacker {
    ByteReader& in;
    void operator()(std::uint8_t& v) const { v = in.u8(); }
    void operator()(std::int8_t& v) const { v = in.i8(); }
    void operator()(std::uint16_t& v) const { v = in.u16(); }
    void operator()(std::int16_t& v) const { v = static_cast<std::int16_t>(in.u16()); }
    void operator()(std::uint32_t& v) const { v = in.u32(); }
    void operator()(Phase& v) const { v = static_cast<Phase>(in.u8()); }
    template <class T, std::size_t N>
    void operator()(std::array<T, N>& items) const {
        for (T& item : items) (*this)(item);
    }
};

ByteWriter packed(const State& s) {
    ByteWriter out;
    pack(s, out);
    return out;
}

}  // namespace

void pack(const State& s, ByteWriter& out) {
    for_each_field(s, Packer{out});
    for (std::size_t i = 0; i < s.count; ++i) for_each_field_of_card(s.placed[i], Packer{out});
}

Result<State> unpack(const Options& o, ByteReader& in) {
    State s;
    for_each_field(s, Unpacker{in});
    for (std::size_t i = 0; i < s.count && i < kRoom; ++i) for_each_field_of_card(s.placed[i], Unpacker{in});
    if (!in.good()) return Error{"tacta: the state is cut short"};
    if (auto error = check_raw(o, s)) return *std::move(error);
    Result<State> built = build(o, record_of(o, s), false);
    if (!built) return built;
    // What a record doesn't hold (cards outside of all decks, gaps in lists) has been dropped on the way.
    const ByteWriter again = packed(*built);
    const ByteWriter given = packed(s);
    if (!std::equal(again.bytes().begin(), again.bytes().end(), given.bytes().begin(), given.bytes().end()))
        return Error{"tacta: the state has cards or seats that do not exist"};
    return built;
}

}  // namespace uneri::tacta
