#include "uneri/games/solo/encode.hpp"

namespace uneri::solo {

std::vector<Segment> tensor_layout(const Options& o) {
    const int n = o.players;
    return {
        {"hand", {kKinds}},   {"known", {n - 1, kKinds}},
        {"unseen", {kKinds}}, {"discard", {kKinds}},
        {"top", {kKinds}},    {"colour", {kColours + 1}},
        {"hand_total", {n}},  {"draw_total", {1}},
        {"points", {n}},      {"pending", {1}},
        {"chain", {2}},       {"clockwise", {1}},
        {"last", {n}},        {"due", {1}},
        {"phase", {kPhases}}, {"to_act", {n}},
        {"next_turn", {n}},   {"ended", {n}},
        {"drawn", {kKinds}},  {"want", {kKinds}},
        {"left", {1}},        {"why", {4}},
        {"starter", {n}},     {"round", {1}},
        {"turns", {1}},       {"dead", {1}},
    };
}

}  // namespace uneri::solo
