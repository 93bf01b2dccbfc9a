#include "uneri/games/solo/encode.hpp"

namespace uneri::solo {

std::vector<Segment> tensor_layout(const Options& o) {
    constexpr float kQuarter = 0.25F;  // kinds have 1, 2 or 4 cards; encoded as bytes most of these are counts
    const int n = o.players;
    return {
        {"hand", {kKinds}, 0.0F, kQuarter},
        {"known", {n - 1, kKinds}, 0.0F, kQuarter},
        {"unseen", {kKinds}, 0.0F, kQuarter},
        {"discard", {kKinds}, 0.0F, kQuarter},
        {"top", {kKinds}},
        {"colour", {kColours + 1}},
        {"hand_total", {n}, 0.0F, 1.0F / detail::kHandUnit},
        {"draw_total", {1}, 0.0F, 1.0F / static_cast<float>(kDeckCards)},
        {"points", {n}, -1.0F, 2.0F / 255.0F},
        {"pending", {1}, 0.0F, 1.0F / detail::kDrawUnit},
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
        {"left", {1}, 0.0F, 1.0F / detail::kDrawUnit},
        {"why", {4}},
        {"starter", {n}},
        {"round", {1}, 0.0F, 1.0F / detail::kRoundUnit},
        {"turns", {1}},
        {"dead", {1}},
    };
}

}  // namespace uneri::solo
