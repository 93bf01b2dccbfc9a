#include "uneri/games/onda/encode.hpp"

#include "uneri/games/onda/actions.hpp"

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

std::vector<Segment> feature_layout(const Options& o) {
    const int n = o.players;
    return blocks_of_levels({{"hand", {2, kKinds}},
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
                             {"table_face", {kKinds}}});
}

constexpr int kNamed = kHide;  // PASS, TURN and so on, each by itself

std::vector<Segment> action_layout(const Options&) {
    return blocks_of_levels({{"named", {kNamed}},
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
