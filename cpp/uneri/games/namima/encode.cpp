#include "uneri/games/namima/encode.hpp"

#include <algorithm>
#include <numeric>

#include "uneri/games/namima/hidden.hpp"

namespace uneri::namima {
namespace {

constexpr float kMoney = 100.0F;  // typical sizes, so that inputs are about 0..1
constexpr float kSameMeld = 4.0F;

// The number that one card of a kind adds, as a share of the kind's cards. All kinds use the same step if a byte has
// room for it.
float card_step(const Melds& melds) {
    constexpr int kBytes = 255;
    int common = 1;
    for (int kind = 0; kind < melds.kinds() && common <= kBytes; ++kind)
        common = std::lcm(common, std::max(1, melds.deck().count(kind)));
    return 1.0F / static_cast<float>(std::min(common, kBytes));
}

}  // namespace

std::vector<Segment> tensor_layout(const Options& o) {
    const int n = o.players;
    const int kinds = o.melds->kinds();
    const float card = card_step(*o.melds);
    const float wall = 1.0F / static_cast<float>(std::min(255, o.melds->deck_size()));
    return {
        {"hand", {n, kinds}, 0.0F, card},
        {"exposed", {n, o.melds->size()}, 0.0F, 1.0F / kSameMeld},
        {"exposed_cards", {n, kinds}, 0.0F, card},
        {"exposed_total", {n}, 0.0F, 1.0F / static_cast<float>(o.deal() - 1)},
        {"hand_total", {n}, 0.0F, 1.0F / static_cast<float>(o.deal() + 1)},
        {"thrown", {n, kinds}, 0.0F, card},
        {"lying", {kinds}, 0.0F, card},
        {"unseen", {kinds}, 0.0F, card},
        {"wall_total", {1}, 0.0F, wall},
        {"drawn", {kinds}},
        {"claim", {kinds}},
        {"declared", {n}},
        {"dora", {o.rules().colours}},
        {"score", {n}, -2.0F, 2.0F / kMoney},
        {"pot", {1}, 0.0F, 1.0F / kMoney},
        {"dealer", {n}},
        {"turn", {n}},
        {"to_act", {n}},
        {"phase", {kPhases}},
        {"game", {1}, 0.0F, 1.0F / static_cast<float>(o.match_games)},
    };
}

void observe(const Options& o, const State& full, int seat, std::span<float> out) noexcept {
    std::fill(out.begin(), out.end(), 0.0F);
    const State s = as_seen(o, full, seat);
    const Melds& melds = *o.melds;
    const int n = o.players;
    const int kinds = melds.kinds();
    TensorWriter tensor(out);
    const auto absolute = [&](int i) { return (seat + i) % n; };
    const auto one_seat = [&](int q) { tensor.one_hot(q < 0 ? -1 : (q - seat + n) % n, n); };
    const auto share = [&](float* block, const Cards& cards) {
        cards.each([&](int kind, int count) {
            block[kind] = static_cast<float>(count) / static_cast<float>(melds.deck().count(kind));
        });
    };
    const auto seats = [&](auto&& value) {
        float* block = tensor.block(n);
        for (int i = 0; i < n; ++i) block[i] = value(absolute(i));
    };
    float* hands = tensor.block(n * kinds);
    for (int i = 0; i < n; ++i) {
        if (i == 0 || s.phase == kOver) share(hands + i * kinds, s.hand_of(absolute(i)));
    }
    float* exposed = tensor.block(n * melds.size());
    float* exposed_cards = tensor.block(n * kinds);
    for (int i = 0; i < n; ++i) {
        Cards cards;
        for (const std::uint16_t meld : s.exposed_of(absolute(i)).ids()) {
            exposed[i * melds.size() + meld] += 1.0F / kSameMeld;  // quarters are exact
            cards += melds[meld].cards;
        }
        share(exposed_cards + i * kinds, cards);
    }
    seats([&](int q) { return static_cast<float>(s.exposed_of(q).size()) / static_cast<float>(o.deal() - 1); });
    seats([&](int q) { return static_cast<float>(s.hand_of(q).total()) / static_cast<float>(o.deal() + 1); });
    float* thrown = tensor.block(n * kinds);
    for (int i = 0; i < n; ++i) share(thrown + i * kinds, s.thrown_of(absolute(i)));
    share(tensor.block(kinds), s.lying);
    share(tensor.block(kinds), unseen(o, s, seat));
    tensor.scalar(static_cast<float>(s.wall.total()) / static_cast<float>(melds.deck_size()));
    tensor.one_hot(s.phase == kAct && s.to_act == seat ? s.drawn : -1, kinds);
    tensor.one_hot(s.claim, kinds);
    seats([&](int q) { return s.has_declared(q) ? 1.0F : 0.0F; });
    tensor.one_hot(s.dora, o.rules().colours);
    seats([&](int q) { return static_cast<float>(s.score[static_cast<std::size_t>(q)]) / kMoney; });
    tensor.scalar(static_cast<float>(s.pot) / kMoney);
    one_seat(s.dealer);
    one_seat(s.turn);
    one_seat(s.to_act);
    tensor.one_hot(s.phase, kPhases);
    tensor.scalar(static_cast<float>(s.game) / static_cast<float>(o.match_games));
}

}  // namespace uneri::namima
