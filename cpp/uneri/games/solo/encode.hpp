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
#include "uneri/base/features.hpp"
#include "uneri/base/scan.hpp"
#include "uneri/base/spec.hpp"
#include "uneri/base/tensor.hpp"
#include "uneri/base/types.hpp"
#include "uneri/games/solo/hidden.hpp"
#include "uneri/games/solo/options.hpp"
#include "uneri/games/solo/state.hpp"

namespace uneri::solo {

std::vector<Segment> tensor_layout(const Options& o);

namespace detail {

inline constexpr int kHandUnit = 20;  // typical sizes, so that inputs are about 0..1
inline constexpr int kDrawUnit = 10;
inline constexpr int kRoundUnit = 10;

inline constexpr Scale kCardScale{0.0F, 0.25F};  // kinds have 1, 2 or 4 cards; as bytes most of these are counts
inline constexpr Scale kHandScale = share_scale(kHandUnit);
inline constexpr Scale kPileScale = share_scale(kDeckCards);
inline constexpr Scale kPointScale{-1.0F, 2.0F / 255.0F};
inline constexpr Scale kDrawScale = share_scale(kDrawUnit);
inline constexpr Scale kRoundScale = share_scale(kRoundUnit);

// One card of a kind as a share of the kind's copies: halves and quarters, so sums are exact. 0 beyond the kinds.
inline constexpr int kWide = 56;  // kinds, rounded up to whole vectors
template <class T>
inline constexpr std::array<T, kWide> kShare = [] {
    std::array<T, kWide> share{};
    for (int k = 0; k < kKinds; ++k) {
        share[at(k)] = number_of<T>(1.0F / static_cast<float>(multiplicity(k)), kCardScale);
    }
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
    half(block, kShare<float>.data(), kHalf, static_cast<std::uint32_t>(ones), static_cast<std::uint32_t>(twos));
    half(block + kHalf, kShare<float>.data() + kHalf, kWide - kHalf, static_cast<std::uint32_t>(ones >> kHalf),
         static_cast<std::uint32_t>(twos >> kHalf));
    if (ones > kAllKinds) {
        for (int i = 0; i < kBlack; ++i) block[kColoured + i] += (ones >> (kKinds + i) & 1) != 0 ? 1.0F : 0.0F;
    }
}

inline void write_planes(std::uint8_t* block, std::uint64_t ones, std::uint64_t twos) noexcept {
    for (int group = 0; group < uneri::detail::in_groups(kWide); ++group) {
        const std::uint64_t share = uneri::detail::load_bytes<8>(kShare<std::uint8_t>.data() + 8 * group);
        const std::uint64_t eight =
            (uneri::detail::spread(ones, group) & share) + 2 * (uneri::detail::spread(twos, group) & share);
        uneri::detail::store_bytes(block + 8 * group, eight);
    }
    if (ones > kAllKinds) {
        for (int i = 0; i < kBlack; ++i) {
            const int more = (ones >> (kKinds + i) & 1) != 0 ? 4 * kShare<std::uint8_t>[kColoured] : 0;
            block[kColoured + i] = static_cast<std::uint8_t>(block[kColoured + i] + more);
        }
    }
}

template <class T>
inline void write_cards(T* block, Cards cards) noexcept {
    write_planes(block, cards.ones(), cards.twos());
}

// The cards that `seat` does not see, with the counts of unseen(). Adds them up in bit planes, for all kinds at once.
template <class T>
inline void write_unseen(T* block, const Options& o, const State& s, int seat) noexcept {
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
        for_each_bit(fours, [&](int k) { block[k] = static_cast<T>(block[k] + 4 * kShare<T>[at(k)]); });
        return;
    }
    const std::array<int, kKinds> counts = unseen(o, s, seat);  // happens only in positions set up by hand
    for (std::size_t k = 0; k < kKinds; ++k)
        block[k] = number_of<T>(static_cast<float>(counts[k]) * kShare<float>[k], kCardScale);
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
template <class T>
inline void write_known(T* block, const Options& o, const State& s, int seat) noexcept {
    const std::uint16_t* entries = s.known.entries().data();
    std::array<T*, kMaxSeats> rows;  // by holder
    for (int i = 0, q = seat; i < o.players - 1; ++i) {
        q = q + 1 < o.players ? q + 1 : 0;
        rows[at(q)] = block + i * kKinds;
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
        const std::size_t place = base + at(std::countr_zero(word));
        const std::size_t kind = kKindOfEntry[place];
        T& number = rows[at(Known::holder(entries[place]))][kind];
        number = static_cast<T>(number + kShare<T>[kind]);
    }
}

// `s` is the state as the seat sees it (8.4).
template <TensorNumber T>
inline void observe_seen(const Options& o, const State& s, int seat, std::span<T> out) noexcept {
    clear(out.data(), out.size());
    const bool over = s.phase == kOver;
    const int n = o.players;
    TensorWriter<T> tensor(out);
    const auto next = [&](int q) { return q + 1 < n ? q + 1 : 0; };
    const auto one_seat = [&](int q) { tensor.one_hot(q < 0 ? -1 : q < seat ? q - seat + n : q - seat, n); };
    write_cards(tensor.block(kKinds), s.hand_of(seat));
    T* known = tensor.block((n - 1) * kKinds);
    T* dark = tensor.block(kKinds);
    if (over) {
        for (int i = 1, q = next(seat); i < n; ++i, q = next(q)) write_cards(known + (i - 1) * kKinds, s.hand_of(q));
    } else {
        write_known(known, o, s, seat);
        write_unseen(dark, o, s, seat);
    }
    write_cards(tensor.block(kKinds), s.discard);
    tensor.one_hot(s.top, kKinds);
    tensor.one_hot(s.active_colour, kColours + 1);
    T* totals = tensor.block(n);
    tensor.put(share_of<T, kDeckCards>(s.draw_pile.total()));
    T* points = tensor.block(n);
    for (int i = 0, q = seat; i < n; ++i, q = next(q)) {
        totals[i] = share_of<T, kHandUnit>(s.hand_of(q).total());
        const auto share = static_cast<float>(s.points[at(q)]) / static_cast<float>(o.start_points);
        points[i] = number_of<T>(share, kPointScale);
    }
    tensor.put(share_of<T, kDrawUnit>(s.pending));
    tensor.one_hot(s.chain - 1, 2);
    tensor.flag(s.dir > 0);
    one_seat(s.last);
    tensor.scalar(s.due);
    tensor.one_hot(s.phase, kPhases);
    one_seat(s.to_act);
    one_seat(s.next_turn);
    one_seat(s.ended);
    tensor.one_hot(s.drawn, kKinds);
    tensor.one_hot(s.want, kKinds);
    tensor.put(share_of<T, kDrawUnit>(s.left));
    tensor.one_hot(s.why - 1, 4);
    one_seat(s.starter);
    tensor.put(share_of<T, kRoundUnit>(static_cast<int>(s.round)));
    tensor.scalar(o.turn_cap > 0 ? static_cast<float>(s.turns) / static_cast<float>(o.turn_cap) : 0.0F);
    tensor.scalar(static_cast<float>(s.dead) / static_cast<float>(n));
}

}  // namespace detail

// Inline, because batches call it after every step.
template <TensorNumber T>
inline void observe(const Options& o, const State& full, int seat, std::span<T> out) noexcept {
    if (seat == full.to_act || (full.phase != kJumpIn && full.phase != kDrawn)) {
        return detail::observe_seen(o, full, seat, out);
    }
    const State seen = as_seen(o, full, seat);
    detail::observe_seen(o, seen, seat, out);
}

// --- features ---------------------------------------------------------------------------------------------------
//
// What a small network sees of SOLO: the own hand and what of it fits now, the sizes of all hands in the order of play,
// and what hangs over whom.

inline constexpr int kFeatureVersion = 1;

std::vector<Segment> feature_layout(const Options& o);
void write_features(const Options& o, const State& s, int seat, FeatureWriter& w) noexcept;

// Does the action show the seat that takes it another's hand? Exchanges do.
bool reveals(const State& s, Action a) noexcept;

// What each action is, as numbers for learners: sort, card, colour, symbol, seat. All are 0 or 1.
std::vector<Segment> action_layout(const Options& o);
void write_action(const Options& o, Action a, FeatureWriter& w) noexcept;

}  // namespace uneri::solo
