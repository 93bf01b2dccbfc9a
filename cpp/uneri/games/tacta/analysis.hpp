// Analysis of positions (text, section 10): exact functions of the true state. Under `outer_cards = owner` what they
// tell may exceed what a seat knows.
#pragma once

#include <array>
#include <vector>

#include "uneri/games/tacta/rules.hpp"

namespace uneri::tacta {

using Dots = std::array<int, kMaxColours>;

struct Placement {
    int target = 0;
    int shape = 0;
    int own = 0;
    int face = 0;
    Pose pose;
    int covered = 0;  // dots
};
// All legal connections of a coloured card, as if it were at an end of the seat to move, in the order of their ids.
std::vector<Placement> placements(const Options& o, const State& s, int colour, int card);

// Of a legal action of the seat to move.
struct Change {
    int gained_by = kNone;  // colour of the card that is laid
    int gained = 0;
    int lost_by = kNone;  // colour of the shape that is covered
    int lost = 0;
    int locked = 0;  // dots of the own joint shape
};
Change change_of(const Options& o, const State& s, Action a) noexcept;

Dots visible(const State& s) noexcept;
// Dots that can no longer be covered. With `strict`, a card of the shape's own colour is no threat where it is banned
// (free play).
Dots safe_dots(const Options& o, const State& s, bool strict) noexcept;
// All coloured cards that are still in some deck, revealed or not, by colour.
std::array<CardSet, kMaxColours> unplayed(const Options& o, const State& s) noexcept;

struct Threat {
    int colour = 0;
    int card = 0;
    int own = 0;
    int face = 0;
};
struct Threats {
    std::vector<Slab> footprints;
    std::vector<Threat> at_ends;  // that the seat sees
    std::vector<Threat> rest;
};
// What can happen to an open shape.
Threats threats(const Options& o, const State& s, int seat, int placed, int shape);

int mobility(const Options& o, const State& s, int seat) noexcept;

struct Bounds {
    Dots lower{};
    Dots upper{};
};
Bounds bounds(const Options& o, const State& s) noexcept;

// The best change of own minus others' visible dots, then the most dots locked, then the lowest id.
Action greedy_action(const Options& o, const State& s) noexcept;

}  // namespace uneri::tacta
