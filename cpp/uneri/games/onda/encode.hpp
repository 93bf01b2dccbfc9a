// The observation tensor of ONDA: encodes as numbers what a seat sees (last column of the rules' state table).
#pragma once

#include <span>
#include <vector>

#include "uneri/base/bits.hpp"
#include "uneri/base/clear.hpp"
#include "uneri/base/spec.hpp"
#include "uneri/games/onda/hidden.hpp"
#include "uneri/games/onda/options.hpp"
#include "uneri/games/onda/state.hpp"

namespace uneri::onda {

// Segments in order. Seats are relative: entry i of a seat axis is seat (observer + i) mod players.
std::vector<Segment> tensor_layout(const Options& o);

namespace detail {

// Writes all kinds without a branch, so that the compiler vectorises it.
inline void write_cards(float* block, Cards cards) noexcept {
    for (int k = 0; k < kKinds; ++k) {
        block[k] = 0.5F * static_cast<float>(static_cast<int>((cards.one >> k & 1) + (cards.two >> k & 1)));
    }
}

inline void write_pair(float* block, KindPair pair) noexcept {
    for (int i = 0; i < pair.size(); ++i) block[pair[i]] += 0.5F;
}

}  // namespace detail

// `out` has the total size of the layout. Inline, because batches call it after every step.
inline void observe(const Options& o, const State& s, int seat, std::span<float> out) noexcept {
    using detail::write_cards;
    using detail::write_pair;
    clear(out.data(), out.size());
    TensorWriter tensor(out);
    const int n = o.players;
    const auto relative = [&](int q) { return q < 0 ? -1 : q < seat ? q - seat + n : q - seat; };
    float* hands = tensor.block(n * kKinds);
    float* known = tensor.block(n * kKinds);
    float* down = tensor.block(kKinds);
    float* spent = tensor.block(n * kKinds);
    float* played = tensor.block(kKinds);
    float* hand_total = tensor.block(n);
    float* down_total = tensor.block(n);
    float* spent_total = tensor.block(n);
    float* scores = tensor.block(n);
    float* round_wins = tensor.block(n);
    float* passed = tensor.block(n);
    for (int i = 0, p = seat; i < n; ++i, p = p + 1 < n ? p + 1 : 0) {
        const auto q = static_cast<std::size_t>(p);
        if (i == 0 || s.phase == kOver) {
            write_cards(hands + i * kKinds, s.hand[q]);
        } else {
            write_pair(hands + i * kKinds, s.known[q]);
        }
        write_pair(known + i * kKinds, s.known[q]);
        write_pair(spent + i * kKinds, i == 0 ? s.spent[q] : shown_jokers(o, s, p));
        hand_total[i] = static_cast<float>(s.hand[q].total()) / 15.0F;
        down_total[i] = static_cast<float>(s.down[q].size()) / 2.0F;
        spent_total[i] = static_cast<float>(s.spent[q].size()) / 2.0F;
        scores[i] = static_cast<float>(s.scores[q]) / 40.0F;
        round_wins[i] = static_cast<float>(s.round_wins[q]) / 6.0F;
        passed[i] = s.has_passed(p) ? 1.0F : 0.0F;
    }
    write_pair(down, s.down[static_cast<std::size_t>(seat)]);
    write_cards(played, s.played);
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
    tensor.one_hot(o.dial[s.dial], kShapes);
    tensor.one_hot(relative(s.table_owner), n);
    if (s.table_play != 0) {
        const Play& play = play_of(s.table_play);
        tensor.one_hot(play.shape, kShapes);
        tensor.one_hot(play.rank - 1, kNumbers);
        tensor.one_hot(play.joker - 1, kNumbers);
        float* cards = tensor.block(kKinds);
        for_each_bit(play.cards.one, [&](int k) { cards[k] = 0.5F; });
        for_each_bit(play.cards.two, [&](int k) { cards[k] = 1.0F; });
    } else {
        tensor.block(kShapes + 2 * kNumbers + kKinds);
    }
    tensor.one_hot(s.table_owner == seat || face_is_shown(o, s) ? s.table_face : -1, kKinds);
}

}  // namespace uneri::onda
