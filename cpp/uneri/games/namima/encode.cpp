#include "uneri/games/namima/encode.hpp"

namespace uneri::namima {

std::vector<Segment> tensor_layout(const Options& o) {
    using namespace detail;
    const int n = o.players;
    const int kinds = o.melds->kinds();
    const float card = o.shares->card.step;
    const float wall = share_scale(o.melds->deck_size()).step;
    return {
        {"hand", {n, kinds}, 0.0F, card},
        {"exposed", {n, o.melds->size()}, kMeldScale.low, kMeldScale.step},
        {"exposed_cards", {n, kinds}, 0.0F, card},
        {"exposed_total", {n}, 0.0F, share_scale(o.deal() - 1).step},
        {"hand_total", {n}, 0.0F, share_scale(o.deal() + 1).step},
        {"thrown", {n, kinds}, 0.0F, card},
        {"lying", {kinds}, 0.0F, card},
        {"unseen", {kinds}, 0.0F, card},
        {"wall_total", {1}, 0.0F, wall},
        {"drawn", {kinds}},
        {"claim", {kinds}},
        {"declared", {n}},
        {"dora", {o.rules().colours}},
        {"score", {n}, kScoreScale.low, kScoreScale.step},
        {"pot", {1}, kPotScale.low, kPotScale.step},
        {"dealer", {n}},
        {"turn", {n}},
        {"to_act", {n}},
        {"phase", {kPhases}},
        {"game", {1}, 0.0F, share_scale(o.match_games).step},
    };
}

}  // namespace uneri::namima
