#include "uneri/games/tidal/rules.hpp"

#include <algorithm>

#include "uneri/games/tidal/bout.hpp"
#include "uneri/games/tidal/hidden.hpp"

namespace uneri::tidal {

namespace {

// 5.1: deals all live cards again.
void start_deal(const Options& o, State& s) noexcept {
    s.phase = kDeal;
    s.actor = -1;
    s.bout = 1;
    s.played = {};
    s.undealt = o.deck & ~kept_cards(s);
    s.deal_seat = 0;
    s.deal_left = static_cast<std::uint8_t>(o.hand);
}

// 8.2, step 2: neutral banners stay.
void clear_docks(State& s) noexcept {
    for (auto& quadrant : s.dock) {
        for (DockOwners& owners : quadrant) {
            for (std::size_t p = 0; p < kMaxSeats; ++p) {
                s.supply[p] = static_cast<std::uint8_t>(s.supply[p] + owners[p]);
                owners[p] = 0;
            }
        }
    }
}

// 8.1: returns all fruit to the pool.
void hold_feast(const Options& o, State& s, std::span<const int> fruit) noexcept {
    std::array<int, kMaxSeats> profit{};
    feast_points(fruit, profit);
    for (std::size_t p = 0; p < fruit.size(); ++p) {
        s.profit_feast[p] = static_cast<std::uint16_t>(s.profit_feast[p] + profit[p]);  // R14
    }
    s.fruit = {};
    s.pool = static_cast<std::uint8_t>(o.fruit_pool);
}

// 8.2, 8.3
void end_round(const Options& o, State& s) noexcept {
    const auto profit = majority_now(o, s);
    for (std::size_t p = 0; p < at(o.players); ++p)
        s.profit_majority[p] = static_cast<std::uint16_t>(s.profit_majority[p] + profit[p]);
    clear_docks(s);
    if (s.round < o.rounds) {
        ++s.round;
        return start_deal(o, s);
    }
    std::array<int, kMaxSeats> fruit{};
    for (std::size_t p = 0; p < kMaxSeats; ++p) fruit[p] = s.fruit[p];
    hold_feast(o, s, std::span(fruit).first(at(o.players)));
    s.phase = kEnd;
    s.actor = -1;
}

// 6.7, and the steps after it (section 5)
void close_bout(const Options& o, State& s, const std::array<int, kMaxSeats>& gain) noexcept {
    std::array<int, kMaxSeats> fruit{};
    int pool = s.pool;  // may be below 0 for a moment (R13)
    for (int p = 0; p < o.players; ++p) {
        fruit[at(p)] = s.fruit[at(p)] + gain[at(p)];
        pool -= gain[at(p)];
    }
    if (pool <= 0) {  // R22
        hold_feast(o, s, std::span(fruit).first(at(o.players)));
    } else {
        s.pool = static_cast<std::uint8_t>(pool);
        for (int p = 0; p < o.players; ++p) s.fruit[at(p)] = static_cast<std::uint8_t>(fruit[at(p)]);
    }
    if (s.bout == o.hand) return end_round(o, s);
    ++s.bout;
    s.phase = kMoveGate;
    s.actor = s.lead;
}

}  // namespace

State initial_state(const Options& o) noexcept {
    State s;
    s.gate = static_cast<std::uint8_t>(o.board.gate_start);
    s.pool = static_cast<std::uint8_t>(o.fruit_pool);
    for (int p = 0; p < o.players; ++p) {
        s.boat[at(p)] = static_cast<std::uint8_t>(o.board.boat_start);
        s.supply[at(p)] = static_cast<std::uint8_t>(o.board.banners);
    }
    for (std::size_t q = 0; q < kSuits; ++q) {
        for (std::size_t d = 0; d < kDocks; ++d) s.dock[q][d][kNeutral] = o.neutral_docks[q] >> d & 1;  // R25
    }
    start_deal(o, s);
    return s;
}

void resolve_bout(const Options& o, State& s) noexcept {
    const Site site = site_of(o, s, s.gate);  // R19
    const Extremes roles = extremes(o, site.quadrant, s.pending, o.players);
    std::array<int, kMaxSeats> gain{};
    // Effects read only `site` about other seats, which was taken before the bout. So their order does not matter
    // (6.2).
    for (int p = 0; p < o.players; ++p) {
        const int card = s.pending[at(p)];
        const Effect effect = effect_on(o, s, site, roles, p, card);
        carry_out(s, site, p, effect);  // R23
        gain[at(p)] = effect.fruit;
        if (effect.keeps) s.keeper[at(suit_of(card))] = static_cast<std::int8_t>(p);
        s.played[at((s.bout - 1) * o.players + p)] = static_cast<std::uint8_t>(card);
        s.pending[at(p)] = -1;
    }
    s.lead = static_cast<std::int8_t>(roles.lowest);
    close_bout(o, s, gain);
}

namespace {

bool is_legal_deal(const Options& o, const State& s, int card) noexcept {
    if (!is_card(card) || !has(o.deck, card)) return false;
    for (const CardSet hand : s.hand) {
        if (has(hand, card)) return false;
    }
    return number_of(card) != 9 || s.keeper[at(suit_of(card))] < 0;
}

}  // namespace

bool is_legal(const Options& o, const State& s, Action a) noexcept {
    switch (s.phase) {
        case kDeal: return is_legal_deal(o, s, a);
        case kMoveGate: return is_gate_move(a);
        case kPlay: return is_card(a) && has(s.hand[at(s.actor)], a);
        case kEnd: break;
    }
    return false;
}

void feast_points(std::span<const int> fruit, std::span<int> profit) noexcept {
    int most = 0;
    for (const int own : fruit) most = std::max(most, own);
    for (std::size_t p = 0; p < fruit.size(); ++p) profit[p] = fruit[p] == most ? most : (fruit[p] + 1) / 2;
}

void majority_points(const std::array<int, 3>& rewards, std::span<const int> banners, std::span<int> profit) noexcept {
    for (std::size_t p = 0; p < banners.size(); ++p) {
        std::size_t ahead = 0;
        for (const int other : banners) ahead += other > banners[p];
        profit[p] = banners[p] > 0 && ahead < rewards.size() ? rewards[ahead] : 0;  // R15
    }
}

std::array<int, kMaxSeats> majority_now(const Options& o, const State& s) noexcept {
    const auto seats = at(o.players);
    std::array<int, kMaxSeats> sum{};
    for (int region = 0; region < kRegions; ++region) {
        std::array<int, kMaxSeats> banners{};
        std::array<int, kMaxSeats> profit{};
        for (int p = 0; p < o.players; ++p) banners[at(p)] = in_region(o, s, p, region);  // R16
        majority_points(o.majority, std::span(banners).first(seats), profit);
        for (std::size_t p = 0; p < seats; ++p) sum[p] += profit[p];
    }
    return sum;
}

int place_of(const Options& o, const State& s, int seat) noexcept {
    const int own = points(o, s, seat);
    int place = 1;
    for (int q = 0; q < o.players; ++q) {
        const int other = points(o, s, q);
        place += other > own || (other == own && tower_banners(s, q) > tower_banners(s, seat));  // R18
    }
    return place;
}

unsigned winners(const Options& o, const State& s) noexcept {
    unsigned first = 0;
    for (int p = 0; p < o.players; ++p) first |= static_cast<unsigned>(place_of(o, s, p) == 1) << p;
    return first;
}

namespace {

template <class Measure>
int most_of_docks(const Board& board, Measure&& measure) noexcept {
    int most = 0;
    for (const Quadrant& quadrant : board.quadrants) {
        for (const Dock& dock : quadrant.docks) most = std::max(most, int{measure(dock)});
    }
    return most;
}

// Crossings of the longest move: a 6 with all banners in the region, or the bonus of a dock.
int most_crossings(const Board& board) noexcept {
    const int sail = most_of_docks(board, [](const Dock& dock) { return dock.sail; });
    return (std::max({board.spaces, 2 * board.banners, sail}) + board.spaces - 1) / board.spaces;
}

// The most fruit that a seat can get in one bout beside boat moves of its card: from the ability of a 7, or a dock.
int most_fruit_ashore(const Board& board) noexcept {
    const int sailing = board.stunt_fruit + most_crossings(board) * board.deck_done_fruit;
    return std::max(6,
                    most_of_docks(board, [&](const Dock& dock) { return dock.fruit + (dock.sail > 0 ? sailing : 0); }));
}

int most_dock_profit(const Board& board) noexcept {
    return most_of_docks(board, [](const Dock& dock) { return dock.profit; });
}

// The bound of 8.4 for the fruit of a seat in one bout. Its 1 fruit is that of a 1, which never sails as far as a 6.
int fruit_bound(const Board& board) noexcept {
    const int sail = 1 + board.stunt_fruit + most_crossings(board) * board.deck_done_fruit;
    return std::max(sail, most_fruit_ashore(board));
}

// The most fruit that a bout can really bring: a 1 sails two spaces, which is one crossing.
int most_fruit(const Board& board) noexcept {
    const int far = board.stunt_fruit + most_crossings(board) * board.deck_done_fruit;
    const int near = 1 + board.stunt_fruit + board.deck_done_fruit;
    return std::max({far, near, most_fruit_ashore(board)});
}

int most_majority(const Options& o) noexcept {  // in one round
    return kRegions * *std::max_element(o.majority.begin(), o.majority.end());
}

}  // namespace

int most_profit(const Options& o) noexcept {
    return o.rounds * (most_majority(o) + o.hand * (fruit_bound(o.board) + most_dock_profit(o.board)));
}

int most_points(const Options& o) noexcept {
    return most_profit(o) + o.board.values.back() + kSuits * o.board.kept_card_profit;
}

int most_profit_by_now(const Options& o, const State& s) noexcept {
    const int rounds_left = s.phase == kEnd ? 0 : o.rounds - s.round + 1;
    const int bouts_left = (o.rounds - s.round + 1) * o.hand - finished_bouts(s);
    return most_profit(o) - rounds_left * most_majority(o) -
           bouts_left * (most_fruit(o.board) + most_dock_profit(o.board));
}

}  // namespace uneri::tidal
