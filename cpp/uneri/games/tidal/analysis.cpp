#include "uneri/games/tidal/analysis.hpp"

#include <utility>

#include "uneri/base/bits.hpp"

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
        majority_points(o.board.majority, std::span(counts).first(seats), rewards);
        for (std::size_t p = 0; p < seats; ++p) pending.majority[p] += rewards[p];
    }
    for (std::size_t p = 0; p < seats; ++p) counts[p] = s.fruit[p];
    feast_points(std::span(counts).first(seats), pending.feast);
    return pending;
}

namespace {

// C(n, k), n <= 40.
std::uint64_t binomial(int n, int k) noexcept {
    if (k > n) return 0;
    std::uint64_t ways = 1;
    for (int i = 1; i <= k; ++i) ways = ways * static_cast<std::uint64_t>(n - k + i) / static_cast<std::uint64_t>(i);
    return ways;
}

}  // namespace

RoleCounts role_counts(const Options& o, int quadrant, int card, CardSet others, int k) noexcept {
    const auto& strength = o.strength[at(quadrant)];
    int weaker = 0;
    for_each_bit(others, [&](int other) { weaker += strength[at(other)] < strength[at(card)]; });
    const int all = size_of(others);
    return {binomial(weaker, k), binomial(all - weaker, k), binomial(all, k)};
}

}  // namespace uneri::tidal
