// The greedy bot: values each card by the mean of its effects as highest, middle and lowest card of the bout.
#include <algorithm>

#include "uneri/base/bits.hpp"
#include "uneri/base/hash.hpp"
#include "uneri/base/rng.hpp"
#include "uneri/games/tidal/analysis.hpp"
#include "uneri/games/tidal/hidden.hpp"
#include "uneri/games/tidal/rules.hpp"

namespace uneri::tidal {
namespace {

// Values in hundredths of a profit token.
constexpr std::int64_t kPoint = 100;
constexpr std::int64_t kFruit = 90;       // a feast pays the most fruit in full, the rest by half
constexpr std::int64_t kBanner = 30;      // on top of its effect on the majority now
constexpr std::int64_t kTowerRound = 50;  // a banner on a tower counts again in each later round
constexpr std::int64_t kLead = 20;        // for the lead, which chooses the place of the next bout

// The value of the character cards at this place of the boat. Half a lap counts as half of the next card.
std::int64_t race_value(const Options& o, int boat, int faceup) noexcept {
    const auto& values = o.board.values;
    const int now = faceup == 0 ? 0 : values[at(faceup - 1)];
    const std::int64_t next =
        faceup < kCharacters ? kPoint * (values[at(faceup)] - now) : kFruit * o.board.deck_done_fruit;
    const int spaces = o.board.spaces;
    const int done = (boat - o.board.lap_exit - 1 + 2 * spaces) % spaces;  // counted from the space after the exit
    return kPoint * now + next * done / spaces;
}

// The seat's reward for the majority in the region, if it had `more` further banners there.
int majority_with(const Options& o, const State& s, int seat, int region, int more) noexcept {
    std::array<int, kMaxSeats> banners{};
    std::array<int, kMaxSeats> rewards{};
    for (int p = 0; p < o.players; ++p) banners[at(p)] = in_region(o, s, p, region) + (p == seat ? more : 0);
    majority_points(o.board.majority, std::span(banners).first(at(o.players)), rewards);
    return rewards[at(seat)];
}

std::int64_t value_of(const Options& o, const State& s, const Site& site, int seat, const Effect& effect) noexcept {
    std::int64_t value = kFruit * effect.fruit;
    if (effect.sailed.steps > 0) {
        const int faceup = s.faceup[at(seat)];
        value +=
            race_value(o, effect.sailed.space, faceup + effect.sailed.turned) - race_value(o, s.boat[at(seat)], faceup);
    }
    if (effect.banners > 0) {
        const int gained =
            majority_with(o, s, seat, site.region, effect.banners) - majority_with(o, s, seat, site.region, 0);
        value += kPoint * gained * (o.hand + s.bout) / (2 * o.hand);  // more certain towards the end of the round
        value += kBanner * effect.banners;
        if (effect.place == kTower) value += kTowerRound * effect.banners * (o.rounds - s.round);
    }
    if (effect.keeps) value += kPoint * o.board.kept_card_profit;
    return value;
}

// Breaks ties by a hash of what the seat sees. So choices vary across positions, but the same view gives the same
// choice on every platform, and hidden cards have no influence.
SplitMix64 luck_of(const Options& o, const State& s, int seat) noexcept {
    Fnv1a view;
    view.add_le(s.hand[at(seat)], 5);
    view.add_le(unknown(o, s, seat), 5);
    for (const int number : {seat, int{s.round}, int{s.bout}, int{s.gate}, int{s.pool}}) {
        view.add_byte(static_cast<std::uint8_t>(number));
    }
    view.add(s.boat);
    view.add(s.supply);
    return SplitMix64(view.value());
}

// Keeps the best of the choices offered; equally good ones have the same chance.
class Choice {
public:
    explicit Choice(SplitMix64 luck) noexcept : luck_(luck) {}
    void offer(Action action, std::int64_t value) noexcept {
        if (equal_ == 0 || value > value_) {
            equal_ = 1;
        } else if (value < value_ || luck_.below(++equal_) != 0) {
            return;
        }
        action_ = action;
        value_ = value;
    }
    Action action() const noexcept { return action_; }
    std::int64_t value() const noexcept { return value_; }

private:
    SplitMix64 luck_;
    std::uint64_t equal_ = 0;
    Action action_ = -1;
    std::int64_t value_ = 0;
};

// The best card of the seat's hand if the bout were held at `gate`. Values are multiplied by the number of ways to draw
// the other cards, which is the same for all cards and gates of a position.
Choice best_card(const Options& o, const State& s, int seat, int gate, SplitMix64 luck) noexcept {
    const Site site = site_of(o, s, gate);
    const CardSet others = unknown(o, s, seat);
    const std::int64_t highest = value_of(o, s, site, seat, highest_effect(o, s, site, seat));
    Choice best(luck);
    for_each_bit(s.hand[at(seat)], [&](int card) {
        const RoleCounts roles = role_counts(o, site.quadrant, card, others, o.players - 1);
        const auto first = static_cast<std::int64_t>(roles.highest);
        const auto last = static_cast<std::int64_t>(roles.lowest);
        const auto between = static_cast<std::int64_t>(roles.total) - first - last;
        const std::int64_t middle = value_of(o, s, site, seat, middle_effect(o, s, site, seat, card));
        const std::int64_t lowest = value_of(o, s, site, seat, lowest_effect(o, s, site, seat, card)) + kLead;
        const std::int64_t value = first * highest + between * middle + last * lowest;
        best.offer(card, value);
    });
    return best;
}

}  // namespace

Action greedy_action(const Options& o, const State& s) noexcept {
    const int seat = s.actor;
    const SplitMix64 luck = luck_of(o, s, seat);
    if (s.phase == kPlay) return best_card(o, s, seat, s.gate, luck).action();
    Choice best(luck);
    for (Action a = kGate; a < kActions; ++a) {
        const int gate = (s.gate - 1 + gate_steps(a)) % o.board.spaces + 1;
        best.offer(a, best_card(o, s, seat, gate, luck).value());
    }
    return best.action();
}

}  // namespace uneri::tidal
