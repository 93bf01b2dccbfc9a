#include "uneri/games/onda/analysis.hpp"

#include <algorithm>

#include "uneri/games/onda/plays.hpp"

namespace uneri::onda {

void all_combos(Cards cards, bool joker, PlayList& out) noexcept {
    std::uint32_t ranks[kShapes];
    for (std::uint32_t& all : ranks) all = kSuitMask;
    out.clear();
    append_plays(out, cards, joker ? kNumbers : 0, ranks);
}

void beaters(Action a, int tide, Cards pool, PlayList& out) noexcept {
    const Play& play = play_of(a);
    out.clear();
    append_natural(out, pool, play.shape, beating_ranks(play.rank, tide));
}

void replies(const Options& o, const State& s, int slot, PlayList& out) noexcept {
    const auto seat = at(s.to_act);
    const Cards cards = s.hand[seat].with(s.down[seat][slot]);
    out.clear();
    append_replies(o, s, cards, s.tide ^ 1, out);
}

// The greedy bot: a few simple preferences on top of min_plays. A second version uses an estimate of min_plays, for
// searches that play out thousands of games.
namespace {

// Weights of the preferences, in units of one penalty dot. Saving a play is worth about a trick.
constexpr int kPlaySaved = 8;
constexpr int kJokerKept = 4;
constexpr int kWin = 1000;
constexpr int kLowest = -32 * kWin;  // below all values
constexpr int kFewCards = 3;         // a seat with this many cards or fewer may end the round in one play

struct View {
    Cards hand;
    KindPair down;
    bool hurry;  // another seat is about to go out
};

View view_of(const Options& o, const State& s) noexcept {
    const auto seat = at(s.to_act);
    View view{s.hand[seat], s.down[seat], false};
    for (int q = 0; q < o.players; ++q) {
        if (q != s.to_act && s.hand[at(q)].total() <= kFewCards) view.hurry = true;
    }
    return view;
}

// The least number of plays, from the tables. A play saves at most itself, and what a second joker would have saved:
// one joker counts at most.
struct Counted {
    static int plays(Cards hand, int jokers) noexcept {
        const MinPlays& least = MinPlays::get();
        return jokers == 0 ? least(hand) : least.with_joker(hand);
    }
    static int most_saved(const Play& play, int jokers) noexcept {
        if (play.is_mixed_run()) return size_of(play.shape);  // the tables know runs of one suit only
        return play.joker != 0 && jokers > 1 ? 2 : 1;
    }
};

// An estimate by a few bit operations: the number of runs in the suits or of sets of equal numbers, whichever is lower.
// Jokers are ignored. A play lowers it by at most one per card.
struct Guessed {
    static int plays(Cards hand, int) noexcept {
        constexpr std::uint32_t kNoOne = ~(1u << kNumbers);  // a green 1 does not follow a blue 15
        const auto runs = [](std::uint32_t cards) { return std::popcount(cards & ~(cards << 1 & kNoOne)); };
        const std::uint32_t numbers = hand.suit(0) | hand.suit(1);
        return std::min(runs(hand.one) + runs(hand.two), std::popcount(numbers));
    }
    static int most_saved(const Play& play, int) noexcept { return size_of(play.shape); }
};

// Values of positions, by the hand that is left; higher is better. Most plays need no count of plays: even if they save
// as many as they can, they cannot beat the best one so far.
template <class Plays>
class Hand {
public:
    Hand(Cards cards, int jokers) noexcept
        : cards_(cards), jokers_(jokers), dots_(dots(cards)), plays_(Plays::plays(cards, jokers)) {}

    int value() const noexcept { return 16 * (dots_ == 0 ? kWin : -kPlaySaved * plays_ - dots_); }
    // After `play`, with `off` taken off. Instead of a value below `least` the result is any number below `least`.
    int value_after(const Play& play, int off, int least) const noexcept {
        const bool joker = play.joker != 0;
        const int left = dots_ - play.dots;
        if (left == 0) return 16 * kWin - off;
        const auto value = [&](int plays) { return 16 * (-kPlaySaved * plays - left) - off; };
        const int most = value(plays_ - Plays::most_saved(play, jokers_));
        if (most < least) return most;
        Cards rest = cards_;
        rest.remove(play.cards);
        return value(Plays::plays(rest, jokers_ - joker));
    }

private:
    Cards cards_;
    int jokers_;
    int dots_;
    int plays_;
};

// The value after `a`. Ties go to the play that only just beats, to keep strong cards.
template <class Plays>
int value_of_play(const State& s, const Hand<Plays>& hand, Action a, int least) noexcept {
    const Play& play = play_of(a);
    const int waste = s.tide == 0 ? play.rank : kNumbers + 1 - play.rank;
    return hand.value_after(play, waste + (play.joker != 0 ? 16 * kJokerKept : 0), least);
}

template <class Plays>
Action best_hide(const View& view) noexcept {
    const Hand<Plays> hand(view.hand, 0);
    Action best = -1;
    int best_value = kLowest;
    const std::uint32_t allowed = view.down.size() == 1 ? ~((1u << view.down.low) - 1) : ~0u;
    for_each_bit(view.hand.one & allowed, [&](int k) {
        if (view.down.size() == 0 && view.hand.one >> k == 1 && view.hand.count(k) == 1) return;
        const int value = hand.value_after(play_of(kFirstPlay + k), 0, best_value + 1);
        if (value > best_value) {
            best = kHide + k;
            best_value = value;
        }
    });
    return best;
}

// DIAL: picks the shape for which the hand has more ranks.
Action best_dial(const Options& o, const State& s, const View& view) noexcept {
    const Bomb& next = o.bombs[s.dial + 1u == static_cast<unsigned>(o.dial_length) ? 0u : s.dial + 1u];
    const auto ranks = [&](const Bomb& bomb) {
        int sum = 0;
        for (int shape = kRun2; shape < kShapes; ++shape)
            sum += std::popcount(natural_ranks(view.hand, shape) & bomb.of_shape(shape));
        return sum;
    };
    return ranks(next) > ranks(bomb(o, s)) ? kDialAdvance : kDialKeep;
}

// The value of the best reply after taking back the face-down card `slot` and turning the tide; any number below
// `least` instead of one below it.
template <class Plays>
int value_of_slot(const Options& o, const State& s, const View& view, int slot, int least) noexcept {
    PlayList list;
    replies(o, s, slot, list);
    const Hand<Plays> hand(view.hand.with(view.down[slot]), view.down.size() - 1);
    int best = least - 1;
    for (const Action a : list) best = std::max(best, value_of_play(s, hand, a, best));
    return best;
}

template <class Plays>
int value_of_turn(const Options& o, const State& s, const View& view, int least) noexcept {
    int best = least + 16 * kJokerKept - 1;
    for (int slot = 0; slot < view.down.size(); ++slot)
        best = std::max(best, value_of_slot<Plays>(o, s, view, slot, best));
    return best - 16 * kJokerKept;
}

template <class Plays>
Action best_act(const Options& o, const State& s, const View& view, const ActionList& legal) noexcept {
    const Hand<Plays> hand(view.hand, view.down.size());
    Action best = -1;
    int best_value = kLowest;
    // The first of equal actions. Large plays come last, and after them few others need a count.
    for (std::size_t i = legal.size(); i-- > 0;) {
        const Action a = legal[i];
        // Passing keeps the hand. A play must not increase the number of plays needed, unless another seat is about to
        // go out.
        const int value = a == kPass   ? hand.value() - (view.hurry ? 16 * kWin : 0)
                          : a == kTurn ? value_of_turn<Plays>(o, s, view, best_value)
                                       : value_of_play(s, hand, a, best_value);
        if (value >= best_value) {
            best = a;
            best_value = value;
        }
    }
    return best;
}

template <class Plays>
Action best_slot(const Options& o, const State& s, const View& view, const ActionList& legal) noexcept {
    if (s.pending == kJokerPending) return legal[0];
    Action best = -1;
    int best_value = kLowest;
    for (const Action a : legal) {
        const int value = value_of_slot<Plays>(o, s, view, a - kSlotLow, best_value + 1);
        if (value > best_value) {
            best = a;
            best_value = value;
        }
    }
    return best;
}

// The legal actions, but of a seat that leads only the plays that may be best: unless a joker is inside a run, its
// natural cards do as well without it. A joker alone does less than any card at the end of a suit.
void candidates(const Options& o, const State& s, ActionList& out) noexcept {
    if (s.phase != kAct || !is_leading(s)) return legal_actions(o, s, out);
    out.clear();
    if (can_turn(o, s)) out.push_back(kTurn);
    const auto seat = at(s.to_act);
    for (int shape = 0; shape < kShapes; ++shape) append_natural(out, s.hand[seat], shape, kSuitMask);
    if (s.down[seat].size() == 0) return;
    for (const int shape : {kRun3, kRun4}) append_joker(out, s.hand[seat], shape, ranks_up_to(o.pack.highest, shape));
}

template <class Plays>
Action best_action(const Options& o, const State& s) noexcept {
    const View view = view_of(o, s);
    ActionList legal;
    candidates(o, s, legal);
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
