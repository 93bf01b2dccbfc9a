#include "uneri/games/tidal/data.hpp"
#include "uneri/games/tidal/validate.hpp"

namespace uneri::tidal {
namespace {

// One list of fields for both directions: visit(field) writes it or fills it.
template <class S, class Visit>
void for_each_field(S& s, Visit&& visit) {
    visit(s.undealt);
    visit(s.hand);
    visit(s.profit_majority);
    visit(s.profit_feast);
    visit(s.dock);
    visit(s.tower);
    visit(s.played);
    visit(s.boat);
    visit(s.faceup);
    visit(s.supply);
    visit(s.fruit);
    visit(s.pending);
    visit(s.keeper);
    visit(s.pool);
    visit(s.round);
    visit(s.bout);
    visit(s.gate);
    visit(s.phase);
    visit(s.actor);
    visit(s.lead);
    visit(s.deal_seat);
    visit(s.deal_left);
}

struct Packer {
    ByteWriter& out;
    void operator()(std::uint8_t v) const { out.u8(v); }
    void operator()(std::int8_t v) const { out.i8(v); }
    void operator()(std::uint16_t v) const { out.u16(v); }
    void operator()(CardSet v) const { out.u64(v); }
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
    void operator()(CardSet& v) const { v = in.u64(); }
    void operator()(Phase& v) const { v = static_cast<Phase>(in.u8()); }
    template <class T, std::size_t N>
    void operator()(std::array<T, N>& items) const {
        for (T& item : items) (*this)(item);
    }
};

}  // namespace

void pack(const State& s, ByteWriter& out) { for_each_field(s, Packer{out}); }

Result<State> unpack(const Options& o, ByteReader& in) {
    State s;
    for_each_field(s, Unpacker{in});
    if (!in.good()) return Error{"tidal: the state is cut short"};
    if (auto error = validate(o, s)) return *std::move(error);
    return s;
}

}  // namespace uneri::tidal
