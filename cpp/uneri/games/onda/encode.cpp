#include "uneri/games/onda/encode.hpp"

namespace uneri::onda {

std::vector<Segment> tensor_layout(const Options& o) {
    const int n = o.players;
    return {
        {"hand", {n, kKinds}},
        {"known", {n, kKinds}},
        {"down", {kKinds}},
        {"spent", {n, kKinds}},
        {"played", {kKinds}},
        {"hand_total", {n}},
        {"down_total", {n}},
        {"spent_total", {n}},
        {"scores", {n}},
        {"round_wins", {n}},
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
        {"table_cards", {kKinds}},
        {"table_face", {kKinds}},
    };
}

}  // namespace uneri::onda
