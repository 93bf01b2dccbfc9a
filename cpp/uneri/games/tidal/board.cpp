#include "uneri/games/tidal/board.hpp"

#include <algorithm>
#include <span>

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
constexpr std::array<std::string_view, 3> kDockKeys = {"when", "fruit", "extra_banner"};
constexpr std::array<std::string_view, 4> kCharacterKeys = {"values", "stunts", "stunt_fruit", "deck_done_fruit"};
constexpr std::array<std::string_view, 4> kPlayersKeys = {"2", "3", "4", "5"};
constexpr std::array<std::string_view, 4> kSeatingKeys = {"hand", "fruit_pool", "zeros", "neutral"};
constexpr std::array<std::string_view, 7> kWhens = {"even", "odd", "any", "orange", "yellow", "teal", "purple"};

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
    ring.each(static_cast<std::size_t>(board.spaces), [&](const DataEntry& item, std::size_t i) {  // R1
        board.ring[i] = suit(item);                                                                // R2
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

void read_quadrant(const DataEntry& entry, Quadrant& quadrant) {
    entry.keys(kQuadrantKeys);
    const DataEntry order = entry["order"];
    order.each(kSuits, [&](const DataEntry& item, std::size_t i) { quadrant.order[i] = suit(item); });
    order.require(is_permutation(quadrant.order), "each colour once");
    entry["docks"].each(kDocks, [&](const DataEntry& dock, std::size_t d) {
        dock.keys(kDockKeys);
        quadrant.docks[d].when = static_cast<std::uint8_t>(dock["when"].word(kWhens));  // R3
        quadrant.docks[d].fruit = dock["fruit"].small(0, 9);                            // R4
        quadrant.docks[d].extra_banner = dock["extra_banner"].small(0, 9);
    });
}

void read_characters(const DataEntry& characters, Board& board) {
    characters.keys(kCharacterKeys);
    const DataEntry values = characters["values"];
    values.each(kCharacters, [&](const DataEntry& item, std::size_t i) { board.values[i] = item.small(0, 99); });  // R5
    values.require(std::is_sorted(board.values.begin(), board.values.end()), "no value below the one before it");
    characters["stunts"].each(kMaxSeats, [&](const DataEntry& row, std::size_t p) {
        row.each(kCharacters,  // R6
                 [&](const DataEntry& item, std::size_t i) { board.stunts[p][i] = item.small(1, board.spaces); });
    });
    board.stunt_fruit = characters["stunt_fruit"].integer(0, 9);
    board.deck_done_fruit = characters["deck_done_fruit"].integer(0, 9);
}

void read_seatings(const DataEntry& players, Board& board) {
    players.keys(kPlayersKeys);
    for (int n = 2; n <= kMaxSeats; ++n) {
        const DataEntry entry = players[kPlayersKeys[static_cast<std::size_t>(n - 2)]];
        entry.keys(kSeatingKeys);
        Seating& seating = board.seatings[static_cast<std::size_t>(n - 2)];
        seating.zeros = entry["zeros"].boolean();
        // Even if four 9s are kept, enough cards must be left to deal.
        seating.hand = entry["hand"].integer(1, ((seating.zeros ? kCards : kCards - kSuits) - kSuits) / n);
        seating.fruit_pool = entry["fruit_pool"].integer(1, 99);
        seating.neutral = entry["neutral"].boolean();
    }
}

}  // namespace

Result<Board> read_board(const PlainData& data) {
    std::string error;
    const DataEntry root("board", data, error);
    Board board;
    root.keys(kKeys);
    root["schema"].word(std::array{kSchema});
    board.name = root["name"].text();
    root["suits"].each(kSuits, [](const DataEntry& item, std::size_t i) { item.word(std::array{kColours[i]}); });
    board.rounds = root["rounds"].integer(1, 3);
    board.banners = root["banners_per_player"].integer(1, 99);
    root["majority"].each(3, [&](const DataEntry& item, std::size_t i) { board.majority[i] = item.integer(0, 99); });
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
    PlainData::List list;
    for (const std::uint8_t suit : suits) list.emplace_back(kColours[suit]);
    return list;
}

PlainData quadrant_value(const Quadrant& quadrant) {
    PlainData::List docks;
    for (const Dock& dock : quadrant.docks) {
        docks.emplace_back(PlainData::Map{{"when", kWhens[dock.when]},
                                          {"fruit", static_cast<int>(dock.fruit)},
                                          {"extra_banner", static_cast<int>(dock.extra_banner)}});
    }
    return PlainData::Map{{"order", colours(quadrant.order)}, {"docks", std::move(docks)}};
}

}  // namespace

PlainData board_value(const Board& board) {
    PlainData::Map quadrants;
    for (std::size_t q = 0; q < kSuits; ++q) quadrants.emplace_back(kColours[q], quadrant_value(board.quadrants[q]));
    PlainData::List stunts;
    for (const auto& row : board.stunts) stunts.emplace_back(list_of(row));
    PlainData::Map players;
    for (std::size_t i = 0; i < kPlayersKeys.size(); ++i) {
        const Seating& seating = board.seatings[i];
        players.emplace_back(kPlayersKeys[i], PlainData::Map{{"hand", seating.hand},
                                                             {"fruit_pool", seating.fruit_pool},
                                                             {"zeros", seating.zeros},
                                                             {"neutral", seating.neutral}});
    }
    PlainData::List suits;
    for (const std::string_view colour : kColours) suits.emplace_back(colour);
    return PlainData::Map{
        {"schema", kSchema},
        {"name", board.name},
        {"suits", std::move(suits)},
        {"rounds", board.rounds},
        {"banners_per_player", board.banners},
        {"majority", list_of(board.majority)},
        {"kept_card_profit", board.kept_card_profit},
        {"track", PlainData::Map{{"spaces", board.spaces},
                                 {"boat_start", board.boat_start},
                                 {"gate_start", board.gate_start},
                                 {"lap_exit", board.lap_exit}}},
        {"ring", colours(std::span(board.ring).first(static_cast<std::size_t>(board.spaces)))},
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
