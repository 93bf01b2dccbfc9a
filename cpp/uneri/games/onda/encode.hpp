// The observation tensor of ONDA: encodes as numbers what a seat sees (last column of the rules' state table).
#pragma once

#include <span>
#include <vector>

#include "uneri/base/bits.hpp"
#include "uneri/base/clear.hpp"
#include "uneri/base/tensor.hpp"
#include "uneri/games/onda/hidden.hpp"
#include "uneri/games/onda/options.hpp"
#include "uneri/games/onda/state.hpp"

namespace uneri::onda {

// Segments in order. Seats are relative: entry i of a seat axis is seat (observer + i) mod players.
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

// `out` has the total size of the layout. Inline, because batches call it after every step.
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
        write_cards(hands + i * kKinds, s.hand[static_cast<std::size_t>(p)]);
    write_cards(played, s.played);
    for (int i = 0, p = seat; i < n; ++i, p = p + 1 < n ? p + 1 : 0) {
        const auto q = static_cast<std::size_t>(p);
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
    write_pair(down, s.down[static_cast<std::size_t>(seat)]);
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

}  // namespace uneri::onda
