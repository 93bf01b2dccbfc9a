#include "uneri/games/onda/action_features.hpp"

#include "uneri/games/onda/actions.hpp"

namespace uneri::onda {
namespace {

constexpr int kNamed = kHide;  // PASS, TURN and so on, each by itself

std::vector<Segment> ones(std::vector<Segment> layout) {
    for (Segment& block : layout) block.step = 1.0F;
    return layout;
}

}  // namespace

std::vector<Segment> action_layout(const Options&) {
    return ones({{"named", {kNamed}},
                 {"hides", {1}},
                 {"shape", {kShapes}},
                 {"rank", {kNumbers}},
                 {"joker", {kNumbers}},
                 {"cards", {2, kKinds}}});
}

void write_action(const Options&, Action a, FeatureWriter& w) noexcept {
    const bool hides = a >= kHide && a < kFirstPlay;
    const Play& play = play_of(a);
    Cards cards = play.cards;
    if (hides) cards.add(a - kHide);
    w.one_hot(a, kNamed);
    w.flag(hides);
    w.one_hot(play.shape, kShapes);
    w.one_hot(play.rank - 1, kNumbers);
    w.one_hot(play.joker - 1, kNumbers);
    w.bits(cards.one, kKinds);
    w.bits(cards.two, kKinds);
}

}  // namespace uneri::onda
