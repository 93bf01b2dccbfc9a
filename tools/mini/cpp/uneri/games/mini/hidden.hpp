// What a seat of MINI knows: its hand and all cards played. Worlds, and the observation tensor.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "uneri/base/clear.hpp"
#include "uneri/base/rng.hpp"
#include "uneri/base/tensor.hpp"
#include "uneri/games/mini/rules.hpp"

namespace uneri::mini {

inline State resample(const Options& o, const State& s, int seat, SplitMix64& rng) noexcept {
    std::array<int, kKinds * kCopies> pool{};
    std::size_t size = 0;
    for (int k = 0; k < kKinds; ++k) {
        const auto kind = static_cast<std::size_t>(k);
        const int seen = s.played[kind] + s.hand[static_cast<std::size_t>(seat)][kind];
        for (int i = seen; i < kCopies; ++i) pool[size++] = k;
    }
    std::size_t at = 0;
    const auto draw = [&] {
        std::swap(pool[at], pool[at + static_cast<std::size_t>(rng.below(size - at))]);
        return static_cast<std::size_t>(pool[at++]);
    };
    State world = s;
    const auto fill = [&](int q) {
        Counts& hand = world.hand[static_cast<std::size_t>(q)];
        const int cards = total(hand);
        hand = {};
        for (int i = 0; i < cards; ++i) ++hand[draw()];
    };
    const int first = s.to_act == seat ? -1 : s.to_act;
    if (first >= 0) fill(first);
    for (int step = 1; step < o.players; ++step) {
        const int q = (seat + step) % o.players;
        if (q != first) fill(q);
    }
    world.deck = {};
    for (; at < size; ++at) ++world.deck[static_cast<std::size_t>(pool[at])];
    return world;
}

inline std::vector<Segment> tensor_layout(const Options& o) {
    const int n = o.players;
    const Scale half = share_scale(kCopies);
    const Scale cards = share_scale(kMaxHand);
    return {{"hand", {kKinds}, half.low, half.step},
            {"played", {kKinds}, half.low, half.step},
            {"hand_total", {n}, cards.low, cards.step},
            {"scores", {n}, cards.low, cards.step},
            {"table", {n, kKinds}},
            {"leader", {n}},
            {"to_act", {n}},
            {"phase", {3}}};
}

template <TensorNumber T>
inline void observe(const Options& o, const State& s, int seat, std::span<T> out) noexcept {
    clear(out.data(), out.size());
    TensorWriter<T> tensor(out);
    const int n = o.players;
    const auto relative = [&](int q) { return q < 0 ? -1 : (q - seat + n) % n; };
    const auto at = [&](int i) { return static_cast<std::size_t>((seat + i) % n); };
    for (const std::uint8_t count : s.hand[at(0)]) tensor.put(share_of<T, kCopies>(count));
    for (const std::uint8_t count : s.played) tensor.put(share_of<T, kCopies>(count));
    for (int i = 0; i < n; ++i) tensor.put(share_of<T, kMaxHand>(total(s.hand[at(i)])));
    for (int i = 0; i < n; ++i) tensor.put(share_of<T, kMaxHand>(s.scores[at(i)]));
    for (int i = 0; i < n; ++i) tensor.one_hot(s.table[at(i)], kKinds);
    tensor.one_hot(relative(s.leader), n);
    tensor.one_hot(relative(s.to_act), n);
    tensor.one_hot(s.phase, 3);
}

}  // namespace uneri::mini
