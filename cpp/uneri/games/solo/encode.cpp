#include "uneri/games/solo/encode.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "uneri/base/bits.hpp"
#include "uneri/games/solo/cards.hpp"
#include "uneri/games/solo/hidden.hpp"
#include "uneri/games/solo/turns.hpp"

namespace uneri::solo {

std::vector<Segment> tensor_layout(const Options& o) {
    using namespace detail;
    constexpr float kQuarter = kCardScale.step;
    const int n = o.players;
    return {
        {"hand", {kKinds}, 0.0F, kQuarter},
        {"known", {n - 1, kKinds}, 0.0F, kQuarter},
        {"unseen", {kKinds}, 0.0F, kQuarter},
        {"discard", {kKinds}, 0.0F, kQuarter},
        {"top", {kKinds}},
        {"colour", {kColours + 1}},
        {"hand_total", {n}, kHandScale.low, kHandScale.step},
        {"draw_total", {1}, kPileScale.low, kPileScale.step},
        {"points", {n}, kPointScale.low, kPointScale.step},
        {"pending", {1}, kDrawScale.low, kDrawScale.step},
        {"chain", {2}},
        {"clockwise", {1}},
        {"last", {n}},
        {"due", {1}},
        {"phase", {kPhases}},
        {"to_act", {n}},
        {"next_turn", {n}},
        {"ended", {n}},
        {"drawn", {kKinds}},
        {"want", {kKinds}},
        {"left", {1}, kDrawScale.low, kDrawScale.step},
        {"why", {4}},
        {"starter", {n}},
        {"round", {1}, kRoundScale.low, kRoundScale.step},
        {"turns", {1}},
        {"dead", {1}},
    };
}

namespace {

constexpr int kColourCounts = 8;  // cards of a colour, 7 and more as one
constexpr int kBlackCounts = 5;
constexpr int kFits = 16;
constexpr int kSizes = 14;          // of hands
constexpr int kValues = 21;         // of the hand, in dozens
constexpr int kUnitsOfCard = 1024;  // 0.25 logits: what a card less is worth before anything is learned

}  // namespace

std::vector<Segment> feature_layout(const Options& o) {
    const int n = o.players;
    return blocks_of_levels({{"hand", {kKinds}, 0.0F, 0.5F},
                             {"fits", {kKinds}},
                             {"colours", {kColours, kColourCounts}},
                             {"black", {kBlackCounts}},
                             {"active_cards", {kColourCounts + 1}},
                             {"num_fits", {kFits}},
                             {"num_extenders", {kFits}},
                             {"hand_size", {n, kSizes}},
                             {"hand_total", {n}, 0.0F, 0.1F},
                             {"last_card", {n}},
                             {"acts", {n}},
                             {"next", {n}},
                             {"responds", {n}},
                             {"pulls", {n}},
                             {"pending", {n}, 0.0F, 0.25F},
                             {"left", {n}, 0.0F, 0.25F},
                             {"value", {kValues}},
                             {"active_colour", {kColours + 1}},
                             {"active_own", {kColours, kColourCounts}},
                             {"numbers", {kColourCounts}},
                             {"top", {kSymbols + 1}},
                             {"top_held", {1}},
                             {"phase", {kPhases}}});
}

void write_features(const Options& o, const State& full, int seat, FeatureWriter& w) noexcept {
    // Whether another is asked to jump in, or has drawn a card that fits, is not seen.
    const bool hides = seat != full.to_act && (full.phase == kJumpIn || full.phase == kDrawn);
    const State s = hides ? as_seen(o, full, seat) : full;
    const int n = o.players;
    const Cards hand = s.hand_of(seat);
    const KindSet kinds = hand.kinds();
    const KindSet fits = playable(s, hand);
    std::array<int, kColours + 1> counts{};
    for_each_bit(kinds, [&](int kind) {
        const int count = hand.count(kind);
        counts[at(is_black(kind) ? kColours : colour_of(kind))] += count;
        w.scale_within(kind, count);
    });
    w.skip(kKinds);
    w.bits(fits, kKinds);
    for (int colour = 0; colour < kColours; ++colour) w.one_hot_clamped(counts[at(colour)], kColourCounts);
    w.one_hot_clamped(counts[kColours], kBlackCounts);
    const int active = s.active_colour;
    w.one_hot_clamped(active < kColours ? counts[at(active)] : kColourCounts, kColourCounts + 1);
    w.one_hot_clamped(std::popcount(fits), kFits);
    w.one_hot_clamped(std::popcount(extenders(o, s, hand)), kFits);

    // Seats in the order of play, the own one first.
    const auto at_place = [&](int k) { return ((seat + k * s.dir) % n + n) % n; };
    const auto place_of = [&](int q) { return q < 0 ? -1 : (((q - seat) * s.dir) % n + n) % n; };
    std::array<int, kMaxSeats> sizes{};
    int others = 0;
    for (int k = 0; k < n; ++k) {
        sizes[at(k)] = s.hand_of(at_place(k)).total();
        if (k > 0) others += sizes[at(k)];
    }
    const int own = sizes[0];
    w.add_to_value(kUnitsOfCard * (others - (n - 1) * own) / (n - 1));
    for (int k = 0; k < n; ++k) w.one_hot_clamped(sizes[at(k)], kSizes);
    for (int k = 0; k < n; ++k) w.level(sizes[at(k)]);
    for (int k = 0; k < n; ++k) w.flag(sizes[at(k)] == 1);
    const int acting = place_of(s.to_act);
    w.one_hot(acting, n);
    w.one_hot(place_of(s.next_turn), n);
    w.one_hot(s.phase == kRespond ? acting : -1, n);
    w.one_hot(s.phase == kPull ? acting : -1, n);
    for (int k = 0; k < n; ++k) w.level(acting == k ? s.pending : 0);
    for (int k = 0; k < n; ++k) w.level(acting == k ? s.left : 0);
    w.one_hot_clamped(value_of(hand, o.pack.values) / 12, kValues);
    w.one_hot(active, kColours + 1);
    for (int colour = 0; colour < kColours; ++colour) {
        const int count = std::min(counts[at(colour)], kColourCounts - 1);
        w.one_hot(active == colour ? count : -1, kColourCounts);
    }
    w.one_hot_clamped(std::popcount(kinds & kNumberKinds), kColourCounts);
    const int top = s.top;
    w.one_hot(top < 0 || is_black(top) ? kSymbols : symbol_of(top), kSymbols + 1);
    w.flag(top >= 0 && hand.has(top));
    const bool masked = s.to_act != seat && (s.phase == kJumpIn || s.phase == kDrawn);
    w.one_hot(masked ? static_cast<int>(kTurn) : static_cast<int>(s.phase), kPhases);
}

bool reveals(const State& s, Action a) noexcept {
    if (s.phase == kSwapHands) return true;
    if (s.phase == kSolo) return s.want == kSwapInTurn;  // the card is put down after the call
    const int put = a < kKinds ? a : s.phase == kDrawn && a == kPlayDrawn ? s.drawn : a == kJump ? s.top : 0;
    return put == kSwapInTurn || has_symbol(put, kSwap);
}

namespace {

constexpr int kSorts = 11;  // a card from the hand; then the named actions in the order of their ids
constexpr int kSeats = kDeclare - kSwapWith + 1;

int sort_of(Action a) noexcept {
    if (is_kind(a)) return 0;
    if (a < kColour) return 1 + a - kDraw;
    if (a < kSwapWith) return 5;
    return a < kDeclare ? 6 : 7 + a - kDeclare;
}

}  // namespace

std::vector<Segment> action_layout(const Options&) {
    return blocks_of_levels(
        {{"sort", {kSorts}}, {"card", {kKinds}}, {"colour", {kColours}}, {"symbol", {kSymbols}}, {"seat", {kSeats}}});
}

void write_action(const Options&, Action a, FeatureWriter& w) noexcept {
    const bool coloured = is_kind(a) && !is_black(a);
    const bool names_colour = a >= kColour && a < kSwapWith;
    w.one_hot(sort_of(a), kSorts);
    w.one_hot(is_kind(a) ? a : -1, kKinds);
    w.one_hot(coloured ? colour_of(a) : names_colour ? a - kColour : -1, kColours);
    w.one_hot(coloured ? symbol_of(a) : -1, kSymbols);
    w.one_hot(a >= kSwapWith && a < kDeclare ? a - kSwapWith + 1 : -1, kSeats);
}

}  // namespace uneri::solo
