// The observation tensor: encodes as numbers what a seat sees (rules, section 10).
#pragma once

#include <span>
#include <vector>

#include "uneri/base/clear.hpp"
#include "uneri/base/features.hpp"
#include "uneri/base/spec.hpp"
#include "uneri/base/tensor.hpp"
#include "uneri/base/types.hpp"
#include "uneri/games/namima/hands/distance/deficiency.hpp"
#include "uneri/games/namima/hidden.hpp"
#include "uneri/games/namima/options.hpp"
#include "uneri/games/namima/state.hpp"

namespace uneri::namima {

std::vector<Segment> tensor_layout(const Options& o);

namespace detail {

inline constexpr int kMoney = 100;  // a typical size, so that inputs are about 0..1

inline constexpr Scale kMeldScale{0.0F, 0.25F};  // quarters are exact
inline constexpr Scale kScoreScale{-2.0F, 2.0F / static_cast<float>(kMoney)};
inline constexpr Scale kPotScale = share_scale(kMoney);

template <class T>
inline constexpr T kMeld = number_of<T>(0.25F, kMeldScale);

}  // namespace detail

// Inline, because batches call it after every step.
template <TensorNumber T>
inline void observe(const Options& o, const State& s, int seat, std::span<T> out) noexcept {
    using namespace detail;
    const Melds& melds = *o.melds;
    const CardShares& shares = *o.shares;
    const SeenNode node = seen_node(o, s, seat);
    const int n = o.players;
    const int kinds = melds.kinds();
    TensorWriter<T> tensor(out);
    const auto one_seat = [&](int q) { tensor.one_hot(q < 0 ? -1 : q < seat ? q - seat + n : q - seat, n); };
    const auto write_cards = [&](T* block, const Cards& cards) {
        write_counts(block, cards.b0, cards.b1, cards.b2, kinds, shares.of_kind);
    };
    const auto each_seat = [&](auto&& visit) {
        for (int i = 0, q = seat; i < n; ++i, q = q + 1 < n ? q + 1 : 0) visit(i, q);
    };
    T* hands = tensor.block(n * kinds);
    T* exposed = tensor.block(n * melds.size());
    T* exposed_cards = tensor.block(n * kinds);
    T* exposed_total = tensor.block(n);
    T* hand_total = tensor.block(n);
    T* thrown = tensor.block(n * kinds);
    T* lying = tensor.block(kinds);
    T* unseen = tensor.block(kinds);
    T* rest = tensor.block(0);
    // What lies between these two parts is written whole.
    clear(hands, static_cast<std::size_t>(exposed_cards - hands));
    clear(rest, static_cast<std::size_t>(out.data() + out.size() - rest));
    // Blocks of cards from front to back, since each clears a few numbers after it.
    write_cards(hands, s.hand_of(seat));
    if (node.phase == kOver) {
        each_seat([&](int i, int q) { write_cards(hands + i * kinds, s.hand_of(q)); });
    }
    Cards seen = s.hand_of(seat) + s.lying;
    each_seat([&](int i, int q) {
        Cards cards;
        T* row = exposed + i * melds.size();
        for (const std::uint16_t meld : s.exposed_of(q).ids()) {
            row[meld] = static_cast<T>(row[meld] + kMeld<T>);
            cards += melds[meld].cards;
        }
        write_cards(exposed_cards + i * kinds, cards);
        seen += cards;
    });
    each_seat([&](int i, int q) {
        exposed_total[i] = shares.exposed.of<T>(s.exposed_of(q).size());
        hand_total[i] = shares.hand.of<T>(s.hand_of(q).total());
    });
    each_seat([&](int i, int q) { write_cards(thrown + i * kinds, s.thrown_of(q)); });
    write_cards(lying, s.lying);
    write_cards(unseen, melds.deck() - seen);
    tensor.put(shares.wall.of<T>(s.wall.total()));
    tensor.one_hot(node.phase == kAct && node.to_act == seat ? s.drawn : -1, kinds);
    tensor.one_hot(node.claim, kinds);
    each_seat([&](int, int q) { tensor.flag(s.has_declared(q)); });
    tensor.one_hot(s.dora, o.rules().colours);
    each_seat([&](int, int q) { tensor.scalar(quotient<kMoney>(s.score[static_cast<std::size_t>(q)]), kScoreScale); });
    tensor.scalar(quotient<kMoney>(s.pot), kPotScale);
    one_seat(s.dealer);
    one_seat(node.turn);
    one_seat(node.to_act);
    tensor.one_hot(node.phase, kPhases);
    tensor.put(o.game_share.of<T>(s.game));
}

// --- features ---------------------------------------------------------------------------------------------------
//
// What a small network sees of Namima: the open cards, the own hand, and how far it is from a win.

inline constexpr int kFeatureVersion = 1;

std::vector<Segment> feature_layout(const Options& o);
void write_features(const Options& o, const State& s, int seat, FeatureWriter& w) noexcept;

// How far a hand is from a win, and the cards that bring it nearer.
struct Distance {
    int deficiency = kNever;
    int copies = 0;             // cards in the acceptance
    std::uint64_t accepts = 0;  // kinds of the acceptance, as bits
    bool operator==(const Distance&) const = default;
};

// What the actions of one decision have in common: the distances after all discards, and that of the hand as it is for
// a seat that may call.
struct SharedWork {
    DiscardTable discards;
    Distance at_rest;
};
SharedWork share_work(const Options& o, const State& s) noexcept;

// The features of the state after the action `a` of the seat, which knows what it has just discarded. `work` is of the
// decision, or nullptr.
void write_features_after(const Options& o, const State& after, int seat, Action a, const SharedWork* work,
                          FeatureWriter& w) noexcept;

// Does the action show the seat that takes it others' cards? A win does, and so does the end of an exhausted game, or
// that it continues: then a seat can use the discard.
inline bool reveals(const State& s, Action a) noexcept { return a == kWin || s.wall.empty(); }

// What each action is, as numbers for learners: sort, the cards of the hand or the meld, its kind and size. All are 0
// or 1.
std::vector<Segment> action_layout(const Options& o);
void write_action(const Options& o, Action a, FeatureWriter& w) noexcept;

}  // namespace uneri::namima
