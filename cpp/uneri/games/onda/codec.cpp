#include "uneri/games/onda/data.hpp"
#include "uneri/games/onda/validate.hpp"

namespace uneri::onda {
namespace {

// One list of fields for both directions: visit(field) writes it or fills it.
template <class S, class Visit>
void for_each_field(S& s, Visit&& visit) {
    visit(s.hand);
    visit(s.played);
    visit(s.down);
    visit(s.spent);
    visit(s.known);
    visit(s.scores);
    visit(s.table_play);
    visit(s.round_wins);
    visit(s.passed);
    visit(s.round);
    visit(s.dial);
    visit(s.tide);
    visit(s.status);
    visit(s.bomb_used);
    visit(s.phase);
    visit(s.pending);
    visit(s.prev_winner);
    visit(s.starter);
    visit(s.leader);
    visit(s.table_owner);
    visit(s.table_face);
    visit(s.to_act);
    visit(s.deal_seat);
    visit(s.deal_left);
}

struct Packer {
    ByteWriter& out;
    void operator()(std::uint8_t v) const { out.u8(v); }
    void operator()(std::int8_t v) const { out.i8(v); }
    void operator()(std::uint16_t v) const { out.u16(v); }
    void operator()(std::int16_t v) const { out.u16(static_cast<std::uint16_t>(v)); }
    void operator()(Phase v) const { out.u8(v); }
    void operator()(Pending v) const { out.u8(v); }
    void operator()(Cards v) const {
        out.u32(v.one);
        out.u32(v.two);
    }
    void operator()(KindPair v) const {
        out.u8(v.low);
        out.u8(v.high);
    }
    template <class T>
    void operator()(const PerSeat<T>& items) const {
        for (const T& item : items) (*this)(item);
    }
};

struct Unpacker {
    ByteReader& in;
    void operator()(std::uint8_t& v) const { v = in.u8(); }
    void operator()(std::int8_t& v) const { v = in.i8(); }
    void operator()(std::uint16_t& v) const { v = in.u16(); }
    void operator()(std::int16_t& v) const { v = static_cast<std::int16_t>(in.u16()); }
    void operator()(Phase& v) const { v = static_cast<Phase>(in.u8()); }
    void operator()(Pending& v) const { v = static_cast<Pending>(in.u8()); }
    void operator()(Cards& v) const {
        v.one = in.u32();
        v.two = in.u32();
    }
    void operator()(KindPair& v) const {
        v.low = in.u8();
        v.high = in.u8();
    }
    template <class T>
    void operator()(PerSeat<T>& items) const {
        for (T& item : items) (*this)(item);
    }
};

}  // namespace

void pack(const State& s, ByteWriter& out) {
    out.u64(s.deck.bits());
    for_each_field(s, Packer{out});
}

Result<State> unpack(const Options& o, ByteReader& in) {
    State s;
    s.deck = Deck(in.u64());
    for_each_field(s, Unpacker{in});
    if (!in.good()) return Error{"onda: the state is cut short"};
    if (auto error = validate(o, s)) return *std::move(error);
    return s;
}

}  // namespace uneri::onda
