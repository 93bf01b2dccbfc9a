#include "uneri/games/onda/features.hpp"

namespace uneri::onda {

std::vector<Segment> feature_layout(const Options& o) {
    const int n = o.players;
    std::vector<Segment> layout = {{"hand", {2, kKinds}},
                                   {"min_plays", {kTotals}},
                                   {"down", {kKinds}},
                                   {"played", {2, kKinds}},
                                   {"seats", {n, 2 * kKinds + kTotals + 3 + 3 + 1}},
                                   {"prev_winner", {n}},
                                   {"starter", {n}},
                                   {"leader", {n}},
                                   {"to_act", {n}},
                                   {"table_owner", {n}},
                                   {"phase", {8}},
                                   {"pending", {2}},
                                   {"tide", {1}},
                                   {"status", {1}},
                                   {"bomb_used", {1}},
                                   {"dial", {kMaxDial}},
                                   {"dial_shape", {kShapes}},
                                   {"table_shape", {kShapes}},
                                   {"table_rank", {kNumbers}},
                                   {"table_joker", {kNumbers}},
                                   {"table_cards", {kKinds}},
                                   {"table_face", {kKinds}}};
    for (Segment& block : layout) block.step = 1.0F;
    return layout;
}

}  // namespace uneri::onda
