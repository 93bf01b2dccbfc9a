// A deck as data (rules, 1.9): the built-in one, and reading and showing others.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "uneri/base/plain_data.hpp"
#include "uneri/base/result.hpp"
#include "uneri/games/tacta/cards.hpp"
#include "uneri/games/tacta/geometry.hpp"

namespace uneri::tacta {

inline constexpr std::string_view kDefaultDeck = "default-18";

// A place for a shape on the front of a card (1.4).
struct Slot {
    std::string name;
    int kind = 0;
    std::string cls;  // a label
    int out = 0;      // outward direction in steps of 45 degrees
    std::vector<Point> polygon;
    Point anchor;
    std::vector<Point> dots;  // positions of drawn dots (1.10)
    bool operator==(const Slot&) const = default;
};

struct Shape {
    int slot = 0;
    int dots = 0;
    bool operator==(const Shape&) const = default;
};

struct Card {
    int suit = -1;
    int value = 0;
    std::vector<Shape> shapes;
    bool operator==(const Card&) const = default;
};

struct Size {
    int width = 0;
    int height = 0;
    bool operator==(const Size&) const = default;
};

struct Deck {
    PlainData name;
    std::string note;
    std::array<std::string, kKinds> kinds;
    int width = 0;  // of the frame
    int height = 0;
    int margin = 0;
    std::array<Size, kMaxColours - 1> standard{};  // table sizes for 2, 3, ... colours (2.1)
    std::array<Size, kMaxColours - 1> one_suit{};
    int columns = 0;  // free_grid (5)
    int rows = 0;
    int pitch = 0;
    std::vector<Slot> slots;
    std::string start_name;
    Card start;
    std::vector<Card> cards;

    bool operator==(const Deck&) const = default;
    const Card& card(int id) const noexcept { return id == kStart ? start : cards[at(id)]; }
    const Slot& slot(int id) const noexcept { return slots[at(id)]; }
    int regions() const noexcept { return columns * rows; }
    // Suit letter and value, such as c5.
    std::string card_name(int id) const;
};

const Deck& default_deck();  // python/uneri/data/tacta_deck.json

// Checks each entry on its own (part 1 of the errors). Errors read `tacta: deck: 'frame.w' is 3; allowed: ...`; here
// without the name of the game. tables.hpp does the checks across entries.
Result<Deck> read_deck(const PlainData& data);
PlainData deck_value(const Deck& deck);

}  // namespace uneri::tacta
