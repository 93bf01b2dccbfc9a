#include "uneri/games/solo/data.hpp"
#include "uneri/games/solo/validate.hpp"

namespace uneri::solo {
namespace {

// One list of fields for both directions: visit(field) writes it or fills it.
template <class S, class Visit>
void for_each_field(S& s, Visit&& visit) {
    for (auto& hand : s.hand) visit(hand);
    visit(s.draw_pile);
    visit(s.discard);
    for (auto& points : s.points) visit(points);
    visit(s.round);
    visit(s.turns);
    for (auto& entry : s.known.entries()) visit(entry);
    visit(s.starter);
    visit(s.dir);
    visit(s.top);
    visit(s.active_colour);
    visit(s.pending);
    visit(s.chain);
    visit(s.last);
    visit(s.due);
    visit(s.phase);
    visit(s.to_act);
    visit(s.left);
    visit(s.why);
    visit(s.drawn);
    visit(s.want);
    visit(s.next_turn);
    visit(s.ended);
    visit(s.dead);
}

struct Packer {
    ByteWriter& out;
    void operator()(std::uint8_t v) const { out.u8(v); }
    void operator()(std::int8_t v) const { out.i8(v); }
    void operator()(std::uint16_t v) const { out.u16(v); }
    void operator()(std::int32_t v) const { out.i32(v); }
    void operator()(std::uint32_t v) const { out.u32(v); }
    void operator()(Phase v) const { out.u8(v); }
    void operator()(Chain v) const { out.u8(v); }
    void operator()(Why v) const { out.u8(v); }
    void operator()(Cards v) const {
        out.u64(v.ones());
        out.u64(v.twos());
    }
};

struct Unpacker {
    ByteReader& in;
    void operator()(std::uint8_t& v) const { v = in.u8(); }
    void operator()(std::int8_t& v) const { v = in.i8(); }
    void operator()(std::uint16_t& v) const { v = in.u16(); }
    void operator()(std::int32_t& v) const { v = in.i32(); }
    void operator()(std::uint32_t& v) const { v = in.u32(); }
    void operator()(Phase& v) const { v = static_cast<Phase>(in.u8()); }
    void operator()(Chain& v) const { v = static_cast<Chain>(in.u8()); }
    void operator()(Why& v) const { v = static_cast<Why>(in.u8()); }
    void operator()(Cards& v) const {
        const std::uint64_t ones = in.u64();
        v = Cards(ones, in.u64());
    }
};

}  // namespace

void pack(const State& s, ByteWriter& out) { for_each_field(s, Packer{out}); }

Result<State> unpack(const Options& o, ByteReader& in) {
    State s;
    for_each_field(s, Unpacker{in});
    if (!in.good()) return Error{"solo: the state is cut short"};
    if (auto error = validate(o, s)) return *std::move(error);
    return s;
}

}  // namespace uneri::solo
