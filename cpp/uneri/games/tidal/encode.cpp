#include "uneri/games/tidal/encode.hpp"

#include <algorithm>

#include "uneri/base/bits.hpp"
#include "uneri/games/tidal/analysis.hpp"
#include "uneri/games/tidal/bout.hpp"
#include "uneri/games/tidal/cards.hpp"
#include "uneri/games/tidal/hidden.hpp"
#include "uneri/games/tidal/rules.hpp"

namespace uneri::tidal {

std::vector<Segment> tensor_layout(const Options& o) {
    const int n = o.players;
    const int spaces = o.board.spaces;
    const float banner = share_scale(o.board.banners).step;  // steps of one banner, one fruit, one point
    const float fruit = share_scale(o.fruit_pool).step;
    const float card = share_scale(o.hand).step;
    constexpr float kProfit = share_scale(detail::kProfitUnit).step;
    constexpr float kPoint = share_scale(detail::kPointUnit).step;
    return {
        {"hand", {kCards}},
        {"pending", {kCards}},
        {"unknown", {kCards}},
        {"played", {n, kCards}, 0.0F, card},
        {"keeper", {n, kSuits}},
        {"hand_total", {n}, 0.0F, card},
        {"boat", {n, spaces}},
        {"faceup", {n, kCharacters + 1}},
        {"stunt", {n, spaces}},
        {"supply", {n}, 0.0F, banner},
        {"dock", {kSuits, kDocks, n + 1}, 0.0F, banner},
        {"tower", {kRegions, n}, 0.0F, banner},
        {"fruit", {n}, 0.0F, fruit},
        {"pool", {1}, 0.0F, fruit},
        {"profit_majority", {n}, 0.0F, kProfit},
        {"profit_feast", {n}, 0.0F, kProfit},
        {"points", {n}, 0.0F, kPoint},
        {"round", {kMaxRounds}},
        {"bout", {o.hand}},
        {"phase", {detail::kPhases}},
        {"actor", {n}},
        {"lead", {n}},
        {"gate", {spaces}},
        {"seat", {n}},
    };
}

namespace {

constexpr int kAhead = 20;          // points, cut beyond
constexpr int kAheadOfBanners = 7;  // of a region
constexpr int kAheadOfFruit = 10;
constexpr int kSupplies = 15;
constexpr int kCounts = 8;          // of cards
constexpr int kUnitsOfPoint = 491;  // 0.12 logits: what a point is worth before anything is learned

}  // namespace

std::vector<Segment> feature_layout(const Options& o) {
    const int n = o.players;
    const int spaces = o.board.spaces;
    return blocks_of_levels({{"hand", {kCards}},
                             {"unknown", {kCards}},
                             {"played", {n, kCards}},
                             {"keeper", {n, kSuits}},
                             {"boat", {n, spaces}},
                             {"to_exit", {n, spaces}},
                             {"to_gate", {n, spaces}},
                             {"faceup", {n, kCharacters + 1}},
                             {"supply", {n, kSupplies}},
                             {"filled", {kSuits, kDocks}},
                             {"dock", {kSuits, kDocks, n + 1}, 0.0F, 0.5F},
                             {"tower", {kRegions, n}, 0.0F, 0.25F},
                             {"fruit", {n + 1}, 0.0F, 0.125F},
                             {"ahead", {2 * kAhead + 1}},
                             {"banners_ahead", {kRegions, 2 * kAheadOfBanners + 1}},
                             {"fruit_ahead", {2 * kAheadOfFruit + 1}},
                             {"high_cards", {kCounts}},
                             {"low_cards", {kCounts}},
                             {"cards", {kCounts}},
                             {"round", {kMaxRounds}},
                             {"bout", {o.hand}},
                             {"phase", {detail::kPhases}},
                             {"actor", {n}},
                             {"lead", {n}},
                             {"gate", {spaces}}});
}

void write_features(const Options& o, const State& s, int seat, FeatureWriter& w) noexcept {
    const int n = o.players;
    const int spaces = o.board.spaces;
    const auto absolute = [&](int i) { return (seat + i) % n; };
    const auto relative = [&](int q) { return q < 0 ? -1 : (q - seat + n) % n; };
    const CardSet hand = s.hand[at(seat)];
    const CardSet others = unknown(o, s, seat);
    w.bits(hand, kCards);
    w.bits(others, kCards);
    for (int bout = 1; bout <= finished_bouts(s); ++bout) {
        for (int q = 0; q < n; ++q) w.put_within(relative(q) * kCards + s.played[at((bout - 1) * n + q)]);
    }
    w.skip(n * kCards);
    for (int suit = 0; suit < kSuits; ++suit) {
        if (s.keeper[at(suit)] >= 0) w.put_within(relative(s.keeper[at(suit)]) * kSuits + suit);
    }
    w.skip(n * kSuits);
    for (int i = 0; i < n; ++i) w.one_hot(s.boat[at(absolute(i))] - 1, spaces);
    for (int i = 0; i < n; ++i) {
        const int boat = s.boat[at(absolute(i))];
        w.one_hot((boat - o.board.lap_exit - 1 + 2 * spaces) % spaces, spaces);
    }
    for (int i = 0; i < n; ++i) w.one_hot((s.gate - s.boat[at(absolute(i))] + spaces) % spaces, spaces);
    for (int i = 0; i < n; ++i) w.one_hot(s.faceup[at(absolute(i))], kCharacters + 1);
    for (int i = 0; i < n; ++i) w.one_hot_clamped(s.supply[at(absolute(i))], kSupplies);
    for (int quadrant = 0; quadrant < kSuits; ++quadrant) w.bits(filled_docks(s, quadrant), kDocks);
    for (const auto& quadrant : s.dock) {
        for (const DockOwners& owners : quadrant) {
            for (int i = 0; i < n; ++i) w.level(owners[at(absolute(i))]);
            w.level(owners[kNeutral]);
        }
    }
    for (const auto& tower : s.tower) {
        for (int i = 0; i < n; ++i) w.level(tower[at(absolute(i))]);
    }
    for (int i = 0; i < n; ++i) w.level(s.fruit[at(absolute(i))]);
    w.level(s.pool);

    // Against the best of the others.
    const Pending now = pending_points(o, s);
    const auto total = [&](int q) { return points(o, s, q) + now.majority[at(q)] + now.feast[at(q)]; };
    int rival = absolute(1);
    for (int i = 2; i < n; ++i) {
        if (total(absolute(i)) > total(rival)) rival = absolute(i);
    }
    const int ahead = total(seat) - total(rival);
    w.add_to_value(kUnitsOfPoint * std::clamp(ahead, -2 * kAhead, 2 * kAhead));
    w.one_hot_clamped(ahead + kAhead, 2 * kAhead + 1);
    for (int region = 0; region < kRegions; ++region) {
        w.one_hot_clamped(in_region(o, s, seat, region) - in_region(o, s, rival, region) + kAheadOfBanners,
                          2 * kAheadOfBanners + 1);
    }
    w.one_hot_clamped(s.fruit[at(seat)] - s.fruit[at(rival)] + kAheadOfFruit, 2 * kAheadOfFruit + 1);

    // Cards of the hand that are likely the highest or the lowest at the gate: above or below three quarters of those
    // that others may have.
    const auto& strength = o.strength[at(o.quadrant_of(s.gate))];
    const int rest = std::max(1, size_of(others));
    int high = 0;
    int low = 0;
    for_each_bit(hand, [&](int card) {
        int below = 0;
        for_each_bit(others, [&](int other) { below += strength[at(other)] < strength[at(card)]; });
        high += 4 * below > 3 * rest;
        low += 4 * below < rest;
    });
    w.one_hot_clamped(high, kCounts);
    w.one_hot_clamped(low, kCounts);
    w.one_hot_clamped(size_of(hand), kCounts);
    w.one_hot(s.round - 1, kMaxRounds);
    w.one_hot(s.bout - 1, o.hand);
    w.one_hot(s.phase, detail::kPhases);
    w.one_hot(relative(s.actor), n);
    w.one_hot(relative(s.lead), n);
    w.one_hot(s.gate - 1, spaces);
}

void take_back_choices(const Options& o, State& s) noexcept {
    for (int q = 0; q < o.players; ++q) {
        if (s.pending[at(q)] < 0) continue;
        s.hand[at(q)] |= bit_of(s.pending[at(q)]);
        s.pending[at(q)] = -1;
    }
    s.actor = 0;
}

std::vector<Segment> action_layout(const Options&) {
    return blocks_of_levels(
        {{"card", {kCards}}, {"suit", {kSuits}}, {"number", {kNumbers}}, {"gate_steps", {kGateMoves}}});
}

void write_action(const Options&, Action a, FeatureWriter& w) noexcept {
    w.one_hot(a, kCards);
    w.one_hot(is_card(a) ? suit_of(a) : -1, kSuits);
    w.one_hot(is_card(a) ? a % kNumbers : -1, kNumbers);
    w.one_hot(is_gate_move(a) ? gate_steps(a) - 1 : -1, kGateMoves);
}

}  // namespace uneri::tidal
