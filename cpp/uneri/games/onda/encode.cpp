#include "uneri/games/onda/encode.hpp"

#include <algorithm>

#include "uneri/games/onda/hidden.hpp"

namespace uneri::onda {

std::vector<Segment> tensor_layout(const Options& o) {
    const int n = o.players;
    return {
        {"hand", {n, kKinds}},
        {"known", {n, kKinds}},
        {"down", {kKinds}},
        {"spent", {n, kKinds}},
        {"played", {kKinds}},
        {"hand_total", {n}},
        {"down_total", {n}},
        {"spent_total", {n}},
        {"scores", {n}},
        {"round_wins", {n}},
        {"passed", {n}},
        {"prev_winner", {n}},
        {"starter", {n}},
        {"leader", {n}},
        {"to_act", {n}},
        {"round", {kMaxRounds}},
        {"phase", {8}},
        {"pending", {2}},
        {"tide", {1}},
        {"status", {1}},
        {"bomb_used", {1}},
        {"dial", {kMaxDial}},
        {"dial_shape", {kShapes}},
        {"table_owner", {n}},
        {"table_shape", {kShapes}},
        {"table_rank", {kNumbers}},
        {"table_joker", {kNumbers}},
        {"table_cards", {kKinds}},
        {"table_face", {kKinds}},
    };
}

namespace {

void write_cards(float* block, Cards cards) noexcept {
    for (int k = 0; k < kKinds; ++k) block[k] = 0.5F * static_cast<float>(cards.count(k));
}

void write_pair(float* block, KindPair pair) noexcept {
    for (int i = 0; i < pair.size(); ++i) block[pair[i]] += 0.5F;
}

}  // namespace

void observe(const Options& o, const State& s, int seat, std::span<float> out) noexcept {
    std::fill(out.begin(), out.end(), 0.0F);
    TensorWriter tensor(out);
    const int n = o.players;
    const auto absolute = [&](int i) { return static_cast<std::size_t>((seat + i) % n); };
    const auto relative = [&](int q) { return q < 0 ? -1 : (q - seat + n) % n; };
    const auto seats = [&](auto&& value) {
        float* block = tensor.block(n);
        for (int i = 0; i < n; ++i) block[i] = static_cast<float>(value(absolute(i)));
    };
    float* hands = tensor.block(n * kKinds);
    float* known = tensor.block(n * kKinds);
    float* down = tensor.block(kKinds);
    float* spent = tensor.block(n * kKinds);
    for (int i = 0; i < n; ++i) {
        const std::size_t q = absolute(i);
        if (i == 0 || s.phase == kOver) {
            write_cards(hands + i * kKinds, s.hand[q]);
        } else {
            write_pair(hands + i * kKinds, s.known[q]);
        }
        write_pair(known + i * kKinds, s.known[q]);
        write_pair(spent + i * kKinds, i == 0 ? s.spent[q] : shown_jokers(o, s, static_cast<int>(q)));
    }
    write_pair(down, s.down[static_cast<std::size_t>(seat)]);
    write_cards(tensor.block(kKinds), s.played);
    seats([&](std::size_t q) { return static_cast<float>(s.hand[q].total()) / 15.0F; });
    seats([&](std::size_t q) { return static_cast<float>(s.down[q].size()) / 2.0F; });
    seats([&](std::size_t q) { return static_cast<float>(s.spent[q].size()) / 2.0F; });
    seats([&](std::size_t q) { return static_cast<float>(s.scores[q]) / 40.0F; });
    seats([&](std::size_t q) { return static_cast<float>(s.round_wins[q]) / 6.0F; });
    seats([&](std::size_t q) { return s.has_passed(static_cast<int>(q)) ? 1.0F : 0.0F; });
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
    const bool table = s.table_play != 0;
    const Play play = table ? play_of(s.table_play) : Play{};
    tensor.one_hot(relative(s.table_owner), n);
    tensor.one_hot(table ? play.shape : -1, kShapes);
    tensor.one_hot(play.rank - 1, kNumbers);
    tensor.one_hot(play.joker - 1, kNumbers);
    write_cards(tensor.block(kKinds), play.cards);
    tensor.one_hot(s.table_owner == seat || face_is_shown(o, s) ? s.table_face : -1, kKinds);
}

}  // namespace uneri::onda
