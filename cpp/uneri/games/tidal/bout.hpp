// The effects of one bout on each seat (rules, section 6), computed from the state before it.
#pragma once

#include <algorithm>
#include <bit>
#include <cstring>

#include "uneri/games/tidal/options.hpp"
#include "uneri/games/tidal/rules.hpp"

namespace uneri::tidal {

// --- derived counts (section 4) --------------------------------------------------------------------------------

// Bit d: dock d of the quadrant holds a banner, neutral or not.
inline unsigned filled_docks(const State& s, int quadrant) noexcept {
    unsigned filled = 0;
    for (std::size_t d = 0; d < kDocks; ++d) {
        std::uint64_t owners = 0;
        std::memcpy(&owners, s.dock[at(quadrant)][d].data(), sizeof(DockOwners));
        filled |= static_cast<unsigned>(owners != 0) << d;
    }
    return filled;
}
inline int on_docks(const State& s, int seat, int quadrant) noexcept {
    int sum = 0;
    for (const DockOwners& owners : s.dock[at(quadrant)]) sum += owners[at(seat)];
    return sum;
}
inline int in_quadrant(const Options& o, const State& s, int seat, int quadrant) noexcept {
    return on_docks(s, seat, quadrant) + s.tower[o.region_of[at(quadrant)]][at(seat)];
}
inline int in_region(const Options& o, const State& s, int seat, int region) noexcept {
    const auto& quadrants = o.board.regions[at(region)];
    return on_docks(s, seat, quadrants[0]) + on_docks(s, seat, quadrants[1]) + s.tower[at(region)][at(seat)];
}

// --- boats -----------------------------------------------------------------------------------------------------

struct Sail {
    int steps = 0;  // 0: the boat does not move
    int space = 0;  // where it ends
    int crossings = 0;
    int turned = 0;
    int fruit = 0;
    bool stunt = false;
};

// 6.4. steps >= 1.
inline Sail sail(const Options& o, const State& s, int seat, int steps) noexcept {  // R8: of every move
    const int spaces = o.board.spaces;
    const int boat = s.boat[at(seat)];
    const int faceup = s.faceup[at(seat)];
    Sail sail;
    sail.steps = steps;
    sail.space = (boat - 1 + steps) % spaces + 1;
    const int first = (o.board.lap_exit - boat + spaces) % spaces;  // steps to the exit (R7)
    sail.crossings = steps > first ? 1 + (steps - 1 - first) / spaces : 0;
    sail.stunt = faceup > 0 && o.board.stunts[at(seat)][at(faceup - 1)] == sail.space;            // R9
    sail.turned = sail.crossings < kCharacters - faceup ? sail.crossings : kCharacters - faceup;  // R26
    sail.fruit = (sail.stunt ? o.board.stunt_fruit : 0) + (sail.crossings - sail.turned) * o.board.deck_done_fruit;
    return sail;
}

// 6.3: a full lap for a boat that stands at the gate.
inline int race_steps(const Options& o, const State& s, int seat, int gate) noexcept {
    const int steps = (gate - s.boat[at(seat)] + o.board.spaces) % o.board.spaces;
    return steps != 0 ? steps : o.board.spaces;
}

// --- effects on one seat ---------------------------------------------------------------------------------------

struct Effect {
    Sail sailed;
    int fruit = 0;  // of every source, including the boat's move
    int banners = 0;
    int place = kNowhere;
    bool keeps = false;       // the seat keeps the 9 it played
    std::uint8_t profit = 0;  // of the dock
};

// The place of a bout, and the docks filled before it (6.2).
struct Site {
    int gate = 0;
    int quadrant = 0;
    int region = 0;
    unsigned filled = 0;
};

inline Site site_of(const Options& o, const State& s, int gate) noexcept {
    const int quadrant = o.quadrant_of(gate);
    return {gate, quadrant, o.region_of[at(quadrant)], filled_docks(s, quadrant)};
}

// The lowest dock of the mask, or the tower.
constexpr int first_dock(unsigned docks) noexcept { return docks != 0 ? std::countr_zero(docks) : kTower; }
inline int dock_for(const Options& o, const Site& site, int card) noexcept {  // 6.5
    return first_dock(o.fits[at(site.quadrant)][at(card)] & ~site.filled);
}
constexpr int kase_dock(const Site& site) noexcept { return first_dock(0xFu & ~site.filled); }  // 6.6, number 2

inline Effect sailing(const Options& o, const State& s, int seat, int steps, int fruit = 0) noexcept {
    Effect effect;
    effect.sailed = sail(o, s, seat, steps);
    effect.fruit = fruit + effect.sailed.fruit;
    return effect;
}

// TOWER(k) and PLACE (6.5). No effect without a banner in the supply.
inline Effect building(const State& s, int seat, int banners) noexcept {
    Effect effect;
    const int supply = s.supply[at(seat)];
    effect.banners = banners < supply ? banners : supply;  // R12
    if (effect.banners > 0) effect.place = kTower;
    return effect;
}
inline Effect placing(const Options& o, const State& s, const Site& site, int seat, int place) noexcept {
    if (place == kTower) return building(s, seat, 1);
    const Dock& dock = o.dock(site.quadrant, place);
    Effect effect = building(s, seat, 1 + dock.extra_banner);
    if (effect.banners == 0) return effect;
    effect.place = place;
    effect.fruit = dock.fruit;  // R11
    effect.profit = dock.profit;
    if (dock.sail == 0) return effect;
    effect.sailed = sail(o, s, seat, dock.sail);
    effect.fruit += effect.sailed.fruit;
    return effect;
}

inline Effect highest_effect(const Options& o, const State& s, const Site& site, int seat) noexcept {
    return sailing(o, s, seat, race_steps(o, s, seat, site.gate));
}
inline Effect middle_effect(const Options& o, const State& s, const Site& site, int seat, int card) noexcept {
    return placing(o, s, site, seat, dock_for(o, site, card));
}

constexpr int clamped(int count, int most) noexcept { return std::clamp(count, 1, most); }

// 6.6: the ability of the card.
inline Effect lowest_effect(const Options& o, const State& s, const Site& site, int seat, int card) noexcept {
    Effect effect;
    switch (number_of(card)) {
        case 0: return highest_effect(o, s, site, seat);
        case 1: return sailing(o, s, seat, 2, 1);
        case 2: return placing(o, s, site, seat, kase_dock(site));  // R10
        case 3: return sailing(o, s, seat, std::max(1, in_region(o, s, seat, site.region)));
        case 4: effect.fruit = clamped(in_quadrant(o, s, seat, site.quadrant), 4); return effect;
        case 5: return building(s, seat, 1);
        case 6: return sailing(o, s, seat, 2 * std::max(1, in_region(o, s, seat, site.region)));
        case 7: effect.fruit = clamped(in_region(o, s, seat, site.region), 6); return effect;
        case 8: return building(s, seat, 2);
        default: effect.keeps = true; return effect;
    }
}

// --- the whole bout --------------------------------------------------------------------------------------------

// 6.1: the seats with the strongest and the weakest of `count` cards; count is at least two.
struct Extremes {
    int highest = 0;
    int lowest = 0;
};
template <class Cards>
Extremes extremes(const Options& o, int quadrant, const Cards& cards, int count) noexcept {
    const auto& strength = o.strength[at(quadrant)];
    Extremes found;
    int most = strength[at(cards[0])];
    int least = most;
    for (int p = 1; p < count; ++p) {
        const int value = strength[at(cards[at(p)])];
        if (value > most) {
            most = value;
            found.highest = p;
        }
        if (value < least) {
            least = value;
            found.lowest = p;
        }
    }
    return found;
}

template <class Card>
Effect effect_on(const Options& o, const State& s, const Site& site, Extremes roles, int seat, Card card) noexcept {
    if (seat == roles.highest) return highest_effect(o, s, site, seat);
    if (seat == roles.lowest) return lowest_effect(o, s, site, seat, card);
    return middle_effect(o, s, site, seat, card);  // R17: nobody, with two seats
}

// Applies an effect except its fruit, which is added when the bout closes (6.7).
inline void carry_out(State& s, const Site& site, int seat, const Effect& effect) noexcept {
    const auto p = at(seat);
    if (effect.sailed.steps > 0) {
        s.boat[p] = static_cast<std::uint8_t>(effect.sailed.space);
        s.faceup[p] = static_cast<std::uint8_t>(s.faceup[p] + effect.sailed.turned);
    }
    if (effect.banners > 0) {
        std::uint8_t& place =
            effect.place == kTower ? s.tower[at(site.region)][p] : s.dock[at(site.quadrant)][at(effect.place)][p];
        place = static_cast<std::uint8_t>(place + effect.banners);
        s.supply[p] = static_cast<std::uint8_t>(s.supply[p] - effect.banners);
        if (effect.profit > 0) s.profit_feast[p] = static_cast<std::uint16_t>(s.profit_feast[p] + effect.profit);
    }
}

}  // namespace uneri::tidal
