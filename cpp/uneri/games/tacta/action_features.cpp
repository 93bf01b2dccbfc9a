#include "uneri/games/tacta/action_features.hpp"

#include "uneri/games/tacta/actions.hpp"

namespace uneri::tacta {
namespace {

constexpr int kSorts = 4;
constexpr int kOwn = 8;

std::vector<Segment> ones(std::vector<Segment> layout) {
    for (Segment& block : layout) block.step = 1.0F;
    return layout;
}

}  // namespace

std::vector<Segment> action_layout(const Options& o) {
    const Tables& t = o.t();
    return ones({{"sort", {kSorts}},
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
