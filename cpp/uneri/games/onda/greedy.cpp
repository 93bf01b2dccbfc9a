// The greedy bot: a few simple preferences on top of min_plays. A second version uses an estimate of min_plays, for
// searches that play out thousands of games.
#include <algorithm>

#include "uneri/games/onda/analysis.hpp"
#include "uneri/games/onda/min_plays.hpp"

namespace uneri::onda {
namespace {

// Weights of the preferences, in units of one penalty dot. Saving a play is worth about a trick.
constexpr int kPlaySaved = 8;
constexpr int kJokerKept = 4;
constexpr int kWin = 1000;
constexpr int kFewCards = 3;  // a seat with this many cards or fewer may end the round in one play

struct View {
    Cards hand;
    KindPair down;
    bool hurry;  // another seat is about to go out
};

View view_of(const Options& o, const State& s) noexcept {
    const auto seat = static_cast<std::size_t>(s.to_act);
    View view{s.hand[seat], s.down[seat], false};
    for (int q = 0; q < o.players; ++q) {
        if (q != s.to_act && s.hand[static_cast<std::size_t>(q)].total() <= kFewCards) view.hurry = true;
    }
    return view;
}

// The least number of plays, from the tables.
struct Counted {
    static int plays(Cards hand, int jokers) noexcept { return MinPlays::get()(hand, std::min(jokers, 1)); }
};

// An estimate by a few bit operations: the number of runs in the suits or of sets of equal numbers, whichever is lower.
// Jokers are ignored.
struct Guessed {
    static int plays(Cards hand, int) noexcept {
        constexpr std::uint32_t kNoOne = ~(1u << kNumbers);  // a green 1 does not follow a blue 15
        const auto runs = [](std::uint32_t cards) { return std::popcount(cards & ~(cards << 1 & kNoOne)); };
        const std::uint32_t numbers = hand.suit(0) | hand.suit(1);
        return std::min(runs(hand.one) + runs(hand.two), std::popcount(numbers));
    }
};

template <class Plays>
int value_of_hand(Cards hand, int jokers) noexcept {
    if (hand.empty()) return kWin;
    return -kPlaySaved * Plays::plays(hand, jokers) - dots(hand);
}

// The value of the position after `a`; higher is better. Ties go to the play that only just beats, to keep strong
// cards.
template <class Plays>
int value_of_play(const State& s, const View& view, Action a, int jokers) noexcept {
    const Play& play = play_of(a);
    Cards rest = view.hand;
    rest.remove(play.cards);
    const bool joker = play.joker != 0;
    const int waste = s.tide == 0 ? play.rank : kNumbers + 1 - play.rank;
    return 16 * (value_of_hand<Plays>(rest, jokers - joker) - (joker ? kJokerKept : 0)) - waste;
}

template <class Plays>
Action best_hide(const View& view) noexcept {
    Action best = -1;
    int best_value = 0;
    const std::uint32_t allowed = view.down.size() == 1 ? ~((1u << view.down.low) - 1) : ~0u;
    for_each_bit(view.hand.one & allowed, [&](int k) {
        Cards rest = view.hand;
        rest.remove(k);
        if (view.down.size() == 0 && (rest.one >> k) == 0) return;
        const int value = value_of_hand<Plays>(rest, 0);
        if (best < 0 || value > best_value) {
            best = kHide + k;
            best_value = value;
        }
    });
    return best;
}

// DIAL: picks the shape for which the hand has more ranks.
Action best_dial(const Options& o, const State& s, const View& view) noexcept {
    const int next = o.dial[s.dial + 1 == o.dial_length ? 0 : s.dial + 1];
    const auto ranks = [&](int shape) { return std::popcount(natural_ranks(view.hand, shape)); };
    return ranks(next) > ranks(dial_shape(o, s)) ? kDialAdvance : kDialKeep;
}

// The value of the best reply after turning the tide. Without a reply it is below all other values.
template <class Plays>
int value_of_turn(const Options& o, const State& s, const View& view) noexcept {
    int best = -kWin * 16;
    for (int slot = 0; slot < view.down.size(); ++slot) {
        PlayList list;
        replies(o, s, slot, list);
        const View after{view.hand.with(view.down[slot]), view.down, view.hurry};
        for (const Action a : list) best = std::max(best, value_of_play<Plays>(s, after, a, view.down.size() - 1));
    }
    return best - 16 * kJokerKept;
}

template <class Plays>
Action best_act(const Options& o, const State& s, const View& view, const ActionList& legal) noexcept {
    const int jokers = view.down.size();
    const int now = 16 * value_of_hand<Plays>(view.hand, jokers);
    Action best = legal[0];
    // Passing keeps the hand. A play must not increase the number of plays needed, unless another seat is about to go
    // out.
    int best_value = best == kPass ? now - (view.hurry ? 16 * kWin : 0) : -16 * 16 * kWin;
    for (const Action a : legal) {
        if (a == kPass) continue;
        const int value = a == kTurn ? value_of_turn<Plays>(o, s, view) : value_of_play<Plays>(s, view, a, jokers);
        if (value > best_value) {
            best = a;
            best_value = value;
        }
    }
    return best;
}

template <class Plays>
Action best_slot(const Options& o, const State& s, const View& view, const ActionList& legal) noexcept {
    if (legal.size() == 1 || s.pending == kJokerPending) return legal[0];
    int best_value = 0;
    Action best = -1;
    for (const Action a : legal) {
        PlayList list;
        replies(o, s, a - kSlotLow, list);
        const View after{view.hand.with(view.down[a - kSlotLow]), view.down, view.hurry};
        for (const Action reply : list) {
            const int value = value_of_play<Plays>(s, after, reply, view.down.size() - 1);
            if (best < 0 || value > best_value) {
                best = a;
                best_value = value;
            }
        }
    }
    return best;
}

template <class Plays>
Action best_action(const Options& o, const State& s) noexcept {
    const View view = view_of(o, s);
    ActionList legal;
    legal_actions(o, s, legal);
    if (legal.size() == 1) return legal[0];
    switch (s.phase) {
        case kDialing: return best_dial(o, s, view);
        case kHiding: return best_hide<Plays>(view);
        case kSlot: return best_slot<Plays>(o, s, view, legal);
        default: return best_act<Plays>(o, s, view, legal);
    }
}

}  // namespace

Action greedy_action(const Options& o, const State& s) noexcept { return best_action<Counted>(o, s); }
Action choose_rollout_action(const Options& o, const State& s) noexcept { return best_action<Guessed>(o, s); }

}  // namespace uneri::onda
