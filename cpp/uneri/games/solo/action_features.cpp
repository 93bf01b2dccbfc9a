#include "uneri/games/solo/action_features.hpp"

#include "uneri/games/solo/actions.hpp"

namespace uneri::solo {
namespace {

constexpr int kSorts = 11;  // a card from the hand; then the named actions in the order of their ids
constexpr int kSeats = kDeclare - kSwapWith + 1;

int sort_of(Action a) noexcept {
    if (is_kind(a)) return 0;
    if (a < kColour) return 1 + a - kDraw;
    if (a < kSwapWith) return 5;
    return a < kDeclare ? 6 : 7 + a - kDeclare;
}

std::vector<Segment> ones(std::vector<Segment> layout) {
    for (Segment& block : layout) block.step = 1.0F;
    return layout;
}

}  // namespace

std::vector<Segment> action_layout(const Options&) {
    return ones(
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
