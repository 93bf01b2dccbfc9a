#include "uneri/games/namima/data.hpp"
#include "uneri/games/namima/validate.hpp"

namespace uneri::namima {
namespace {

void pack_cards(const Cards& cards, ByteWriter& out) {
    out.u64(cards.b0);
    out.u64(cards.b1);
    out.u64(cards.b2);
}

Cards unpack_cards(ByteReader& in) {
    Cards cards;
    cards.b0 = in.u64();
    cards.b1 = in.u64();
    cards.b2 = in.u64();
    return cards;
}

}  // namespace

void pack(const State& s, ByteWriter& out) {
    for (const Cards& hand : s.hand) pack_cards(hand, out);
    for (const Cards& thrown : s.thrown) pack_cards(thrown, out);
    pack_cards(s.lying, out);
    pack_cards(s.wall, out);
    for (const std::int32_t score : s.score) out.i32(score);
    out.i32(s.pot);
    for (const Exposed& exposed : s.exposed) {
        out.u8(static_cast<std::uint8_t>(exposed.size()));
        for (const std::uint16_t meld : exposed.ids()) out.u16(meld);
    }
    out.u8(s.game);
    out.u8(s.declared);
    out.u8(s.phase);
    for (const std::int8_t field : {s.dealer, s.turn, s.to_act, s.drawn, s.claim, s.dora}) out.i8(field);
}

Result<State> unpack(const Options& o, ByteReader& in) {
    State s;
    for (Cards& hand : s.hand) hand = unpack_cards(in);
    for (Cards& thrown : s.thrown) thrown = unpack_cards(in);
    s.lying = unpack_cards(in);
    s.wall = unpack_cards(in);
    for (std::int32_t& score : s.score) score = in.i32();
    s.pot = in.i32();
    for (Exposed& exposed : s.exposed) {
        const int size = in.u8();
        if (size > kMostExposed) return Error{"namima: field 'exposed' has more melds than a seat can expose"};
        for (int i = 0; i < size; ++i) exposed.add(in.u16());
    }
    s.game = in.u8();
    s.declared = in.u8();
    s.phase = static_cast<Phase>(in.u8());
    for (std::int8_t* field : {&s.dealer, &s.turn, &s.to_act, &s.drawn, &s.claim, &s.dora}) *field = in.i8();
    if (!in.good()) return Error{"namima: the state is cut short"};
    if (auto error = validate(o, s)) return *std::move(error);
    return s;
}

}  // namespace uneri::namima
