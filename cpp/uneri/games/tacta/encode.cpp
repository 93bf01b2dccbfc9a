#include "uneri/games/tacta/encode.hpp"

namespace uneri::tacta {

std::vector<Segment> tensor_layout(const Options& o) {
    using namespace detail;
    const int seats = o.players;
    const int colours = o.colours;
    const int laid = o.cards_in_round();
    const int shapes = o.t().most_shapes;
    return {
        {"phase", {kPhases}},
        {"round", {1}, 0.0F, share_scale(o.most_rounds).step},
        {"scores", {seats}, 0.0F, share_scale(kDots).step},
        {"visible", {colours}, 0.0F, share_scale(kDots).step},
        {"turn", {seats}},
        {"starter", {seats}},
        {"passed", {seats}},
        {"finish_order", {seats}, 0.0F, share_scale(seats).step},
        {"hidden", {seats}, 0.0F, share_scale(kDeckSize).step},
        {"ends_total", {seats}, kHalves.low, kHalves.step},
        {"ends", {seats, kEnds, kDeckSize * colours}},
        {"pending", {seats, kEnds}},
        {"unseen", {kDeckSize * colours}},
        {"handed", {seats, kChoices}},
        {"first", {seats, kEnds}},
        {"told", {seats, kValues}, kHalves.low, kHalves.step},
        {"barred", {seats, kEnds, kDeckSize}},
        {"start_open", {o.t().start_shapes}},
        {"laid", {laid}},
        {"laid_colour", {laid, colours}},
        {"laid_seat", {laid, seats}},
        {"laid_card", {laid, kDeckSize}},
        {"laid_face", {laid}},
        {"laid_k", {laid, kTurns}},
        {"laid_t", {laid, 4}, kPlaceScale.low, kPlaceScale.step},
        {"laid_parent", {laid}, 0.0F, share_scale(kParents).step},
        {"laid_parent_shape", {laid}, 0.0F, share_scale(kParentShapes).step},
        {"laid_own_shape", {laid, shapes}},
        {"laid_status", {laid, shapes, kStatuses}},
        {"seat", {seats}},
    };
}

}  // namespace uneri::tacta
