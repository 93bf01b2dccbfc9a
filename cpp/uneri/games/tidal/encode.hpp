// The observation tensor: encodes as numbers what a seat sees (last column of the rules' state table).
#pragma once

#include <array>
#include <span>
#include <vector>

#include "uneri/base/clear.hpp"
#include "uneri/base/features.hpp"
#include "uneri/base/spec.hpp"
#include "uneri/base/tensor.hpp"
#include "uneri/base/types.hpp"
#include "uneri/games/tidal/bout.hpp"
#include "uneri/games/tidal/hidden.hpp"
#include "uneri/games/tidal/options.hpp"
#include "uneri/games/tidal/rules.hpp"

namespace uneri::tidal {

std::vector<Segment> tensor_layout(const Options& o);

namespace detail {

inline constexpr int kProfitUnit = 50;  // typical sizes, so that inputs are about 0..1
inline constexpr int kPointUnit = 100;
inline constexpr int kPhases = 4;

}  // namespace detail

// Inline, because batches call it after every step.
template <TensorNumber T>
inline void observe(const Options& o, const State& s, int seat, std::span<T> out) noexcept {
    using namespace detail;
    clear(out.data(), out.size());
    TensorWriter<T> tensor(out);
    const int n = o.players;
    const int spaces = o.board.spaces;
    constexpr T kOne = kFlag<T>;
    const auto relative = [&](int q) { return q < 0 ? -1 : q < seat ? q - seat + n : q - seat; };
    write_flags(tensor.block(kCards), s.hand[at(seat)], kCards);
    const int pending = s.pending[at(seat)];
    tensor.one_hot(pending, kCards);
    T* unknown = tensor.block(kCards);
    T* played = tensor.block(n * kCards);
    T* keeper = tensor.block(n * kSuits);
    T* hand_total = tensor.block(n);
    T* boat = tensor.block(n * spaces);
    T* faceup = tensor.block(n * (kCharacters + 1));
    T* stunt = tensor.block(n * spaces);
    T* supply = tensor.block(n);
    T* dock = tensor.block(kSuits * kDocks * (n + 1));
    T* tower = tensor.block(kRegions * n);
    T* fruit = tensor.block(n);
    T* pool = tensor.block(1);
    T* majority = tensor.block(n);
    T* feast = tensor.block(n);
    T* total = tensor.block(n);

    CardSet seen = kept_cards(s) | s.hand[at(seat)];
    if (pending >= 0) seen |= bit_of(pending);
    std::array<T*, kMaxSeats> rows{};  // of `played`, by seat
    for (int q = 0; q < n; ++q) rows[at(q)] = played + relative(q) * kCards;
    const std::uint8_t* card = s.played.data();
    for (int bout = 1, last = finished_bouts(s); bout <= last; ++bout) {
        const T share = o.card_share.of<T>(bout);
        for (int q = 0; q < n; ++q, ++card) {
            rows[at(q)][*card] = share;
            seen |= bit_of(*card);
        }
    }
    write_flags(unknown, o.deck & ~seen, kCards);
    for (int suit = 0; suit < kSuits; ++suit) {
        const int q = s.keeper[at(suit)];
        if (q >= 0) keeper[relative(q) * kSuits + suit] = kOne;
    }
    // Whole words from front to back, since each clears a few numbers after its own.
    const auto in_order = [&](const std::uint8_t* of_seat) {  // by relative seat; 0 after the last
        const std::uint64_t word = uneri::detail::load_bytes<kMaxSeats>(of_seat) & ((std::uint64_t{1} << 8 * n) - 1);
        return (word >> 8 * seat | word << 8 * (n - seat)) & ((std::uint64_t{1} << 8 * n) - 1);
    };
    o.banner_share.write(supply, in_order(s.supply.data()));
    for (const auto& quadrant : s.dock) {
        for (const DockOwners& owners : quadrant) {
            o.banner_share.write(dock, in_order(owners.data()) | std::uint64_t{owners[kNeutral]} << 8 * n);
            dock += n + 1;
        }
    }
    for (const auto& of_seat : s.tower) {
        o.banner_share.write(tower, in_order(of_seat.data()));
        tower += n;
    }
    o.fruit_share.write(fruit, in_order(s.fruit.data()));
    *pool = o.fruit_share.of<T>(s.pool);
    for (int i = 0, q = seat; i < n; ++i, q = q + 1 < n ? q + 1 : 0) {
        const int characters = s.faceup[at(q)];
        hand_total[i] = o.card_share.of<T>(size_of(s.hand[at(q)]));
        boat[i * spaces + s.boat[at(q)] - 1] = kOne;
        faceup[i * (kCharacters + 1) + characters] = kOne;
        // Without a stunt space the first entry is written, as 0.
        const int space = characters == 0 ? 0 : o.board.stunts[at(q)][at(characters - 1)];
        stunt[i * spaces + std::max(space, 1) - 1] = space == 0 ? T{0} : kOne;
        majority[i] = share_of<T, kProfitUnit>(s.profit_majority[at(q)]);
        feast[i] = share_of<T, kProfitUnit>(s.profit_feast[at(q)]);
        total[i] = share_of<T, kPointUnit>(points(o, s, q));
    }
    tensor.one_hot(s.round - 1, kMaxRounds);
    tensor.one_hot(s.bout - 1, o.hand);
    tensor.one_hot(s.phase, kPhases);
    tensor.one_hot(relative(s.actor), n);
    tensor.one_hot(relative(s.lead), n);
    tensor.one_hot(s.gate - 1, spaces);
    tensor.one_hot(seat, n);
}

// --- features ---------------------------------------------------------------------------------------------------
//
// What a small network sees of Tidal Blades: public counts and the own hand as the observation tensor has them, and how
// the seat stands if all were scored at once. Values are learned of states in which no card is chosen in secret.

inline constexpr int kFeatureVersion = 1;

std::vector<Segment> feature_layout(const Options& o);
void write_features(const Options& o, const State& s, int seat, FeatureWriter& w) noexcept;

// No seat has chosen a card.
constexpr bool is_open(const State& s) noexcept { return s.phase != kPlay || s.actor == 0; }
// Gives the cards that were chosen back to the hands. In kPlay.
void take_back_choices(const Options& o, State& s) noexcept;

// What each action is, as numbers for learners: the card, or the steps of the gate. All are 0 or 1.
std::vector<Segment> action_layout(const Options& o);
void write_action(const Options& o, Action a, FeatureWriter& w) noexcept;

}  // namespace uneri::tidal
