#include "uneri/games/tacta/encode.hpp"

#include <algorithm>
#include <array>

#include "uneri/base/bits.hpp"
#include "uneri/games/tacta/actions.hpp"
#include "uneri/games/tacta/hidden.hpp"
#include "uneri/games/tacta/placement.hpp"
#include "uneri/games/tacta/rules.hpp"

namespace uneri::tacta {

std::vector<Segment> tensor_layout(const Options& o) {
    using namespace detail;
    const int seats = o.players;
    const int colours = o.colours;
    const int laid = o.cards_in_round();
    const int shapes = o.t().most_shapes;
    return {
        {"phase", {kPhases}},
        {"round", {1}, 0.0F, share_scale(o.most_rounds).step},
        {"scores", {seats}, 0.0F, share_scale(kDots).step},
        {"visible", {colours}, 0.0F, share_scale(kDots).step},
        {"turn", {seats}},
        {"starter", {seats}},
        {"passed", {seats}},
        {"finish_order", {seats}, 0.0F, share_scale(seats).step},
        {"hidden", {seats}, 0.0F, share_scale(kDeckSize).step},
        {"ends_total", {seats}, kHalves.low, kHalves.step},
        {"ends", {seats, kEnds, kDeckSize * colours}},
        {"pending", {seats, kEnds}},
        {"unseen", {kDeckSize * colours}},
        {"handed", {seats, kChoices}},
        {"first", {seats, kEnds}},
        {"told", {seats, kValues}, kHalves.low, kHalves.step},
        {"barred", {seats, kEnds, kDeckSize}},
        {"start_open", {o.t().start_shapes}},
        {"laid", {laid}},
        {"laid_colour", {laid, colours}},
        {"laid_seat", {laid, seats}},
        {"laid_card", {laid, kDeckSize}},
        {"laid_face", {laid}},
        {"laid_k", {laid, kTurns}},
        {"laid_t", {laid, 4}, kPlaceScale.low, kPlaceScale.step},
        {"laid_parent", {laid}, 0.0F, share_scale(kParents).step},
        {"laid_parent_shape", {laid}, 0.0F, share_scale(kParentShapes).step},
        {"laid_own_shape", {laid, shapes}},
        {"laid_status", {laid, shapes, kStatuses}},
        {"seat", {seats}},
    };
}

namespace {

constexpr int kAhead = 30;  // dots, cut beyond
constexpr int kSafe = 20;
constexpr int kStarts = 20;
constexpr int kGains = 24;     // -8 to 15
constexpr int kDotCounts = 7;  // of a shape, 6 and more as one
constexpr int kReaches = 4;    // live; in reach of own ends, of the rival's, of both
constexpr int kDecks = 20;
constexpr int kToCome = 7;
constexpr int kNothing = -20;      // no gain is so low
constexpr int kUnitsOfDot = 491;   // 0.12 logits: what a dot is worth before anything is learned,
constexpr int kUnitsOfGain = 246;  // and one that the seat to play, or else its rival, can make at once

}  // namespace

std::vector<Segment> feature_layout() {
    return blocks_of_levels({{"ahead", {2 * kAhead + 1}},
                             {"starts", {kStarts}},
                             {"best_gain", {2, kGains}},
                             {"shapes", {2, kDotCounts, kReaches}, 0.0F, 0.5F},
                             {"ends", {2, kEnds, kDeckSize}},
                             {"deck", {2, kDecks}},
                             {"to_come", {2, kToCome}, 0.0F, 0.333F},
                             {"own_turn", {1}},
                             {"passed", {1}},
                             {"open", {2}, 0.0F, 0.1F},
                             {"safe_ahead", {2 * kSafe + 1}}});
}

void write_features(const Options& o, const State& s, int seat, FeatureWriter& w) noexcept {
    const Tables& t = o.t();
    const int rival = (seat + 1) % o.players;
    const std::array<int, 2> seats = {seat, rival};
    const int own = o.scoring_colour(seat);
    const std::array<int, 2> colours = {own, o.scoring_colour(rival)};
    const std::array<int, 2> dots = {s.dots[at(colours[0])], s.dots[at(colours[1])]};
    std::array<std::array<std::array<int, kReaches>, kDotCounts>, 2> shapes{};
    std::array<int, 2> best = {kNothing, kNothing};
    std::array<int, 2> open{};
    std::array<int, 2> safe = dots;
    int starts = 0;
    each_live(o, s, own, [&](int spot) {
        const int place = placed_of(spot);
        int owner = -1;
        int covered = 0;
        if (place > 0) {
            const Placed& under = s.placed[at(place)];
            covered = t.dots_on[at(under.card)][at(shape_of(spot))];
            owner = under.colour == own ? 0 : 1;
            ++open[at(owner)];
            safe[at(owner)] -= covered;
        } else {
            ++starts;
        }
        unsigned reach = 0;
        for (int k = 0; k < 2; ++k) {
            if (!sees_ends(o, seat, seats[at(k)])) continue;
            for (int end = 0; end < kEnds; ++end) {
                const int card = s.ends[at(seats[at(k)])][at(end)];
                if (card == kNone || pairs_on(o, s, card_of(card), spot) == 0) continue;
                reach |= 1u << k;
                const int gain = t.value[at(card_of(card))] + (owner < 0 ? 0 : owner == k ? -covered : covered);
                best[at(k)] = std::max(best[at(k)], gain);
            }
        }
        if (owner < 0) return;
        auto& counts = shapes[at(owner)][at(std::min(covered, kDotCounts - 1))];
        counts[0] += 1;
        counts[1] += static_cast<int>(reach & 1u);
        counts[2] += static_cast<int>(reach >> 1);
        counts[3] += reach == 3 ? 1 : 0;
    });
    const bool is_own_turn = s.phase == kPlay && s.turn == seat;
    const int ahead = dots[0] - dots[1];
    w.add_to_value(kUnitsOfDot * std::clamp(ahead, -2 * kAhead, 2 * kAhead) +
                   (is_own_turn ? kUnitsOfGain : -kUnitsOfGain) * std::max(0, best[is_own_turn ? 0 : 1]));
    w.one_hot_clamped(ahead + kAhead, 2 * kAhead + 1);
    w.one_hot_clamped(starts, kStarts);
    for (const int gain : best) w.one_hot_clamped(gain < -10 ? 0 : gain + 8, kGains);
    for (const auto& owner : shapes) {
        for (const auto& counts : owner) {
            for (const int count : counts) w.level(count);
        }
    }
    for (const int p : seats) {
        const bool is_seen = sees_ends(o, seat, p);
        for (const int card : s.ends[at(p)]) w.one_hot(card == kNone || !is_seen ? -1 : card_of(card), kDeckSize);
    }
    for (const int p : seats) w.one_hot_clamped(deck_size(s, p), kDecks);
    const Unseen unseen = unseen_cards(o, s, seat);
    for (const int colour : colours) {
        std::array<int, kToCome> left{};
        for_each_bit(unseen[at(colour)], [&](int card) { ++left[at(std::min<int>(t.value[at(card)], kToCome - 1))]; });
        for (const int count : left) w.level(count);
    }
    w.flag(is_own_turn);
    w.flag(s.passed != 0);
    for (const int count : open) w.level(count);
    w.one_hot_clamped(safe[0] - safe[1] + kSafe, 2 * kSafe + 1);
}

namespace {

constexpr int kSorts = 4;
constexpr int kOwn = 8;

}  // namespace

std::vector<Segment> action_layout(const Options& o) {
    const Tables& t = o.t();
    return blocks_of_levels({{"sort", {kSorts}},
                             {"end", {kEnds}},
                             {"start_shape", {t.start_shapes}},
                             {"placed", {kMaxLaid}},
                             {"shape", {t.most_shapes}},
                             {"region", {t.deck.regions()}},
                             {"posture", {2}},
                             {"own", {kOwn}},
                             {"face", {2}}});
}

void write_action(const Options& o, Action a, FeatureWriter& w) noexcept {
    const Tables& t = o.t();
    const Move move = decode(t, a);
    const bool lays = move.kind == kConnect || move.kind == kFree;
    const bool starts = move.kind == kConnect && move.target == 0;
    const bool covers = move.kind == kConnect && move.target > 0;
    w.one_hot(move.kind, kSorts);
    w.one_hot(lays ? move.end : -1, kEnds);
    w.one_hot(starts ? move.shape : -1, t.start_shapes);
    w.one_hot(covers ? move.target - 1 : -1, kMaxLaid);
    w.one_hot(covers ? move.shape : -1, t.most_shapes);
    w.one_hot(move.kind == kFree ? move.target : -1, t.deck.regions());
    w.one_hot(move.kind == kFree ? move.shape : -1, 2);
    w.one_hot(move.kind == kPass ? -1 : move.own, kOwn);
    w.one_hot(lays ? move.face : -1, 2);
}

}  // namespace uneri::tacta
