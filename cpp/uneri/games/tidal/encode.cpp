#include "uneri/games/tidal/encode.hpp"

#include <algorithm>

#include "uneri/base/bits.hpp"
#include "uneri/games/tidal/bout.hpp"
#include "uneri/games/tidal/hidden.hpp"
#include "uneri/games/tidal/scoring.hpp"

namespace uneri::tidal {
namespace {

constexpr float kProfitScale = 50.0F;
constexpr float kPointsScale = 100.0F;
constexpr int kPhases = 4;

void write_cards(float* block, CardSet cards) noexcept {
    for_each_bit(cards, [&](int card) { block[card] = 1.0F; });
}

}  // namespace

std::vector<Segment> tensor_layout(const Options& o) {
    const int n = o.players;
    const int spaces = o.board.spaces;
    const float banner = 1.0F / static_cast<float>(o.board.banners);  // steps of one banner, one fruit, one point
    const float fruit = 1.0F / static_cast<float>(o.fruit_pool);
    const float card = 1.0F / static_cast<float>(o.hand);
    constexpr float kProfit = 1.0F / kProfitScale;
    constexpr float kPoint = 1.0F / kPointsScale;
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
        {"phase", {kPhases}},
        {"actor", {n}},
        {"lead", {n}},
        {"gate", {spaces}},
        {"seat", {n}},
    };
}

void observe(const Options& o, const State& s, int seat, std::span<float> out) noexcept {
    std::fill(out.begin(), out.end(), 0.0F);
    TensorWriter tensor(out);
    const int n = o.players;
    const int spaces = o.board.spaces;
    const auto hand_size = static_cast<float>(o.hand);
    const auto banners = static_cast<float>(o.board.banners);
    const auto fruit_pool = static_cast<float>(o.fruit_pool);
    const auto absolute = [&](int i) { return (seat + i) % n; };
    const auto relative = [&](int q) { return q < 0 ? -1 : (q - seat + n) % n; };
    const auto seats = [&](auto&& value, float scale) {
        float* block = tensor.block(n);
        for (int i = 0; i < n; ++i) block[i] = static_cast<float>(value(absolute(i))) / scale;
    };
    write_cards(tensor.block(kCards), s.hand[at(seat)]);
    tensor.one_hot(s.pending[at(seat)], kCards);
    write_cards(tensor.block(kCards), unknown(o, s, seat));
    float* played = tensor.block(n * kCards);
    for (int bout = 1; bout <= finished_bouts(s); ++bout) {
        for (int q = 0; q < n; ++q) {
            const int card = s.played[at((bout - 1) * n + q)];
            played[relative(q) * kCards + card] = static_cast<float>(bout) / hand_size;
        }
    }
    float* keeper = tensor.block(n * kSuits);
    for (int suit = 0; suit < kSuits; ++suit) {
        if (s.keeper[at(suit)] >= 0) keeper[relative(s.keeper[at(suit)]) * kSuits + suit] = 1.0F;
    }
    seats([&](int q) { return size_of(s.hand[at(q)]); }, hand_size);
    for (int i = 0; i < n; ++i) tensor.one_hot(s.boat[at(absolute(i))] - 1, spaces);
    for (int i = 0; i < n; ++i) tensor.one_hot(s.faceup[at(absolute(i))], kCharacters + 1);
    for (int i = 0; i < n; ++i) {
        const int q = absolute(i);
        const int faceup = s.faceup[at(q)];
        tensor.one_hot(faceup == 0 ? -1 : o.board.stunts[at(q)][at(faceup - 1)] - 1, spaces);
    }
    seats([&](int q) { return int{s.supply[at(q)]}; }, banners);
    for (const auto& quadrant : s.dock) {
        for (const DockOwners& owners : quadrant) {
            seats([&](int q) { return int{owners[at(q)]}; }, banners);
            tensor.scalar(static_cast<float>(owners[kNeutral]) / banners);
        }
    }
    for (const auto& tower : s.tower) seats([&](int q) { return int{tower[at(q)]}; }, banners);
    seats([&](int q) { return int{s.fruit[at(q)]}; }, fruit_pool);
    tensor.scalar(static_cast<float>(s.pool) / fruit_pool);
    seats([&](int q) { return int{s.profit_majority[at(q)]}; }, kProfitScale);
    seats([&](int q) { return int{s.profit_feast[at(q)]}; }, kProfitScale);
    seats([&](int q) { return points(o, s, q); }, kPointsScale);
    tensor.one_hot(s.round - 1, kMaxRounds);
    tensor.one_hot(s.bout - 1, o.hand);
    tensor.one_hot(s.phase, kPhases);
    tensor.one_hot(relative(s.actor), n);
    tensor.one_hot(relative(s.lead), n);
    tensor.one_hot(s.gate - 1, spaces);
    tensor.one_hot(seat, n);
}

}  // namespace uneri::tidal
