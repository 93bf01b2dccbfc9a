#include "uneri/games/tacta/deck.hpp"

#include <algorithm>

#include "uneri/base/data_entry.hpp"
#include "uneri/base/global_lazy.hpp"
#include "uneri/base/json.hpp"

namespace uneri::tacta {

std::string_view deck_json() noexcept;  // compiled in, see cmake/UneriData.cmake

namespace {

constexpr int kMaxFrame = 1024;
constexpr int kMaxMargin = 256;
constexpr int kMaxPart = 4096;  // of the parts of a number: keeps all products in 64 bits

constexpr std::array<std::string_view, 12> kKeys = {"format", "version", "name",      "note",  "kinds", "frame",
                                                    "margin", "tables",  "free_grid", "slots", "start", "cards"};
constexpr std::array<std::string_view, 2> kFrameKeys = {"w", "h"};
constexpr std::array<std::string_view, 2> kTablesKeys = {"standard", "one_suit"};
constexpr std::array<std::string_view, kMaxColours - 1> kCounts = {"2", "3", "4", "5", "6"};
constexpr std::array<std::string_view, 3> kGridKeys = {"columns", "rows", "pitch"};
constexpr std::array<std::string_view, 8> kSlotKeys = {"id", "name", "kind", "cls", "out", "polygon", "anchor", "dots"};
constexpr std::array<std::string_view, 2> kStartKeys = {"name", "shapes"};
constexpr std::array<std::string_view, 2> kShapeKeys = {"slot", "dots"};
constexpr std::array<std::string_view, 4> kCardKeys = {"id", "suit", "value", "shapes"};
constinit GlobalLazy<Deck> kDefault;

constexpr std::array<std::string_view, 1> kFormat = {"tacta-deck"};

void read_tables(const DataEntry& entry, const Deck& deck, std::array<Size, kMaxColours - 1>& sizes) {
    entry.keys(kCounts);
    for (std::size_t n = 0; n < kCounts.size() && !entry.failed(); ++n) {
        entry[kCounts[n]].each(2, [&](const DataEntry& item, std::size_t i) {
            const int least = (i == 0 ? deck.width : deck.height) + 2 * deck.margin;
            (i == 0 ? sizes[n].width : sizes[n].height) = item.even(least, kMaxTable);
        });
    }
}

// n, or [a, b] for a + b*sqrt(2).
Surd read_number(const DataEntry& entry) {
    const auto part = [](const PlainData& value) -> const std::int64_t* {
        const auto* number = value.as<std::int64_t>();
        return number != nullptr && *number >= -kMaxPart && *number <= kMaxPart ? number : nullptr;
    };
    if (const std::int64_t* whole = part(entry.value())) return *whole;
    if (const auto* items = entry.value().as<PlainData::List>(); items != nullptr && items->size() == 2) {
        const std::int64_t* a = part((*items)[0]);
        const std::int64_t* b = part((*items)[1]);
        if (a != nullptr && b != nullptr) return {*a, *b};
    }
    entry.refuse("a whole number or [a, b], each -4096 to 4096");
    return {};
}

Point read_point(const DataEntry& entry) {
    Point point;
    entry.each(2, [&](const DataEntry& item, std::size_t i) { (i == 0 ? point.x : point.y) = read_number(item); });
    return point;
}

// A point that every rotation by 45 degrees maps into Z[sqrt 2] (V6).
Point read_turning_point(const DataEntry& entry) {
    const Point point = read_point(entry);
    entry.require((point.x.a + point.y.a) % 2 == 0, "coordinates whose whole parts have an even sum");
    return point;
}

bool in_frame(Point p, const Deck& deck) {
    return sign(p.x) >= 0 && sign(p.y) >= 0 && sign(Surd(deck.width) - p.x) >= 0 && sign(Surd(deck.height) - p.y) >= 0;
}

Slot read_slot(const DataEntry& entry, int id, const Deck& deck) {
    Slot slot;
    entry.keys(kSlotKeys);
    entry["id"].exactly(id);
    slot.name = entry["name"].text();
    const bool taken =
        std::any_of(deck.slots.begin(), deck.slots.end(), [&](const Slot& other) { return other.name == slot.name; });
    entry["name"].require(!slot.name.empty() && !taken, "a name that no other slot has");
    slot.kind = entry["kind"].word(kKindNames);
    slot.cls = entry["cls"].text();
    slot.out = entry["out"].integer(0, kTurns - 1);
    const DataEntry polygon = entry["polygon"];
    polygon.each(3, 8, [&](const DataEntry& item, std::size_t) {
        slot.polygon.push_back(read_turning_point(item));
        item.require(in_frame(slot.polygon.back(), deck), "a point in the frame (V3), slot " + slot.name);
    });
    if (entry.failed()) return slot;
    polygon.require(is_convex_clockwise(slot.polygon),
                    "a convex polygon, clockwise, with edges in the eight directions (V3), slot " + slot.name);
    slot.anchor = read_turning_point(entry["anchor"]);
    entry["dots"].each(0, kValues, [&](const DataEntry& item, std::size_t) { slot.dots.push_back(read_point(item)); });
    return slot;
}

std::vector<Shape> read_shapes(const DataEntry& entry, const Deck& deck, bool start) {
    std::vector<Shape> shapes;
    entry.each(1, start ? kMaxStartShapes : kMaxShapes, [&](const DataEntry& item, std::size_t) {
        item.keys(kShapeKeys);
        const DataEntry name = item["slot"];
        const auto* text = name.value().as<std::string>();
        int id = 0;
        while (text != nullptr && id < static_cast<int>(deck.slots.size()) && deck.slot(id).name != *text) ++id;
        if (text == nullptr || id == static_cast<int>(deck.slots.size())) return name.refuse("the name of a slot");
        name.require(shapes.empty() || id > shapes.back().slot, "slots in ascending order");
        const int most = start ? 0 : static_cast<int>(deck.slot(id).dots.size());
        shapes.push_back({id, most > 0 ? item["dots"].integer(0, most) : item["dots"].exactly(0)});
    });
    return shapes;
}

Card read_card(const DataEntry& entry, int id, Deck& deck) {
    Card card;
    entry.keys(kCardKeys);
    entry["id"].exactly(id);
    card.suit = entry["suit"].word(kSuitNames);
    card.value = entry["value"].integer(1, kValues);
    const DataEntry shapes = entry["shapes"];
    card.shapes = read_shapes(shapes, deck, false);
    if (entry.failed()) return card;
    deck.cards.push_back(card);
    const std::string name = deck.card_name(id);
    deck.cards.pop_back();
    int dots = 0;
    for (const Shape& shape : card.shapes) dots += shape.dots;
    shapes.require(dots == card.value, "dots that add up to " + std::to_string(card.value) + " (V2), card " +
                                           std::to_string(id) + " (" + name + ")");
    const bool again = std::any_of(deck.cards.begin(), deck.cards.end(), [&](const Card& other) {
        return other.suit == card.suit && other.value == card.value;
    });
    entry.require(!again, "each suit and value once (V1), " + name + " was there before");
    return card;
}

}  // namespace

std::string Deck::card_name(int id) const {
    if (id == kStart) return "start";
    return kSuitLetters[at(card(id).suit)] + std::to_string(card(id).value);
}

Result<Deck> read_deck(const PlainData& data) {
    std::string error;
    const DataEntry root("deck", data, error);
    Deck deck;
    root.keys(kKeys);
    root["format"].word(kFormat);
    root["version"].exactly(1);
    deck.name = root["name"].name();
    deck.note = root["note"].text();
    root["kinds"].keys(kKindNames);
    for (std::size_t kind = 0; kind < kKinds; ++kind) deck.kinds[kind] = root["kinds"][kKindNames[kind]].text();
    root["frame"].keys(kFrameKeys);
    deck.width = root["frame"]["w"].even(2, kMaxFrame);
    deck.height = root["frame"]["h"].even(2, kMaxFrame);
    deck.margin = root["margin"].integer(0, kMaxMargin);
    root["tables"].keys(kTablesKeys);
    read_tables(root["tables"]["standard"], deck, deck.standard);
    read_tables(root["tables"]["one_suit"], deck, deck.one_suit);
    const DataEntry grid = root["free_grid"];
    grid.keys(kGridKeys);
    deck.columns = grid["columns"].integer(1, kMaxRegions);
    deck.rows = grid["rows"].integer(1, kMaxRegions);
    deck.pitch = grid["pitch"].integer(1, kMaxTable);
    grid.require(deck.regions() <= kMaxRegions, "columns * rows at most " + std::to_string(kMaxRegions));
    root["slots"].each(1, kMaxSlots, [&](const DataEntry& item, std::size_t i) {
        deck.slots.push_back(read_slot(item, static_cast<int>(i), deck));
    });
    root["start"].keys(kStartKeys);
    deck.start_name = root["start"]["name"].text();
    deck.start.shapes = read_shapes(root["start"]["shapes"], deck, true);
    root["cards"].each(kDeckSize, [&](const DataEntry& item, std::size_t i) {
        deck.cards.push_back(read_card(item, static_cast<int>(i), deck));
    });
    if (!error.empty()) return Error{error};
    return deck;
}

const Deck& default_deck() {
    return kDefault.get([] { return built_in_data("tacta_deck.json", deck_json(), read_deck); });
}

namespace {

PlainData number_value(Surd number) {
    if (number.b == 0) return number.a;
    return PlainData::List{number.a, number.b};
}

PlainData point_value(const Point& point) { return PlainData::List{number_value(point.x), number_value(point.y)}; }

PlainData points_value(std::span<const Point> points) { return list_of(points, point_value); }

PlainData sizes_value(const std::array<Size, kMaxColours - 1>& sizes) {
    PlainData::Map map;
    for (std::size_t n = 0; n < sizes.size(); ++n)
        map.emplace_back(kCounts[n], PlainData::List{sizes[n].width, sizes[n].height});
    return map;
}

PlainData shapes_value(const Deck& deck, const Card& card) {
    return list_of(card.shapes, [&](const Shape& shape) {
        return PlainData::Map{{"slot", deck.slot(shape.slot).name}, {"dots", shape.dots}};
    });
}

}  // namespace

PlainData deck_value(const Deck& deck) {
    PlainData::Map kinds;
    for (std::size_t kind = 0; kind < kKinds; ++kind) kinds.emplace_back(kKindNames[kind], deck.kinds[kind]);
    PlainData::List slots;
    for (const Slot& slot : deck.slots) {
        slots.emplace_back(PlainData::Map{{"id", static_cast<int>(slots.size())},
                                          {"name", slot.name},
                                          {"kind", kKindNames[at(slot.kind)]},
                                          {"cls", slot.cls},
                                          {"out", slot.out},
                                          {"polygon", points_value(slot.polygon)},
                                          {"anchor", point_value(slot.anchor)},
                                          {"dots", points_value(slot.dots)}});
    }
    PlainData::List cards;
    for (const Card& card : deck.cards) {
        cards.emplace_back(PlainData::Map{{"id", static_cast<int>(cards.size())},
                                          {"suit", kSuitNames[at(card.suit)]},
                                          {"value", card.value},
                                          {"shapes", shapes_value(deck, card)}});
    }
    return PlainData::Map{
        {"format", kFormat[0]},
        {"version", 1},
        {"name", deck.name},
        {"note", deck.note},
        {"kinds", std::move(kinds)},
        {"frame", PlainData::Map{{"w", deck.width}, {"h", deck.height}}},
        {"margin", deck.margin},
        {"tables", PlainData::Map{{"standard", sizes_value(deck.standard)}, {"one_suit", sizes_value(deck.one_suit)}}},
        {"free_grid", PlainData::Map{{"columns", deck.columns}, {"rows", deck.rows}, {"pitch", deck.pitch}}},
        {"slots", std::move(slots)},
        {"start", PlainData::Map{{"name", deck.start_name}, {"shapes", shapes_value(deck, deck.start)}}},
        {"cards", std::move(cards)},
    };
}

}  // namespace uneri::tacta
