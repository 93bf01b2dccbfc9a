#include "uneri/games/solo/encode.hpp"

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

}  // namespace uneri::solo
