#include "uneri/games/tidal/board.hpp"

#include <algorithm>
#include <span>

#include "uneri/base/bits.hpp"
#include "uneri/base/data_entry.hpp"
#include "uneri/base/global_lazy.hpp"
#include "uneri/base/json.hpp"

namespace uneri::tidal {

std::string_view board_json() noexcept;  // compiled in, see cmake/UneriData.cmake

namespace {

constinit GlobalLazy<Board> kDefault;

constexpr std::string_view kSchema = "tidal-board/1";
constexpr std::array<std::string_view, 13> kKeys = {
    "schema", "name", "suits",   "rounds",    "banners_per_player", "majority", "kept_card_profit",
    "track",  "ring", "regions", "quadrants", "characters",         "players"};
constexpr std::array<std::string_view, 4> kTrackKeys = {"spaces", "boat_start", "gate_start", "lap_exit"};
constexpr std::array<std::string_view, 2> kQuadrantKeys = {"order", "docks"};
constexpr std::array<std::string_view, 5> kDockKeys = {"when", "fruit", "extra_banner", "sail", "profit"};
constexpr std::array<std::string_view, 4> kCharacterKeys = {"values", "stunts", "stunt_fruit", "deck_done_fruit"};
constexpr std::array<std::string_view, 4> kPlayersKeys = {"2", "3", "4", "5"};
constexpr std::array<std::string_view, 5> kSeatingKeys = {"hand", "fruit_pool", "zeros", "neutral", "majority"};
constexpr std::array<std::string_view, kNumber> kWhenNames = {"even",   "odd",  "any",   "orange",
                                                              "yellow", "teal", "purple"};

std::uint8_t suit(const DataEntry& colour) { return static_cast<std::uint8_t>(colour.word(kColours)); }

void read_track(const DataEntry& track, Board& board) {
    track.keys(kTrackKeys);
    board.spaces = track["spaces"].integer(5, kMaxSpaces);
    board.boat_start = track["boat_start"].integer(1, board.spaces);
    board.gate_start = track["gate_start"].integer(1, board.spaces);
    board.lap_exit = track["lap_exit"].integer(1, board.spaces);
}

// Is each colour there exactly once?
bool is_permutation(std::span<const std::uint8_t> suits) {
    unsigned seen = 0;
    for (const std::uint8_t suit : suits) seen |= 1u << suit;
    return seen == 0xF;
}

void read_ring(const DataEntry& ring, const DataEntry& regions, Board& board) {
    unsigned seen = 0;
    ring.each(at(board.spaces), [&](const DataEntry& item, std::size_t i) {  // R1
        board.ring[i] = suit(item);                                          // R2
        seen |= 1u << board.ring[i];
    });
    ring.require(seen == 0xF, "every colour at least once");
    regions.each(kRegions, [&](const DataEntry& region, std::size_t r) {
        region.each(2, [&](const DataEntry& item, std::size_t i) { board.regions[r][i] = suit(item); });
    });
    const std::array<std::uint8_t, kSuits> all = {board.regions[0][0], board.regions[0][1], board.regions[1][0],
                                                  board.regions[1][1]};
    regions.require(is_permutation(all), "each colour in one region");
}

// A word of kWhenNames, or a list of several, where numbers may stand, too.
WhenSet read_when(const DataEntry& when) {
    if (when.value().as<PlainData::List>() == nullptr) return only(when.word(kWhenNames, "a list, "));
    constexpr std::array<std::string_view, kNumber - 1> kItems = {"even", "odd", "orange", "yellow", "teal", "purple"};
    WhenSet set = 0;
    when.each(2, kWhens - 1, [&](const DataEntry& item, std::size_t) {
        WhenSet bit = 0;
        const auto* number = item.value().as<std::int64_t>();
        if (number != nullptr && *number >= 0 && *number < kNumbers) {
            bit = only(kNumber + static_cast<int>(*number));
        } else {
            const int word = item.word(kItems, "a number 0 to 9, ");
            bit = only(word < kAny ? word : word + 1);
        }
        item.require((set & bit) == 0, "each once");
        set |= bit;
    });
    return set;
}

void read_majority(const DataEntry& entry, std::array<int, 3>& majority) {
    entry.each(3, [&](const DataEntry& item, std::size_t i) { majority[i] = item.integer(0, 99); });
}

std::string dock_text(std::size_t dock) {  // such as teal.0
    return std::string(kColours[dock / kDocks]) + "." + std::to_string(dock % kDocks);
}

int read_neutral(const DataEntry& entry) {
    const auto* list = entry.value().as<PlainData::List>();
    if (list == nullptr) {
        entry.require(entry.value().as<bool>() != nullptr, "true, false, a list of docks such as teal.0");
        return entry.value() == PlainData(true) ? kEvenAndOdd : 0;
    }
    int docks = 0;
    entry.each(0, kSuits * kDocks, [&](const DataEntry& item, std::size_t) {
        std::size_t dock = 0;
        while (dock < kSuits * kDocks && item.value() != PlainData(dock_text(dock))) ++dock;
        item.require(dock < kSuits * kDocks && (docks >> dock & 1) == 0, "a dock such as teal.0, each once");
        docks |= 1 << dock;
    });
    return docks;
}

void read_quadrant(const DataEntry& entry, Quadrant& quadrant) {
    entry.keys(kQuadrantKeys);
    const DataEntry order = entry["order"];
    order.each(kSuits, [&](const DataEntry& item, std::size_t i) { quadrant.order[i] = suit(item); });
    order.require(is_permutation(quadrant.order), "each colour once");
    entry["docks"].each(kDocks, [&](const DataEntry& dock, std::size_t d) {
        dock.keys(kDockKeys, DataEntry::Names(kDockKeys).first(3));
        quadrant.docks[d].when = read_when(dock["when"]);     // R3
        quadrant.docks[d].fruit = dock["fruit"].small(0, 9);  // R4
        quadrant.docks[d].extra_banner = dock["extra_banner"].small(0, 9);
        if (dock["sail"].there()) quadrant.docks[d].sail = dock["sail"].small(0, 9);
        if (dock["profit"].there()) quadrant.docks[d].profit = dock["profit"].small(0, 9);
    });
}

void read_characters(const DataEntry& characters, Board& board) {
    characters.keys(kCharacterKeys);
    const DataEntry values = characters["values"];
    values.each(kCharacters, [&](const DataEntry& item, std::size_t i) { board.values[i] = item.small(0, 99); });  // R5
    values.require(std::is_sorted(board.values.begin(), board.values.end()), "no value below the one before it");
    characters["stunts"].each(kMaxSeats, [&](const DataEntry& row, std::size_t p) {
        row.each(kCharacters, [&](const DataEntry& item, std::size_t i) {  // R6
            if (!item.null()) board.stunts[p][i] = item.small(0, board.spaces);
        });
    });
    board.stunt_fruit = characters["stunt_fruit"].integer(0, 9);
    board.deck_done_fruit = characters["deck_done_fruit"].integer(0, 9);
}

void read_seatings(const DataEntry& players, Board& board) {
    players.keys(kPlayersKeys);
    for (int n = 2; n <= kMaxSeats; ++n) {
        const DataEntry entry = players[kPlayersKeys[at(n - 2)]];
        entry.keys(kSeatingKeys, DataEntry::Names(kSeatingKeys).first(4));
        Seating& seating = board.seatings[at(n - 2)];
        seating.zeros = entry["zeros"].boolean();
        // Even if four 9s are kept, enough cards must be left to deal.
        seating.hand = entry["hand"].integer(1, ((seating.zeros ? kCards : kCards - kSuits) - kSuits) / n);
        seating.fruit_pool = entry["fruit_pool"].integer(1, 99);
        seating.neutral = read_neutral(entry["neutral"]);
        if (entry["majority"].there()) read_majority(entry["majority"], seating.majority.emplace());
    }
}

}  // namespace

Result<Board> read_board(const PlainData& data) {
    std::string error;
    const DataEntry root("board", data, error);
    Board board;
    root.keys(kKeys);
    root["schema"].word(std::array{kSchema});
    board.name = root["name"].name();
    root["suits"].each(kSuits, [](const DataEntry& item, std::size_t i) { item.word(std::array{kColours[i]}); });
    board.rounds = root["rounds"].integer(1, 3);
    board.banners = root["banners_per_player"].integer(1, 99);
    read_majority(root["majority"], board.majority);
    board.kept_card_profit = root["kept_card_profit"].integer(0, 99);
    read_track(root["track"], board);
    read_ring(root["ring"], root["regions"], board);
    root["quadrants"].keys(kColours);
    for (std::size_t q = 0; q < kSuits; ++q) read_quadrant(root["quadrants"][kColours[q]], board.quadrants[q]);
    read_characters(root["characters"], board);
    read_seatings(root["players"], board);
    if (!error.empty()) return Error{error};
    return board;
}

const Board& default_board() {
    return kDefault.get([] { return built_in_data("tidal_board.json", board_json(), read_board); });
}

namespace {

PlainData colours(std::span<const std::uint8_t> suits) {
    return list_of(suits, [](std::uint8_t suit) { return kColours[suit]; });
}

PlainData when_value(WhenSet set) {
    PlainData::List items;
    for_each_bit(set, [&](int when) {
        if (when < kNumber) {
            items.emplace_back(kWhenNames[at(when)]);
        } else {
            items.emplace_back(when - kNumber);
        }
    });
    if (items.size() == 1) return items[0];
    return items;
}

PlainData quadrant_value(const Quadrant& quadrant) {
    auto docks = list_of(quadrant.docks, [](const Dock& dock) {
        PlainData::Map map{{"when", when_value(dock.when)},
                           {"fruit", static_cast<int>(dock.fruit)},
                           {"extra_banner", static_cast<int>(dock.extra_banner)}};
        if (dock.sail > 0) map.emplace_back("sail", static_cast<int>(dock.sail));
        if (dock.profit > 0) map.emplace_back("profit", static_cast<int>(dock.profit));
        return map;
    });
    return PlainData::Map{{"order", colours(quadrant.order)}, {"docks", std::move(docks)}};
}

PlainData seating_value(const Seating& seating) {
    PlainData neutral = seating.neutral != 0;
    if (seating.neutral > 0) {
        PlainData::List docks;
        for_each_bit(static_cast<unsigned>(seating.neutral),
                     [&](int dock) { docks.emplace_back(dock_text(at(dock))); });
        neutral = std::move(docks);
    }
    PlainData::Map map{{"hand", seating.hand},
                       {"fruit_pool", seating.fruit_pool},
                       {"zeros", seating.zeros},
                       {"neutral", std::move(neutral)}};
    if (seating.majority) map.emplace_back("majority", list_of(*seating.majority));
    return map;
}

}  // namespace

PlainData board_value(const Board& board) {
    PlainData::Map quadrants;
    for (std::size_t q = 0; q < kSuits; ++q) quadrants.emplace_back(kColours[q], quadrant_value(board.quadrants[q]));
    auto stunts = list_of(board.stunts, [](const auto& row) {
        return list_of(row, [](int space) { return space > 0 ? PlainData(space) : PlainData(); });
    });
    PlainData::Map players;
    for (std::size_t i = 0; i < kPlayersKeys.size(); ++i) {
        players.emplace_back(kPlayersKeys[i], seating_value(board.seatings[i]));
    }
    return PlainData::Map{
        {"schema", kSchema},
        {"name", board.name},
        {"suits", list_of(kColours, [](std::string_view colour) { return colour; })},
        {"rounds", board.rounds},
        {"banners_per_player", board.banners},
        {"majority", list_of(board.majority)},
        {"kept_card_profit", board.kept_card_profit},
        {"track", PlainData::Map{{"spaces", board.spaces},
                                 {"boat_start", board.boat_start},
                                 {"gate_start", board.gate_start},
                                 {"lap_exit", board.lap_exit}}},
        {"ring", colours(std::span(board.ring).first(at(board.spaces)))},
        {"regions", PlainData::List{colours(board.regions[0]), colours(board.regions[1])}},
        {"quadrants", std::move(quadrants)},
        {"characters", PlainData::Map{{"values", list_of(board.values)},
                                      {"stunts", std::move(stunts)},
                                      {"stunt_fruit", board.stunt_fruit},
                                      {"deck_done_fruit", board.deck_done_fruit}}},
        {"players", std::move(players)},
    };
}

}  // namespace uneri::tidal
