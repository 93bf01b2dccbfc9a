// The built-in deck (text, 1.3 to 1.10), as in the data file that comes with the package.
#include "uneri/games/tacta/deck.hpp"

namespace uneri::tacta {
namespace {

enum Kind { kTriangle, kSquare, kBar, kLong };

// The slots by name, in the order of their ids.
enum SlotId { T_TL, T_TR, T_BR, T_BL, T_T, T_R, T_B, T_L, Q_TL, Q_TR, Q_BR, Q_BL, R_T, R_R, R_B, R_L, L_R, L_L };

std::vector<Slot> slots() {
    return {
        {"T_TL", kTriangle, "TC", 5, {{0, 0}, {36, 0}, {0, 36}}, {0, 0}, {{11, 11}}},
        {"T_TR", kTriangle, "TC", 7, {{80, 0}, {80, 36}, {44, 0}}, {80, 0}, {{69, 11}}},
        {"T_BR", kTriangle, "TC", 1, {{80, 128}, {44, 128}, {80, 92}}, {80, 128}, {{69, 117}}},
        {"T_BL", kTriangle, "TC", 3, {{0, 128}, {0, 92}, {36, 128}}, {0, 128}, {{11, 117}}},
        {"T_T", kTriangle, "TS", 6, {{40, {0, 18}}, {{40, -18}, 0}, {{40, 18}, 0}}, {40, {0, 18}}, {{40, 11}}},
        {"T_R", kTriangle, "TL", 0, {{{80, -18}, 64}, {80, {64, -18}}, {80, {64, 18}}}, {{80, -18}, 64}, {{69, 64}}},
        {"T_B",
         kTriangle,
         "TS",
         2,
         {{40, {128, -18}}, {{40, 18}, 128}, {{40, -18}, 128}},
         {40, {128, -18}},
         {{40, 117}}},
        {"T_L", kTriangle, "TL", 4, {{{0, 18}, 64}, {0, {64, 18}}, {0, {64, -18}}}, {{0, 18}, 64}, {{11, 64}}},
        {"Q_TL", kSquare, "SQ", 5, {{0, 0}, {40, 0}, {40, 40}, {0, 40}}, {20, 20}, {{13, 13}, {27, 27}}},
        {"Q_TR", kSquare, "SQ", 7, {{40, 0}, {80, 0}, {80, 40}, {40, 40}}, {60, 20}, {{67, 13}, {53, 27}}},
        {"Q_BR", kSquare, "SQ", 1, {{40, 88}, {80, 88}, {80, 128}, {40, 128}}, {60, 108}, {{67, 115}, {53, 101}}},
        {"Q_BL", kSquare, "SQ", 3, {{0, 88}, {40, 88}, {40, 128}, {0, 128}}, {20, 108}, {{13, 115}, {27, 101}}},
        {"R_T", kBar, "BE", 6, {{0, 0}, {80, 0}, {80, 20}, {0, 20}}, {40, 10}, {{20, 10}, {40, 10}, {60, 10}}},
        {"R_R", kBar, "BS", 0, {{60, 24}, {80, 24}, {80, 104}, {60, 104}}, {70, 64}, {{70, 44}, {70, 64}, {70, 84}}},
        {"R_B",
         kBar,
         "BE",
         2,
         {{0, 108}, {80, 108}, {80, 128}, {0, 128}},
         {40, 118},
         {{20, 118}, {40, 118}, {60, 118}}},
        {"R_L", kBar, "BS", 4, {{0, 24}, {20, 24}, {20, 104}, {0, 104}}, {10, 64}, {{10, 44}, {10, 64}, {10, 84}}},
        {"L_R",
         kLong,
         "LB",
         0,
         {{60, 0}, {80, 0}, {80, 128}, {60, 128}},
         {70, 64},
         {{70, 34}, {70, 54}, {70, 74}, {70, 94}}},
        {"L_L",
         kLong,
         "LB",
         4,
         {{0, 0}, {20, 0}, {20, 128}, {0, 128}},
         {10, 64},
         {{10, 34}, {10, 54}, {10, 74}, {10, 94}}},
    };
}

std::vector<Card> cards() {
    enum Suit { kCircles, kSquares, kTriangles };
    return {
        {kCircles, 1, {{T_R, 1}, {Q_TL, 0}, {R_B, 0}}},
        {kCircles, 2, {{T_BR, 1}, {T_L, 1}, {Q_TR, 0}}},
        {kCircles, 3, {{T_TL, 0}, {T_R, 0}, {R_B, 3}}},
        {kCircles, 4, {{T_TL, 0}, {T_BL, 0}, {L_R, 4}}},
        {kCircles, 5, {{T_BL, 1}, {T_T, 1}, {R_R, 3}}},
        {kCircles, 6, {{T_T, 1}, {T_R, 1}, {T_L, 1}, {R_B, 3}}},
        {kSquares, 1, {{T_TR, 1}, {T_BR, 0}, {L_L, 0}}},
        {kSquares, 2, {{T_L, 0}, {Q_TR, 2}, {R_B, 0}}},
        {kSquares, 3, {{T_BR, 1}, {T_L, 0}, {Q_TR, 2}}},
        {kSquares, 4, {{T_BL, 0}, {T_T, 1}, {R_R, 3}}},
        {kSquares, 5, {{T_L, 0}, {Q_TR, 2}, {R_B, 3}}},
        {kSquares, 6, {{T_BR, 0}, {Q_TR, 2}, {L_L, 4}}},
        {kTriangles, 1, {{T_BR, 1}, {Q_TR, 0}, {R_L, 0}}},
        {kTriangles, 2, {{T_BL, 1}, {T_T, 1}, {T_R, 0}}},
        {kTriangles, 3, {{T_TL, 0}, {T_B, 0}, {R_R, 3}}},
        {kTriangles, 4, {{T_TR, 1}, {T_L, 0}, {R_B, 3}}},
        {kTriangles, 5, {{T_L, 1}, {L_R, 4}}},
        {kTriangles, 6, {{T_TL, 1}, {T_BL, 1}, {L_R, 4}}},
    };
}

Deck make_deck() {
    Deck deck;
    deck.name = kDefaultDeck;
    deck.note =
        "Coordinates are integers, or [a,b] meaning a + b*sqrt(2); x to the right, y downwards, origin at the top-left "
        "corner of the white frame of the front face. 'out' is the outward direction in steps of 45 degrees (0=+x, "
        "2=+y, 4=-x, 6=-y).";
    deck.kinds = {"right isosceles, leg 36", "40 x 40", "80 x 20", "128 x 20"};
    deck.width = 80;
    deck.height = 128;
    deck.margin = 5;
    deck.standard = {{{1280, 960}, {1440, 1080}, {1600, 1200}, {1800, 1320}, {2000, 1440}}};
    deck.one_suit = {{{800, 600}, {920, 720}, {1040, 840}, {1160, 840}, {1240, 960}}};
    deck.columns = 4;
    deck.rows = 3;
    deck.pitch = 20;
    deck.slots = slots();
    deck.start_name = "start";
    for (int slot = 0; slot < static_cast<int>(deck.slots.size()); ++slot) deck.start.shapes.push_back({slot, 0});
    deck.cards = cards();
    return deck;
}

}  // namespace

const Deck& default_deck() {
    static const Deck kDeck = make_deck();
    return kDeck;
}

}  // namespace uneri::tacta
