#include "uneri/games/tidal/rules.hpp"

#include "uneri/games/tidal/bout.hpp"
#include "uneri/games/tidal/scoring.hpp"

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

// 8.2, 8.3
void end_round(const Options& o, State& s) noexcept {
    score_majority(o, s);
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

}  // namespace uneri::tidal
