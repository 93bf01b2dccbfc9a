#include "uneri/games/tidal/scoring.hpp"

#include <algorithm>

#include "uneri/games/tidal/bout.hpp"

namespace uneri::tidal {

void feast_points(std::span<const int> fruit, std::span<int> profit) noexcept {
    int most = 0;
    for (const int own : fruit) most = std::max(most, own);
    for (std::size_t p = 0; p < fruit.size(); ++p) profit[p] = fruit[p] == most ? most : (fruit[p] + 1) / 2;
}

void majority_points(const std::array<int, 3>& rewards, std::span<const int> banners, std::span<int> profit) noexcept {
    for (std::size_t p = 0; p < banners.size(); ++p) {
        std::size_t ahead = 0;
        for (const int other : banners) ahead += other > banners[p];
        profit[p] = banners[p] > 0 && ahead < rewards.size() ? rewards[ahead] : 0;
    }
}

void hold_feast(const Options& o, State& s, std::span<const int> fruit) noexcept {
    std::array<int, kMaxSeats> profit{};
    feast_points(fruit, profit);
    for (std::size_t p = 0; p < fruit.size(); ++p) {
        s.profit_feast[p] = static_cast<std::uint16_t>(s.profit_feast[p] + profit[p]);
    }
    s.fruit = {};
    s.pool = static_cast<std::uint8_t>(o.fruit_pool);
}

void score_majority(const Options& o, State& s) noexcept {
    const auto seats = at(o.players);
    for (int region = 0; region < kRegions; ++region) {
        std::array<int, kMaxSeats> banners{};
        std::array<int, kMaxSeats> profit{};
        for (int p = 0; p < o.players; ++p) banners[at(p)] = in_region(o, s, p, region);
        majority_points(o.board.majority, std::span(banners).first(seats), profit);
        for (std::size_t p = 0; p < seats; ++p) {
            s.profit_majority[p] = static_cast<std::uint16_t>(s.profit_majority[p] + profit[p]);
        }
    }
}

int place_of(const Options& o, const State& s, int seat) noexcept {
    const int own = points(o, s, seat);
    int place = 1;
    for (int q = 0; q < o.players; ++q) {
        const int other = points(o, s, q);
        place += other > own || (other == own && tower_banners(s, q) > tower_banners(s, seat));
    }
    return place;
}

unsigned winners(const Options& o, const State& s) noexcept {
    unsigned first = 0;
    for (int p = 0; p < o.players; ++p) first |= static_cast<unsigned>(place_of(o, s, p) == 1) << p;
    return first;
}

int most_fruit(const Options& o) noexcept {
    const Board& board = o.board;
    const int longest = std::max(board.spaces, 2 * board.banners);
    const int crossings = (longest + board.spaces - 1) / board.spaces;
    int most = std::max(1 + board.stunt_fruit + crossings * board.deck_done_fruit, 6);
    for (const Quadrant& quadrant : board.quadrants) {
        for (const Dock& dock : quadrant.docks) most = std::max(most, int{dock.fruit});
    }
    return most;
}

int most_points(const Options& o) noexcept {
    const int reward = *std::max_element(o.board.majority.begin(), o.board.majority.end());
    return o.rounds * (2 * reward + o.hand * most_fruit(o)) + o.board.values.back() + kSuits * o.board.kept_card_profit;
}

}  // namespace uneri::tidal
