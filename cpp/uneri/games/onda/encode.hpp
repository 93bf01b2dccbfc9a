// The observation tensor of ONDA: encodes as numbers what a seat sees (last column of the rules' state table).
#pragma once

#include <span>
#include <vector>

#include "uneri/base/bits.hpp"
#include "uneri/base/clear.hpp"
#include "uneri/base/features.hpp"
#include "uneri/base/spec.hpp"
#include "uneri/base/tensor.hpp"
#include "uneri/base/types.hpp"
#include "uneri/games/onda/hidden.hpp"
#include "uneri/games/onda/options.hpp"
#include "uneri/games/onda/plays.hpp"
#include "uneri/games/onda/rules.hpp"

namespace uneri::onda {

std::vector<Segment> tensor_layout(const Options& o);

namespace detail {

inline constexpr Scale kCardScale{0.0F, 0.5F};  // a kind has two cards; as bytes these are counts
inline constexpr Scale kHandScale = share_scale(15);
inline constexpr Scale kScoreScale{-kMaxRounds, 1.0F / 40.0F};  // a round costs at most 40 points
inline constexpr Scale kWinScale = share_scale(6);

template <class T>
inline constexpr T kCard = number_of<T>(0.5F, kCardScale);

// Writes all kinds without a branch, so that the compiler vectorises it.
inline void write_cards(float* block, Cards cards) noexcept {
    for (int k = 0; k < kKinds; ++k) {
        block[k] = 0.5F * static_cast<float>(static_cast<int>((cards.one >> k & 1) + (cards.two >> k & 1)));
    }
}
// Up to two numbers after the block become 0: write the next block later.
inline void write_cards(std::uint8_t* block, Cards cards) noexcept {
    static_assert(kCard<std::uint8_t> == 1);
    constexpr std::uint64_t kOnes = 0x0101'0101'0101'0101u;
    for (int group = 0; group < uneri::detail::in_groups(kKinds); ++group) {
        const std::uint64_t eight =
            (uneri::detail::spread(cards.one, group) & kOnes) + (uneri::detail::spread(cards.two, group) & kOnes);
        uneri::detail::store_bytes(block + 8 * group, eight);
    }
}

template <class T>
inline void write_pair(T* block, KindPair pair) noexcept {
    for (int i = 0; i < pair.size(); ++i) block[pair[i]] = static_cast<T>(block[pair[i]] + kCard<T>);
}

}  // namespace detail

// Inline, because batches call it after every step.
template <TensorNumber T>
inline void observe(const Options& o, const State& s, int seat, std::span<T> out) noexcept {
    using namespace detail;
    clear(out.data(), out.size());
    TensorWriter<T> tensor(out);
    const int n = o.players;
    const auto relative = [&](int q) { return q < 0 ? -1 : q < seat ? q - seat + n : q - seat; };
    T* hands = tensor.block(n * kKinds);
    T* known = tensor.block(n * kKinds);
    T* down = tensor.block(kKinds);
    T* spent = tensor.block(n * kKinds);
    T* played = tensor.block(kKinds);
    T* hand_total = tensor.block(n);
    T* down_total = tensor.block(n);
    T* spent_total = tensor.block(n);
    T* scores = tensor.block(n);
    T* round_wins = tensor.block(n);
    T* passed = tensor.block(n);
    // Blocks of cards from front to back, since each clears a few numbers after it.
    const bool over = s.phase == kOver;
    for (int i = 0, p = seat; i < (over ? n : 1); ++i, p = p + 1 < n ? p + 1 : 0)
        write_cards(hands + i * kKinds, s.hand[at(p)]);
    write_cards(played, s.played);
    for (int i = 0, p = seat; i < n; ++i, p = p + 1 < n ? p + 1 : 0) {
        const auto q = at(p);
        if (i > 0 && !over) write_pair(hands + i * kKinds, s.known[q]);
        write_pair(known + i * kKinds, s.known[q]);
        write_pair(spent + i * kKinds, i == 0 ? s.spent[q] : shown_jokers(o, s, p));
        hand_total[i] = share_of<T, 15>(s.hand[q].total());
        down_total[i] = share_of<T, 2>(s.down[q].size());
        spent_total[i] = share_of<T, 2>(s.spent[q].size());
        scores[i] = number_of<T>(quotient<40>(s.scores[q]), kScoreScale);
        round_wins[i] = share_of<T, 6>(s.round_wins[q]);
        passed[i] = s.has_passed(p) ? kFlag<T> : T{0};
    }
    write_pair(down, s.down[at(seat)]);
    tensor.one_hot(relative(s.prev_winner), n);
    tensor.one_hot(relative(s.starter), n);
    tensor.one_hot(relative(s.leader), n);
    tensor.one_hot(relative(s.to_act), n);
    tensor.one_hot(s.round - 1, kMaxRounds);
    tensor.one_hot(s.phase, 8);
    tensor.one_hot(s.pending - 1, 2);
    tensor.scalar(s.tide);
    tensor.scalar(s.status);
    tensor.scalar(s.bomb_used);
    tensor.one_hot(s.dial, kMaxDial);
    T* shapes = tensor.block(kShapes);
    for_each_bit(o.bombs[s.dial].shapes(), [&](int shape) { shapes[shape] = kFlag<T>; });
    tensor.one_hot(relative(s.table_owner), n);
    if (s.table_play != 0) {
        const Play& play = play_of(s.table_play);
        tensor.one_hot(play.shape, kShapes);
        tensor.one_hot(play.rank - 1, kNumbers);
        tensor.one_hot(play.joker - 1, kNumbers);
        T* cards = tensor.block(kKinds);
        for_each_bit(play.cards.one, [&](int k) { cards[k] = kCard<T>; });
        for_each_bit(play.cards.two, [&](int k) { cards[k] = 2 * kCard<T>; });
    } else {
        tensor.block(kShapes + 2 * kNumbers + kKinds);
    }
    tensor.one_hot(s.table_owner == seat || face_is_shown(o, s) ? s.table_face : -1, kKinds);
}

// --- features ---------------------------------------------------------------------------------------------------
//
// What a small network sees of ONDA: the observation tensor without what only a match is about (points, rounds), and
// the least number of plays of the own hand. All are 0 or 1.

inline constexpr int kFeatureVersion = 1;
inline constexpr int kTotals = 16;  // sizes of hands and numbers of plays, 0 to 15

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
    detail::put_cards(w, s.hand[at(seat)]);
    w.one_hot_clamped(min_plays(s.hand[at(seat)]), kTotals);
    detail::put_pair(w, s.down[at(seat)]);
    detail::put_cards(w, s.played);
    for (int i = 0, p = seat; i < n; ++i, p = p + 1 < n ? p + 1 : 0) {
        const auto q = at(p);
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

// What each action is, as numbers for learners: shape, rank, joker, the cards it takes. All are 0 or 1.
std::vector<Segment> action_layout(const Options& o);
void write_action(const Options& o, Action a, FeatureWriter& w) noexcept;

}  // namespace uneri::onda
