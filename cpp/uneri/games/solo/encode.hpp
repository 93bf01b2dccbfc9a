// The observation tensor: encodes as numbers what a seat sees (rules, section 8).
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "uneri/base/bits.hpp"
#include "uneri/base/clear.hpp"
#include "uneri/base/scan.hpp"
#include "uneri/base/spec.hpp"
#include "uneri/games/solo/hidden.hpp"
#include "uneri/games/solo/options.hpp"
#include "uneri/games/solo/state.hpp"

namespace uneri::solo {

// Segments in order. Seats are relative: entry i of a seat axis is seat (observer + i) mod players.
std::vector<Segment> tensor_layout(const Options& o);

namespace detail {

inline constexpr float kHandUnit = 20.0F;  // typical sizes, so that inputs are about 0..1
inline constexpr float kDrawUnit = 10.0F;
inline constexpr float kRoundUnit = 10.0F;

// One card of a kind as a share of the kind's copies: halves and quarters, so sums are exact. 0 beyond the kinds.
inline constexpr int kWide = 56;  // kinds, rounded up to whole vectors
inline constexpr std::array<float, kWide> kShare = [] {
    std::array<float, kWide> share{};
    for (int k = 0; k < kKinds; ++k) share[static_cast<std::size_t>(k)] = 1.0F / static_cast<float>(multiplicity(k));
    return share;
}();

// Writes a block of kinds from bit planes worth 1 and 2. Bits kKinds + i of `ones` are worth 4 for black kind i. Works
// on half words without a branch, so that the compiler vectorises it. Overwrites the entry after the block with 0, so
// write the next block later.
inline void write_planes(float* block, std::uint64_t ones, std::uint64_t twos) noexcept {
    constexpr int kHalf = 32;
    const auto half = [](float* out, const float* share, int size, std::uint32_t one, std::uint32_t two) {
        for (int k = 0; k < size; ++k) {
            out[k] = share[k] * static_cast<float>(static_cast<int>((one >> k & 1) + 2 * (two >> k & 1)));
        }
    };
    half(block, kShare.data(), kHalf, static_cast<std::uint32_t>(ones), static_cast<std::uint32_t>(twos));
    half(block + kHalf, kShare.data() + kHalf, kWide - kHalf, static_cast<std::uint32_t>(ones >> kHalf),
         static_cast<std::uint32_t>(twos >> kHalf));
    if (ones > kAllKinds) {
        for (int i = 0; i < kBlack; ++i) block[kColoured + i] += (ones >> (kKinds + i) & 1) != 0 ? 1.0F : 0.0F;
    }
}

inline void write_cards(float* block, Cards cards) noexcept { write_planes(block, cards.ones(), cards.twos()); }

// The cards that `seat` does not see, with the counts of unseen(). Adds them up in bit planes, for all kinds at once.
inline void write_unseen(float* block, const Options& o, const State& s, int seat) noexcept {
    std::uint64_t ones = 0;  // treats the bits worth 4 as further kinds
    std::uint64_t twos = 0;
    std::uint64_t fours = 0;
    std::uint64_t more = 0;
    const auto add = [&](Cards cards) {
        const std::uint64_t carry = ones & cards.ones();
        const std::uint64_t odd = twos ^ cards.twos();
        const std::uint64_t carry2 = (twos & cards.twos()) | (odd & carry);
        ones ^= cards.ones();
        twos = odd ^ carry;
        more |= fours & carry2;
        fours ^= carry2;
    };
    for (int i = 1, q = seat; i < o.players; ++i) {
        q = q + 1 < o.players ? q + 1 : 0;
        add(s.hand_of(q));
    }
    add(s.draw_pile);
    more |= (twos | fours) >> kKinds;
    if (more == 0) {
        write_planes(block, ones, twos);
        for_each_bit(fours, [&](int k) { block[k] += 4.0F * kShare[static_cast<std::size_t>(k)]; });
        return;
    }
    const std::array<int, kKinds> counts = unseen(o, s, seat);  // happens only in positions set up by hand
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

// The cards in other hands that are known to `seat`: block i - 1 is for seat + i.
inline void write_known(float* block, const Options& o, const State& s, int seat) noexcept {
    const std::uint16_t* entries = s.known.entries().data();
    std::array<float*, kMaxSeats> rows;  // by holder
    for (int i = 0, q = seat; i < o.players - 1; ++i) {
        q = q + 1 < o.players ? q + 1 : 0;
        rows[static_cast<std::size_t>(q)] = block + i * kKinds;
    }
    const EntryBits<Known::kEntries> words =
        entries_with<Known::kEntries>(entries, static_cast<std::uint16_t>(1u << seat));
    // One loop over all three words has only one branch that is hard to predict: its end.
    static_assert(std::tuple_size_v<EntryBits<Known::kEntries>> == 3);
    auto [low, middle, high] = words;
    for (int left = std::popcount(low) + std::popcount(middle) + std::popcount(high); left > 0; --left) {
        const std::uint64_t word = low != 0 ? low : middle != 0 ? middle : high;
        const std::size_t base = low != 0 ? 0 : middle != 0 ? 64 : 128;
        const std::uint64_t rest = word & (word - 1);
        high = base == 128 ? rest : high;
        middle = base == 64 ? rest : middle;
        low = base == 0 ? rest : low;
        const std::size_t at = base + static_cast<std::size_t>(std::countr_zero(word));
        const std::size_t kind = kKindOfEntry[at];
        rows[static_cast<std::size_t>(Known::holder(entries[at]))][kind] += kShare[kind];
    }
}

// `s` is the state as the seat sees it (8.4).
inline void observe_seen(const Options& o, const State& s, int seat, std::span<float> out) noexcept {
    clear(out.data(), out.size());
    const bool over = s.phase == kOver;
    const int n = o.players;
    TensorWriter tensor(out);
    const auto next = [&](int q) { return q + 1 < n ? q + 1 : 0; };
    const auto one_seat = [&](int q) { tensor.one_hot(q < 0 ? -1 : q < seat ? q - seat + n : q - seat, n); };
    write_cards(tensor.block(kKinds), s.hand_of(seat));
    float* known = tensor.block((n - 1) * kKinds);
    float* dark = tensor.block(kKinds);
    if (over) {
        for (int i = 1, q = next(seat); i < n; ++i, q = next(q)) write_cards(known + (i - 1) * kKinds, s.hand_of(q));
    } else {
        write_known(known, o, s, seat);
        write_unseen(dark, o, s, seat);
    }
    write_cards(tensor.block(kKinds), s.discard);
    tensor.one_hot(s.top, kKinds);
    tensor.one_hot(s.active_colour, kColours + 1);
    float* totals = tensor.block(n);
    tensor.scalar(static_cast<float>(s.draw_pile.total()) / static_cast<float>(kDeckCards));
    float* points = tensor.block(n);
    for (int i = 0, q = seat; i < n; ++i, q = next(q)) {
        totals[i] = static_cast<float>(s.hand_of(q).total()) / kHandUnit;
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

// `out` has the total size of the layout. Inline, because batches call it after every step.
inline void observe(const Options& o, const State& full, int seat, std::span<float> out) noexcept {
    if (seat == full.to_act || (full.phase != kJumpIn && full.phase != kDrawn)) {
        return detail::observe_seen(o, full, seat, out);
    }
    const State seen = as_seen(o, full, seat);
    detail::observe_seen(o, seen, seat, out);
}

}  // namespace uneri::solo
