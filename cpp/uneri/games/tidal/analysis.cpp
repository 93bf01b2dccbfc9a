#include "uneri/games/tidal/analysis.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "uneri/base/bits.hpp"
#include "uneri/base/hash.hpp"
#include "uneri/base/rng.hpp"
#include "uneri/games/tidal/hidden.hpp"
#include "uneri/games/tidal/rules.hpp"

namespace uneri::tidal {

std::array<int, kMaxSeats> rank_bout(const Options& o, int quadrant, const Bout& cards, int count) noexcept {
    std::array<int, kMaxSeats> seats = {0, 1, 2, 3, 4};
    const auto& strength = o.strength[at(quadrant)];
    const auto of = [&](int i) { return strength[at(cards[at(seats[at(i)])])]; };
    for (int i = 1; i < count; ++i) {  // insertion sort of at most five seats
        for (int j = i; j > 0 && of(j) > of(j - 1); --j) std::swap(seats[at(j)], seats[at(j - 1)]);
    }
    return seats;
}

BoutReport report_bout(const Options& o, const State& s, const Bout& cards, int gate) noexcept {
    BoutReport report;
    const Site site = site_of(o, s, gate);
    const Extremes roles = extremes(o, site.quadrant, cards, o.players);
    std::array<int, kMaxSeats> fruit{};
    report.pool = s.pool;
    report.ranking = rank_bout(o, site.quadrant, cards, o.players);
    for (int p = 0; p < o.players; ++p) {
        Effect& effect = report.effects[at(p)];
        effect = effect_on(o, s, site, roles, p, cards[at(p)]);
        fruit[at(p)] = s.fruit[at(p)] + effect.fruit;
        report.pool -= effect.fruit;
    }
    if (report.pool <= 0) {
        report.feast = true;
        report.pool = o.fruit_pool;
        feast_points(std::span(fruit).first(at(o.players)), report.feast_points);
    }
    return report;
}

Pending pending_points(const Options& o, const State& s) noexcept {
    Pending pending;
    if (s.phase == kEnd) return pending;
    const auto seats = at(o.players);
    std::array<int, kMaxSeats> counts{};
    pending.majority = majority_now(o, s);
    for (std::size_t p = 0; p < seats; ++p) counts[p] = s.fruit[p];
    feast_points(std::span(counts).first(seats), pending.feast);
    return pending;
}

namespace {

// kWays[k][n]: the ways to choose k of n cards.
constexpr auto kWays = [] {
    std::array<std::array<std::uint64_t, kCards + 1>, kCards> ways{};
    ways[0].fill(1);
    for (std::size_t k = 1; k < kCards; ++k) {
        for (std::size_t n = 1; n <= kCards; ++n) ways[k][n] = ways[k][n - 1] + ways[k - 1][n - 1];
    }
    return ways;
}();

}  // namespace

RoleCounts role_counts(const Options& o, int quadrant, int card, CardSet others, int k) noexcept {
    const auto& ways = kWays[at(k)];
    const int weaker = size_of(others & o.weaker[at(quadrant)][at(card)]);
    const int all = size_of(others);
    return {ways[at(weaker)], ways[at(all - weaker)], ways[at(all)]};
}

// The greedy bot: values each card by the mean of its effects as highest, middle and lowest card of the bout.
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

// What the seat to act may get of a bout at one gate.
class Prospect {
public:
    Prospect(const Options& o, const State& s, int gate) noexcept
        : o_(o), s_(s), seat_(s.actor), site_(site_of(o, s, gate)) {
        for (int p = 0; p < o.players; ++p) banners_[at(p)] = in_region(o, s, p, site_.region);
        reward_ = reward_with(0);
        race_ = race_value(o, s.boat[at(seat_)], s.faceup[at(seat_)]);
    }

    int quadrant() const noexcept { return site_.quadrant; }
    std::int64_t as_highest() const noexcept { return value_of(highest_effect(o_, s_, site_, seat_)); }
    std::int64_t as_middle(int card) const noexcept { return value_of(middle_effect(o_, s_, site_, seat_, card)); }
    std::int64_t as_lowest(int card) const noexcept {
        return value_of(lowest_effect(o_, s_, site_, seat_, card)) + kLead;
    }

private:
    // The seat's reward for the majority in the region, if it had `more` further banners there.
    int reward_with(int more) const noexcept {
        const int own = banners_[at(seat_)] + more;
        std::size_t ahead = 0;
        for (int p = 0; p < o_.players; ++p) ahead += p != seat_ && banners_[at(p)] > own;
        return own > 0 && ahead < o_.majority.size() ? o_.majority[ahead] : 0;
    }

    std::int64_t value_of(const Effect& effect) const noexcept {
        std::int64_t value = kFruit * effect.fruit + kPoint * effect.profit;
        if (effect.sailed.steps > 0)
            value += race_value(o_, effect.sailed.space, s_.faceup[at(seat_)] + effect.sailed.turned) - race_;
        if (effect.banners > 0) {
            const int gained = reward_with(effect.banners) - reward_;
            value += kPoint * gained * (o_.hand + s_.bout) / (2 * o_.hand);  // more certain towards the round's end
            value += kBanner * effect.banners;
            if (effect.place == kTower) value += kTowerRound * effect.banners * (o_.rounds - s_.round);
        }
        if (effect.keeps) value += kPoint * o_.board.kept_card_profit;
        return value;
    }

    const Options& o_;
    const State& s_;
    int seat_;
    Site site_;
    std::array<int, kMaxSeats> banners_{};  // of each seat in the region
    int reward_ = 0;
    std::int64_t race_ = 0;
};

// Breaks ties by a hash of what the seat sees. So choices vary across positions, but the same view gives the same
// choice on every platform, and hidden cards have no influence.
SplitMix64 luck_of(const State& s, CardSet others) noexcept {
    Fnv1a view;
    view.add_le(s.hand[at(s.actor)], 5);
    view.add_le(others, 5);
    for (const int number : {int{s.actor}, int{s.round}, int{s.bout}, int{s.gate}, int{s.pool}}) {
        view.add_byte(static_cast<std::uint8_t>(number));
    }
    view.add(s.boat);
    view.add(s.supply);
    return SplitMix64(view.value());
}

// Keeps the best of the choices offered; equally good ones have the same chance.
class Choice {
public:
    Choice(const State& s, CardSet others) noexcept : s_(s), others_(others) {}
    void offer(Action action, std::int64_t value) noexcept {
        if (equal_ == 0 || value > value_) {
            equal_ = 1;
        } else if (value < value_ || !wins_toss()) {
            return;
        }
        action_ = action;
        value_ = value;
    }
    Action action() const noexcept { return action_; }

private:
    bool wins_toss() noexcept {
        if (!luck_) luck_ = luck_of(s_, others_);  // few decisions need it
        return luck_->below(++equal_) == 0;
    }

    const State& s_;
    CardSet others_;
    std::optional<SplitMix64> luck_;
    std::uint64_t equal_ = 0;
    Action action_ = -1;
    std::int64_t value_ = 0;
};

// Calls visit(card, value) for the cards of the hand if the bout were held at `gate`. Values are multiplied by the
// number of ways to draw the other cards, which is the same for all cards and gates of a position.
template <class Visit>
void each_card(const Options& o, const State& s, int gate, CardSet others, Visit&& visit) noexcept {
    const Prospect prospect(o, s, gate);
    const std::int64_t highest = prospect.as_highest();
    for_each_bit(s.hand[at(s.actor)], [&](int card) {
        const RoleCounts roles = role_counts(o, prospect.quadrant(), card, others, o.players - 1);
        const auto first = static_cast<std::int64_t>(roles.highest);
        const auto last = static_cast<std::int64_t>(roles.lowest);
        const auto between = static_cast<std::int64_t>(roles.total) - first - last;
        visit(card, first * highest + between * prospect.as_middle(card) + last * prospect.as_lowest(card));
    });
}

}  // namespace

Action greedy_action(const Options& o, const State& s) noexcept {
    const CardSet others = unknown(o, s, s.actor);
    Choice best(s, others);
    if (s.phase == kPlay) {
        each_card(o, s, s.gate, others, [&](int card, std::int64_t value) { best.offer(card, value); });
        return best.action();
    }
    for (Action a = kGate; a < kActions; ++a) {
        const int gate = (s.gate - 1 + gate_steps(a)) % o.board.spaces + 1;
        auto most = std::numeric_limits<std::int64_t>::min();
        each_card(o, s, gate, others, [&](int, std::int64_t value) { most = std::max(most, value); });
        best.offer(a, most);
    }
    return best.action();
}

}  // namespace uneri::tidal
