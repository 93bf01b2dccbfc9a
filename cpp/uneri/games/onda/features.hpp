// What a small network sees of ONDA: the observation tensor without what only a match is about (points, rounds), and
// the least number of plays of the own hand. All are 0 or 1.
#pragma once

#include <vector>

#include "uneri/base/features.hpp"
#include "uneri/base/spec.hpp"
#include "uneri/games/onda/hidden.hpp"
#include "uneri/games/onda/min_plays.hpp"
#include "uneri/games/onda/options.hpp"
#include "uneri/games/onda/state.hpp"

namespace uneri::onda {

inline constexpr int kFeatureVersion = 1;
inline constexpr int kTotals = 16;  // sizes of hands and numbers of plays, 0 to 15

// Blocks in order. Seats are relative, as in the observation tensor.
std::vector<Segment> feature_layout(const Options& o);

namespace detail {

inline void put_pair(FeatureWriter& w, KindPair pair) noexcept {
    for (int i = 0; i < pair.size(); ++i) w.put_within(pair[i]);
    w.skip(kKinds);
}
inline void put_cards(FeatureWriter& w, Cards cards) noexcept {
    w.bits(cards.one, kKinds);
    w.bits(cards.two, kKinds);
}

}  // namespace detail

inline void write_features(const Options& o, const State& s, int seat, const MinPlays& min_plays,
                           FeatureWriter& w) noexcept {
    const int n = o.players;
    const auto relative = [&](int q) { return q < 0 ? -1 : q < seat ? q - seat + n : q - seat; };
    const auto own = static_cast<std::size_t>(seat);
    detail::put_cards(w, s.hand[own]);
    w.one_hot_clamped(min_plays(s.hand[own]), kTotals);
    detail::put_pair(w, s.down[own]);
    detail::put_cards(w, s.played);
    for (int i = 0, p = seat; i < n; ++i, p = p + 1 < n ? p + 1 : 0) {
        const auto q = static_cast<std::size_t>(p);
        detail::put_pair(w, s.known[q]);
        detail::put_pair(w, i == 0 ? s.spent[q] : shown_jokers(o, s, p));
        w.one_hot_clamped(s.hand[q].total(), kTotals);
        w.one_hot(s.down[q].size(), 3);
        w.one_hot(s.spent[q].size(), 3);
        w.flag(s.has_passed(p));
    }
    w.one_hot(relative(s.prev_winner), n);
    w.one_hot(relative(s.starter), n);
    w.one_hot(relative(s.leader), n);
    w.one_hot(relative(s.to_act), n);
    w.one_hot(relative(s.table_owner), n);
    w.one_hot(s.phase, 8);
    w.one_hot(s.pending - 1, 2);
    w.flag(s.tide != 0);
    w.flag(s.status != 0);
    w.flag(s.bomb_used != 0);
    w.one_hot(s.dial, kMaxDial);
    w.bits(o.bombs[s.dial].shapes(), kShapes);
    if (s.table_play != 0) {
        const Play& play = play_of(s.table_play);
        w.one_hot(play.shape, kShapes);
        w.one_hot(play.rank - 1, kNumbers);
        w.one_hot(play.joker - 1, kNumbers);
        for_each_bit(play.cards.one, [&](int k) { w.put_within(k); });
        for_each_bit(play.cards.two, [&](int k) { w.put_within(k); });
        w.skip(kKinds);
    } else {
        w.skip(kShapes + 2 * kNumbers + kKinds);
    }
    w.one_hot(s.table_owner == seat || face_is_shown(o, s) ? s.table_face : -1, kKinds);
}

}  // namespace uneri::onda
