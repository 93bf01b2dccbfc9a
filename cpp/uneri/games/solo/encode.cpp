#include "uneri/games/solo/encode.hpp"

#include <algorithm>

#include "uneri/games/solo/hidden.hpp"

namespace uneri::solo {
namespace {

constexpr float kHandUnit = 20.0F;  // typical sizes, so that inputs stay near 0..1
constexpr float kDrawUnit = 10.0F;
constexpr float kRoundUnit = 10.0F;

float share(int count, int kind) noexcept { return static_cast<float>(count) / static_cast<float>(multiplicity(kind)); }

void write_cards(float* block, Cards cards) noexcept {
    for_each_bit(cards.kinds(), [&](int kind) { block[kind] = share(cards.count(kind), kind); });
}

}  // namespace

std::vector<Segment> tensor_layout(const Options& o) {
    const int n = o.players;
    return {
        {"hand", {kKinds}},   {"known", {n - 1, kKinds}},
        {"unseen", {kKinds}}, {"discard", {kKinds}},
        {"top", {kKinds}},    {"colour", {kColours + 1}},
        {"hand_total", {n}},  {"draw_total", {1}},
        {"points", {n}},      {"pending", {1}},
        {"chain", {2}},       {"clockwise", {1}},
        {"last", {n}},        {"due", {1}},
        {"phase", {kPhases}}, {"to_act", {n}},
        {"next_turn", {n}},   {"ended", {n}},
        {"drawn", {kKinds}},  {"want", {kKinds}},
        {"left", {1}},        {"why", {4}},
        {"starter", {n}},     {"round", {1}},
        {"turns", {1}},       {"dead", {1}},
    };
}

void observe(const Options& o, const State& full, int seat, std::span<float> out) noexcept {
    std::fill(out.begin(), out.end(), 0.0F);
    const State s = as_seen(o, full, seat);
    const bool over = s.phase == kOver;
    const int n = o.players;
    TensorWriter tensor(out);
    const auto absolute = [&](int i) { return (seat + i) % n; };
    const auto one_seat = [&](int q) { tensor.one_hot(q < 0 ? -1 : (q - seat + n) % n, n); };
    write_cards(tensor.block(kKinds), s.hand_of(seat));
    float* known = tensor.block((n - 1) * kKinds);
    for (int i = 1; i < n; ++i) {
        const int q = absolute(i);
        write_cards(known + (i - 1) * kKinds, over ? s.hand_of(q) : s.known.hand(seat, q));
    }
    float* dark = tensor.block(kKinds);
    if (!over) {
        const std::array<int, kKinds> counts = unseen(o, s, seat);
        for (int k = 0; k < kKinds; ++k) dark[k] = share(counts[static_cast<std::size_t>(k)], k);
    }
    write_cards(tensor.block(kKinds), s.discard);
    tensor.one_hot(s.top, kKinds);
    tensor.one_hot(s.active_colour, kColours + 1);
    float* totals = tensor.block(n);
    for (int i = 0; i < n; ++i) totals[i] = static_cast<float>(s.hand_of(absolute(i)).total()) / kHandUnit;
    tensor.scalar(static_cast<float>(s.draw_pile.total()) / static_cast<float>(kDeckCards));
    float* points = tensor.block(n);
    for (int i = 0; i < n; ++i) {
        points[i] =
            static_cast<float>(s.points[static_cast<std::size_t>(absolute(i))]) / static_cast<float>(o.start_points);
    }
    tensor.scalar(static_cast<float>(s.pending) / kDrawUnit);
    tensor.one_hot(s.chain - 1, 2);
    tensor.scalar(s.dir > 0 ? 1.0F : 0.0F);
    one_seat(s.last);
    tensor.scalar(s.due);
    tensor.one_hot(s.phase, kPhases);
    one_seat(s.to_act);
    one_seat(s.next_turn);
    one_seat(s.ended);
    tensor.one_hot(s.drawn, kKinds);
    tensor.one_hot(s.want, kKinds);
    tensor.scalar(static_cast<float>(s.left) / kDrawUnit);
    tensor.one_hot(s.why - 1, 4);
    one_seat(s.starter);
    tensor.scalar(static_cast<float>(s.round) / kRoundUnit);
    tensor.scalar(o.turn_cap > 0 ? static_cast<float>(s.turns) / static_cast<float>(o.turn_cap) : 0.0F);
    tensor.scalar(static_cast<float>(s.dead) / static_cast<float>(n));
}

}  // namespace uneri::solo
