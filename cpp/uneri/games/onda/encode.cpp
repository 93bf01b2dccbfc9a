#include "uneri/games/onda/encode.hpp"

namespace uneri::onda {

std::vector<Segment> tensor_layout(const Options& o) {
    constexpr float kHalf = 0.5F;  // a kind has two cards; encoded as bytes these are counts
    const int n = o.players;
    return {
        {"hand", {n, kKinds}, 0.0F, kHalf},
        {"known", {n, kKinds}, 0.0F, kHalf},
        {"down", {kKinds}, 0.0F, kHalf},
        {"spent", {n, kKinds}, 0.0F, kHalf},
        {"played", {kKinds}, 0.0F, kHalf},
        {"hand_total", {n}, 0.0F, 1.0F / 15.0F},
        {"down_total", {n}, 0.0F, kHalf},
        {"spent_total", {n}, 0.0F, kHalf},
        {"scores", {n}, -kMaxRounds, 1.0F / 40.0F},  // a round costs at most 40 points
        {"round_wins", {n}, 0.0F, 1.0F / 6.0F},
        {"passed", {n}},
        {"prev_winner", {n}},
        {"starter", {n}},
        {"leader", {n}},
        {"to_act", {n}},
        {"round", {kMaxRounds}},
        {"phase", {8}},
        {"pending", {2}},
        {"tide", {1}},
        {"status", {1}},
        {"bomb_used", {1}},
        {"dial", {kMaxDial}},
        {"dial_shape", {kShapes}},
        {"table_owner", {n}},
        {"table_shape", {kShapes}},
        {"table_rank", {kNumbers}},
        {"table_joker", {kNumbers}},
        {"table_cards", {kKinds}, 0.0F, kHalf},
        {"table_face", {kKinds}},
    };
}

}  // namespace uneri::onda
