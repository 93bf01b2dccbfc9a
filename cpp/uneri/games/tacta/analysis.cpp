#include "uneri/games/tacta/analysis.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "uneri/games/tacta/hidden.hpp"

namespace uneri::tacta {
namespace {

int shape_dots(const Options& o, const State& s, int placed, int shape) noexcept {
    return o.t().deck.card(s.placed[at(placed)].card).shapes[at(shape)].dots;
}

// Can a card of these slots (bits) cover a shape now (L6 to L8)?
bool coverable(const Options& o, const State& s, int placed, int shape, std::uint32_t slots) noexcept {
    const Tables& t = o.t();
    const int target = slot_of(t, s, placed, shape);
    const std::uint32_t fitting = slots & t.joints[at(target)];
    if (!t.wide) {  // cards have these slots, so their footprints are in the state
        const std::uint32_t free = s.cell[at(spot_of(placed, shape))] & ((1u << t.feet) - 1);
        bool found = false;
        for_each_bit(fitting, [&](int own) {
            for (int face = 0; face < 2; ++face)
                found = found || (free >> t.foot_of[at(target)][at(2 * own + face)] & 1) != 0;
        });
        return found;
    }
    bool found = false;
    for_each_bit(fitting, [&](int own) {
        for (int face = 0; face < 2 && !found; ++face)
            found = room(o, s, placed, t.joint_pose(s.placed[at(placed)].pose(), target, own, face)) == kLegal;
    });
    return found;
}

// Slots of the cards that may cover a shape of a card of this colour.
std::uint32_t slots_of(const Options& o, const std::array<CardSet, kMaxColours>& cards, int banned) noexcept {
    CardSet all = 0;
    for (int colour = 0; colour < o.colours; ++colour) all |= colour == banned ? 0 : cards[at(colour)];
    std::uint32_t slots = 0;
    for_each_bit(all, [&](int card) {
        for (int j = 0; j < o.t().shape_count[at(card)]; ++j) slots |= 1u << o.t().slot_on[at(card)][at(j)];
    });
    return slots;
}

}  // namespace

std::vector<Placement> placements(const Options& o, const State& s, int colour, int card) {
    std::vector<Placement> list;
    each_live(o, s, colour, [&](int spot) {
        const int i = placed_of(spot);
        const int j = shape_of(spot);
        for_each_bit(std::uint32_t{pairs_on(o, s, card, spot)}, [&](int pair) {
            const Placed laid = connected(o.t(), s, i, j, card, pair / 2, pair % 2);
            list.push_back({i, j, pair / 2, pair % 2, laid.pose(), shape_dots(o, s, i, j)});
        });
    });
    return list;
}

Change change_of(const Options& o, const State& s, Action a) noexcept {
    Change change;
    const Move move = decode(o.t(), a);
    if (move.kind != kConnect && move.kind != kFree) return change;
    const int held = s.ends[at(s.turn)][at(move.end)];
    change.gained_by = colour_of(held);
    change.gained = o.t().value[at(card_of(held))];
    if (move.kind == kFree) return change;
    change.locked = o.t().dots_on[at(card_of(held))][at(move.own)];
    if (move.target == 0) return change;
    change.lost_by = s.placed[at(move.target)].colour;
    change.lost = o.t().dots_on[at(s.placed[at(move.target)].card)][at(move.shape)];
    return change;
}

Dots visible(const State& s) noexcept {
    Dots dots{};
    std::copy(s.dots.begin(), s.dots.end(), dots.begin());
    return dots;
}

std::array<CardSet, kMaxColours> unplayed(const Options& o, const State& s) noexcept {
    std::array<CardSet, kMaxColours> cards = s.pool;
    for (int colour = 0; colour < o.colours && s.phase == kChooseSuit; ++colour)
        cards[at(colour)] = o.cards_in_play(s.round);  // before the decks are built
    for (const auto& pair : s.ends) {
        for (const int held : pair) {
            if (held != kNone) cards[at(colour_of(held))] |= CardSet{1} << card_of(held);
        }
    }
    return cards;
}

Dots safe_dots(const Options& o, const State& s, bool strict) noexcept {
    const Tables& t = o.t();
    const std::array<CardSet, kMaxColours> cards = unplayed(o, s);
    std::array<std::uint32_t, kMaxColours> slots{};
    for (int colour = 0; colour < o.colours; ++colour)
        slots[at(colour)] = slots_of(o, cards, strict && o.free_play ? colour : kNone);
    Dots dots{};
    for (int i = 1; i < s.count; ++i) {
        const Placed& p = s.placed[at(i)];
        for (int j = 0; j < t.shape_count[at(p.card)]; ++j) {
            const int worth = t.dots_on[at(p.card)][at(j)];
            const Status status = status_of(s, i, j);
            if (worth == 0 || status == kCovered) continue;
            if (status == kLocked || !coverable(o, s, i, j, slots[at(p.colour)])) dots[at(p.colour)] += worth;
        }
    }
    return dots;
}

Threats threats(const Options& o, const State& s, int seat, int placed, int shape) {
    const Tables& t = o.t();
    const Placed& under = s.placed[at(placed)];
    const int target = slot_of(t, s, placed, shape);
    Threats found;
    for (int own = 0; own < static_cast<int>(t.deck.slots.size()); ++own) {
        for (int face = 0; face < 2 && t.joint(target, own); ++face) {
            const Pose pose = t.joint_pose(under.pose(), target, own, face);
            if (room(o, s, placed, pose) != kLegal) continue;
            const Slab frame = t.frame(pose);
            if (std::find(found.footprints.begin(), found.footprints.end(), frame) == found.footprints.end())
                found.footprints.push_back(frame);
        }
    }
    std::array<CardSet, kMaxColours> seen{};
    for (int other = 0; other < o.players; ++other) {
        for (const int held : s.ends[at(other)]) {
            if (held != kNone && sees_ends(o, seat, other)) seen[at(colour_of(held))] |= CardSet{1} << card_of(held);
        }
    }
    const std::array<CardSet, kMaxColours> cards = unplayed(o, s);
    for (int colour = 0; colour < o.colours; ++colour) {
        for_each_bit(cards[at(colour)], [&](int card) {
            for (int pair = 0; pair < 2 * t.shapes_on(card); ++pair) {
                const Move move = {kConnect, 0, placed, shape, pair / 2, pair % 2};
                if (explain_connect(o, s, colour, card, move) != kLegal) continue;
                const bool at_end = (seen[at(colour)] >> card & 1) != 0;
                (at_end ? found.at_ends : found.rest).push_back({colour, card, move.own, move.face});
            }
        });
    }
    return found;
}

int mobility(const Options& o, const State& s, int seat) noexcept {
    ActionList list;
    connections(o, s, seat, list);
    return static_cast<int>(list.size());
}

Bounds bounds(const Options& o, const State& s) noexcept {
    Bounds bounds{safe_dots(o, s, false), visible(s)};
    const std::array<CardSet, kMaxColours> cards = unplayed(o, s);
    for (int colour = 0; colour < o.colours; ++colour)
        for_each_bit(cards[at(colour)], [&](int card) { bounds.upper[at(colour)] += o.t().value[at(card)]; });
    return bounds;
}

namespace {

// Works directly on the spots: rollouts spend most of their time on this choice. Processors cannot foresee what a spot
// brings, so no branch depends on that.
Action greedy_connection(const Options& o, const State& s) noexcept {
    constexpr int kDot = 8;  // more than the most dots locked, which decide between equal changes
    const Tables& t = o.t();
    const int own = o.scoring_colour(s.turn);
    struct Hand {
        int card = 0;
        int gained = kNoPair;     // without a card
        int worth = kNoPair / 2;  // of the best spot so far; without a pair it is less
        int spot = kNone;
    };
    std::array<Hand, kEnds> hands;
    for (std::size_t end = 0; end < kEnds; ++end) {
        const int held = s.ends[at(s.turn)][end];
        if (held == kNone) continue;
        const int value = kDot * t.value[at(card_of(held))];
        hands[end].card = card_of(held);
        hands[end].gained = colour_of(held) == own ? value : -value;
    }
    each_live(o, s, own, [&](int spot) {
        const int i = placed_of(spot);
        int lost = 0;  // for the seat; covering others' dots is a gain
        if (i > 0) {
            const Placed& under = s.placed[at(i)];
            const int dots = kDot * t.dots_on[at(under.card)][at(shape_of(spot))];
            lost = under.colour == own ? dots : -dots;
        }
        for (Hand& hand : hands) {
            const int worth = hand.gained - lost + t.most_dots[at(hand.card)][pairs_on(o, s, hand.card, spot)];
            hand.spot = worth > hand.worth ? spot : hand.spot;
            hand.worth = std::max(hand.worth, worth);
        }
    });
    const int end = hands[1].worth > hands[0].worth ? 1 : 0;  // ties go to the lowest id, the top card's
    const Hand& best = hands[at(end)];
    if (best.spot == kNone) return -1;
    const unsigned pairs = pairs_on(o, s, best.card, best.spot);
    const int locked = t.most_dots[at(best.card)][pairs];
    int pair = std::countr_zero(pairs);
    while ((pairs >> pair & 1) == 0 || t.dots_on[at(best.card)][at(pair / 2)] != locked) ++pair;
    return (end == 0 ? 0 : bottom_ids(t)) + t.first_id[at(best.spot)] + pair;
}

}  // namespace

Action greedy_action(const Options& o, const State& s) noexcept {
    if (s.phase == kPlay) {
        const Action connection = greedy_connection(o, s);
        if (connection >= 0) return connection;
    }
    ActionList list;
    legal_actions(o, s, list);
    Action best = -1;
    int most = std::numeric_limits<int>::min();
    const int own = o.scoring_colour(s.turn);
    for (const Action a : list) {  // free placements, passes, suits to hand over
        const Change change = change_of(o, s, a);
        const int worth = change.gained_by == own ? change.gained : -change.gained;
        if (worth <= most) continue;
        best = a;
        most = worth;
    }
    return best;
}

}  // namespace uneri::tacta
