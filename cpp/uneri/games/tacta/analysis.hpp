// Analysis of positions (rules, section 10): exact functions of the true state. Under `outer_cards = owner` they may
// reveal more than a seat knows.
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
    int covered = 0;  // in dots
};
// All legal connections of a coloured card, in id order, as if it were at an end of the seat to move.
std::vector<Placement> placements(const Options& o, const State& s, int colour, int card);

// The effect of a legal action of the seat to move.
struct Change {
    int gained_by = kNone;  // colour of the card placed
    int gained = 0;
    int lost_by = kNone;  // colour of the covered shape
    int lost = 0;
    int locked = 0;  // dots of the card's own joint shape
};
Change change_of(const Options& o, const State& s, Action a) noexcept;

Dots visible(const State& s) noexcept;
// Dots that can no longer be covered. With `strict`, cards of the shape's own colour do not count as threats where they
// may not cover it (free play).
Dots safe_dots(const Options& o, const State& s, bool strict) noexcept;
// All coloured cards still in a deck, revealed or not, by colour.
std::array<CardSet, kMaxColours> unplayed(const Options& o, const State& s) noexcept;

struct Threat {
    int colour = 0;
    int card = 0;
    int own = 0;
    int face = 0;
};
struct Threats {
    std::vector<Slab> footprints;
    std::vector<Threat> at_ends;  // those that the seat sees
    std::vector<Threat> rest;
};
// The threats to an open shape.
Threats threats(const Options& o, const State& s, int seat, int placed, int shape);

int mobility(const Options& o, const State& s, int seat) noexcept;

struct Bounds {
    Dots lower{};
    Dots upper{};
};
Bounds bounds(const Options& o, const State& s) noexcept;

// The action with the best change of own minus others' visible dots; ties go to the most dots locked, then the lowest
// id.
Action greedy_action(const Options& o, const State& s) noexcept;

}  // namespace uneri::tacta
