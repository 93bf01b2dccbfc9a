// The observation tensor: what section 8 of the text shows to a seat, as numbers.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "uneri/base/spec.hpp"
#include "uneri/games/solo/hidden.hpp"
#include "uneri/games/solo/options.hpp"
#include "uneri/games/solo/state.hpp"

namespace uneri::solo {

// Blocks in order. Seats are relative: entry i of a seat axis is seat (observer + i) mod players.
std::vector<Segment> tensor_layout(const Options& o);

namespace detail {

inline constexpr float kHandUnit = 20.0F;  // typical sizes, so that inputs stay near 0..1
inline constexpr float kDrawUnit = 10.0F;
inline constexpr float kRoundUnit = 10.0F;

// One card of a kind as a share of its copies: halves and quarters, so that sums are exact.
inline constexpr std::array<float, kKinds> kShare = [] {
    std::array<float, kKinds> share{};
    for (int k = 0; k < kKinds; ++k) share[static_cast<std::size_t>(k)] = 1.0F / static_cast<float>(multiplicity(k));
    return share;
}();

// Of few kinds.
inline void write_few(float* block, Cards cards) noexcept {
    for_each_bit(cards.kinds(), [&](int k) {
        block[k] = static_cast<float>(cards.count(k)) * kShare[static_cast<std::size_t>(k)];
    });
}

// Of many kinds, in halves of a word and without a branch: the compiler makes vectors of it. Bits of `ones` count 1,
// of `twos` 2.
inline void write_planes(float* block, std::uint64_t ones, std::uint64_t twos) noexcept {
    constexpr int kHalf = 32;
    const auto half = [](float* out, const float* share, int size, std::uint32_t one, std::uint32_t two) {
        for (int k = 0; k < size; ++k) {
            out[k] = share[k] * static_cast<float>(static_cast<int>((one >> k & 1) + 2 * (two >> k & 1)));
        }
    };
    half(block, kShare.data(), kHalf, static_cast<std::uint32_t>(ones), static_cast<std::uint32_t>(twos));
    half(block + kHalf, kShare.data() + kHalf, kKinds - kHalf, static_cast<std::uint32_t>(ones >> kHalf),
         static_cast<std::uint32_t>(twos >> kHalf));
}

inline void write_cards(float* block, Cards cards) noexcept {
    write_planes(block, cards.ones() & kAllKinds, cards.twos());
    for (int i = 0; i < kBlack; ++i) {  // bits worth 4
        if ((cards.ones() >> (kKinds + i) & 1) != 0) block[kColoured + i] += 1.0F;
    }
}

// The cards that `seat` does not see: counts as in unseen(), but added up in bit planes for all kinds at once.
inline void write_unseen(float* block, const Options& o, const State& s, int seat) noexcept {
    std::uint64_t ones = 0;
    std::uint64_t twos = 0;
    std::uint64_t fours = 0;
    std::uint64_t eights = 0;
    const auto add = [&](Cards cards) {
        const std::uint64_t one = cards.ones() & kAllKinds;
        const std::uint64_t two = cards.twos();
        const std::uint64_t four = cards.ones() >> kBlack & kBlackKinds;  // bits that are worth 4
        const std::uint64_t carry = ones & one;
        ones ^= one;
        const std::uint64_t carry2 = (twos & two) | ((twos ^ two) & carry);
        twos ^= two ^ carry;
        eights |= (fours & four) | ((fours ^ four) & carry2);
        fours ^= four ^ carry2;
    };
    for (int q = 0; q < o.players; ++q) {
        if (q != seat) add(s.hand_of(q));
    }
    add(s.draw_pile);
    if (eights == 0) {
        write_planes(block, ones, twos);
        for_each_bit(fours, [&](int k) { block[k] += 4.0F * kShare[static_cast<std::size_t>(k)]; });
        return;
    }
    const std::array<int, kKinds> counts = unseen(o, s, seat);  // only in positions set up by hand
    for (std::size_t k = 0; k < kKinds; ++k) block[k] = static_cast<float>(counts[k]) * kShare[k];
}

// The kind of each entry of Known.
inline constexpr std::array<std::uint8_t, Known::kEntries> kKindOfEntry = [] {
    std::array<std::uint8_t, Known::kEntries> kinds{};
    std::size_t at = 0;
    for (int k = 0; k < kKinds; ++k) {
        for (int i = 0; i < most_of(k); ++i) kinds[at++] = static_cast<std::uint8_t>(k);
    }
    return kinds;
}();

// Bit i: `seat` knows the card of entry first + i. Without a branch: which cards are known is hard to predict.
inline std::uint64_t known_entries(std::span<const std::uint16_t> entries, std::size_t first, int seat) noexcept {
    constexpr std::size_t kBits = 64;
    constexpr std::uint64_t kGather = 0x0102'0408'1020'4080u;  // brings the lowest bits of eight bytes together at 56
    const std::size_t size = std::min(entries.size() - first, kBits);
    std::array<std::uint8_t, kBits> knows{};
    for (std::size_t i = 0; i < size; ++i) knows[i] = entries[first + i] >> seat & 1;
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < kBits; i += 8) {
        std::uint64_t eight = 0;
        for (std::size_t j = 0; j < 8; ++j) eight |= std::uint64_t{knows[i + j]} << (8 * j);
        bits |= (eight * kGather >> 56) << i;
    }
    return bits;
}

// Of the others' hands, block i - 1 for seat + i: the cards known to `seat`.
inline void write_known(float* block, const Options& o, const State& s, int seat) noexcept {
    const std::span<const std::uint16_t> entries = s.known.entries();
    for (std::size_t first = 0; first < entries.size(); first += 64) {
        for_each_bit(known_entries(entries, first, seat), [&](int i) {
            const std::size_t at = first + static_cast<std::size_t>(i);
            const int q = Known::holder(entries[at]);
            const int row = q < seat ? q - seat + o.players - 1 : q - seat - 1;
            block[row * kKinds + kKindOfEntry[at]] += kShare[kKindOfEntry[at]];
        });
    }
}

// `s` has the node that the seat sees (8.4).
inline void observe_seen(const Options& o, const State& s, int seat, std::span<float> out) noexcept {
    std::fill(out.begin(), out.end(), 0.0F);
    const bool over = s.phase == kOver;
    const int n = o.players;
    TensorWriter tensor(out);
    const auto next = [&](int q) { return q + 1 < n ? q + 1 : 0; };
    const auto one_seat = [&](int q) { tensor.one_hot(q < 0 ? -1 : q < seat ? q - seat + n : q - seat, n); };
    write_few(tensor.block(kKinds), s.hand_of(seat));
    float* known = tensor.block((n - 1) * kKinds);
    float* dark = tensor.block(kKinds);
    if (over) {
        for (int i = 1, q = next(seat); i < n; ++i, q = next(q)) write_few(known + (i - 1) * kKinds, s.hand_of(q));
    } else {
        write_known(known, o, s, seat);
        write_unseen(dark, o, s, seat);
    }
    write_cards(tensor.block(kKinds), s.discard);
    tensor.one_hot(s.top, kKinds);
    tensor.one_hot(s.active_colour, kColours + 1);
    float* totals = tensor.block(n);
    for (int i = 0, q = seat; i < n; ++i, q = next(q)) {
        totals[i] = static_cast<float>(s.hand_of(q).total()) / kHandUnit;
    }
    tensor.scalar(static_cast<float>(s.draw_pile.total()) / static_cast<float>(kDeckCards));
    float* points = tensor.block(n);
    for (int i = 0, q = seat; i < n; ++i, q = next(q)) {
        points[i] = static_cast<float>(s.points[static_cast<std::size_t>(q)]) / static_cast<float>(o.start_points);
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

}  // namespace detail

// `out` has the total size of the layout. Inline, because batches write it after every step.
inline void observe(const Options& o, const State& full, int seat, std::span<float> out) noexcept {
    if (seat == full.to_act || (full.phase != kJumpIn && full.phase != kDrawn)) {
        return detail::observe_seen(o, full, seat, out);
    }
    const State seen = as_seen(o, full, seat);
    detail::observe_seen(o, seen, seat, out);
}

}  // namespace uneri::solo
