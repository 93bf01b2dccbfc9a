// AnyGame answers as the game's own type does.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "tests/check.hpp"
#include "uneri/engine/position.hpp"

namespace uneri::test {

template <Game G>
void check_node(const G& own, const AnyGame& any, const typename G::State& s) {
    const AnyState same(s);
    CHECK(any.player(same) == own.player(s));
    typename G::Actions list;
    list.clear();
    own.legal_actions(s, list);
    AnyActions found;
    any.legal_actions(same, found);
    CHECK(std::equal(list.begin(), list.end(), found.begin(), found.end()));
    CHECK(any.num_legal_actions(same) == list.size());
    for (Action a = -1; a < 40; ++a) CHECK(any.is_legal(same, a) == own.is_legal(s, a));
    std::array<std::int64_t, kMostSeats> points{};
    any.points(same, points.data());
    for (int p = 0; p < own.players(); ++p) CHECK(points[static_cast<std::size_t>(p)] == own.points(s, p));
    CHECK(any.round(same) == round_of(own, s));
    CHECK(any.to_value(same, 0) == own.to_value(s, 0));
    CHECK(*any.from_value(own.to_value(s, -1)) == KeptState(same));
    ByteWriter packed;
    any.pack(same, packed);
    ByteReader in(packed.bytes());
    CHECK(*own.unpack(in) == s);
    CHECK(!any.validate(same));
    SplitMix64 one(7);
    SplitMix64 two(7);
    const typename G::State world = own.resample(s, 1, one);
    CHECK(any.resample(same, 1, two) == AnyState(world));
    CHECK(one.state() == two.state());
    if (own.player(s) == kChance) {
        CHECK(any.chance_total(same) == own.chance_total(s));
        for (const Action a : list) CHECK(any.chance_weight(same, a) == own.chance_weight(s, a));
    }
    if (own.player(s) < 0) return;
    for (const Action a : list) {
        CHECK(any.action_text(same, a) == own.action_text(s, a));
        CHECK(any.sight(same, a, 0) == sight_in(own, s, a, 0));
    }
    if constexpr (GreedyGame<G>) CHECK(any.greedy(same) == own.greedy(s));
}

template <Game G>
void check_any(const PlainData& options) {
    const G own = *G::make(options);
    const AnyGame any(own);
    CHECK(any.name() == G::kName && any.as<G>() != nullptr && any.options() == own.options());
    CHECK(any == AnyGame::of(own));
    typename G::State s = own.initial();
    AnyState followed = any.initial();
    std::vector<double> returns(static_cast<std::size_t>(own.players()));
    std::vector<double> same(returns.size());
    SplitMix64 rng(11);
    for (int step = 0; own.player(s) != kTerminal && step < 400; ++step) {
        CHECK(followed == AnyState(s));
        if (step % 7 == 0) check_node(own, any, s);
        typename G::Actions list;
        list.clear();
        own.legal_actions(s, list);
        const Action a = list[rng.below(list.size())];
        own.apply(s, a);
        any.apply(followed, a);
        returns_of(own, s, returns.data());
        any.returns(followed, same.data());
        CHECK(returns == same);
    }
}

// Blocks copy, compare and hash as what they hold.
inline void check_blocks(const AnyGame& any) {
    const Position position = new_position(any, 5);
    KeptState copy = position.state;
    CHECK(copy == position.state && copy.hash() == position.state.hash());
    const KeptState moved = std::move(copy);
    CHECK(moved == position.state);
    copy = moved;
    CHECK(copy == moved && !(copy == KeptState()));
    AnyState stacked = any.copy(moved);
    CHECK(KeptState(stacked) == moved);
    stacked = AnyState();
    CHECK(stacked.size() == 0);
}

}  // namespace uneri::test
