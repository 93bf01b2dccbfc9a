#include "uneri/games/tidal/analysis.hpp"

#include <utility>

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
    std::array<int, kMaxSeats> rewards{};
    for (int region = 0; region < kRegions; ++region) {
        for (int p = 0; p < o.players; ++p) counts[at(p)] = in_region(o, s, p, region);
        majority_points(o.majority, std::span(counts).first(seats), rewards);
        for (std::size_t p = 0; p < seats; ++p) pending.majority[p] += rewards[p];
    }
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

}  // namespace uneri::tidal
