#include "uneri/games/tidal/encode.hpp"

namespace uneri::tidal {

std::vector<Segment> tensor_layout(const Options& o) {
    const int n = o.players;
    const int spaces = o.board.spaces;
    const float banner = share_scale(o.board.banners).step;  // steps of one banner, one fruit, one point
    const float fruit = share_scale(o.fruit_pool).step;
    const float card = share_scale(o.hand).step;
    constexpr float kProfit = share_scale(detail::kProfitUnit).step;
    constexpr float kPoint = share_scale(detail::kPointUnit).step;
    return {
        {"hand", {kCards}},
        {"pending", {kCards}},
        {"unknown", {kCards}},
        {"played", {n, kCards}, 0.0F, card},
        {"keeper", {n, kSuits}},
        {"hand_total", {n}, 0.0F, card},
        {"boat", {n, spaces}},
        {"faceup", {n, kCharacters + 1}},
        {"stunt", {n, spaces}},
        {"supply", {n}, 0.0F, banner},
        {"dock", {kSuits, kDocks, n + 1}, 0.0F, banner},
        {"tower", {kRegions, n}, 0.0F, banner},
        {"fruit", {n}, 0.0F, fruit},
        {"pool", {1}, 0.0F, fruit},
        {"profit_majority", {n}, 0.0F, kProfit},
        {"profit_feast", {n}, 0.0F, kProfit},
        {"points", {n}, 0.0F, kPoint},
        {"round", {kMaxRounds}},
        {"bout", {o.hand}},
        {"phase", {detail::kPhases}},
        {"actor", {n}},
        {"lead", {n}},
        {"gate", {spaces}},
        {"seat", {n}},
    };
}

}  // namespace uneri::tidal
