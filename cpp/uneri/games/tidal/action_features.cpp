#include "uneri/games/tidal/action_features.hpp"

#include "uneri/games/tidal/actions.hpp"

namespace uneri::tidal {
namespace {

std::vector<Segment> ones(std::vector<Segment> layout) {
    for (Segment& block : layout) block.step = 1.0F;
    return layout;
}

}  // namespace

std::vector<Segment> action_layout(const Options&) {
    return ones({{"card", {kCards}}, {"suit", {kSuits}}, {"number", {kNumbers}}, {"gate_steps", {kGateMoves}}});
}

void write_action(const Options&, Action a, FeatureWriter& w) noexcept {
    w.one_hot(a, kCards);
    w.one_hot(is_card(a) ? suit_of(a) : -1, kSuits);
    w.one_hot(is_card(a) ? a % kNumbers : -1, kNumbers);
    w.one_hot(is_gate_move(a) ? gate_steps(a) - 1 : -1, kGateMoves);
}

}  // namespace uneri::tidal
