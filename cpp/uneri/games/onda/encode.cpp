#include "uneri/games/onda/encode.hpp"

namespace uneri::onda {

std::vector<Segment> tensor_layout(const Options& o) {
    using namespace detail;
    constexpr float kHalf = kCardScale.step;
    const int n = o.players;
    return {
        {"hand", {n, kKinds}, 0.0F, kHalf},
        {"known", {n, kKinds}, 0.0F, kHalf},
        {"down", {kKinds}, 0.0F, kHalf},
        {"spent", {n, kKinds}, 0.0F, kHalf},
        {"played", {kKinds}, 0.0F, kHalf},
        {"hand_total", {n}, kHandScale.low, kHandScale.step},
        {"down_total", {n}, 0.0F, kHalf},
        {"spent_total", {n}, 0.0F, kHalf},
        {"scores", {n}, kScoreScale.low, kScoreScale.step},
        {"round_wins", {n}, kWinScale.low, kWinScale.step},
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
