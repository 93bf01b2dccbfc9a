#include "uneri/games/tidal/board.hpp"

#include <algorithm>
#include <span>

#include "uneri/base/fields.hpp"

namespace uneri::tidal {
namespace {

using Names = std::span<const std::string_view>;

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

// A value as the errors of a board show it: lists and mappings would be too long to show in full.
std::string told(const PlainData& value) {
    if (const auto* list = value.as<PlainData::List>()) return "a list of " + std::to_string(list->size());
    if (value.as<PlainData::Map>() != nullptr) return "a mapping";
    const auto* opaque = value.as<PlainData::Opaque>();
    if (opaque != nullptr && opaque->type != "int" && opaque->type != "str") return "a " + opaque->type;
    return shown(value);
}

// Reads entry after entry and keeps the first error; what is read after it is harmless and thrown away.
class BoardReader {
public:
    bool failed() const { return !error_.empty(); }
    const std::string& error() const { return error_; }

    void fail(std::string message) {
        if (error_.empty()) error_ = std::move(message);
    }
    void refuse(const std::string& path, const PlainData& value, const std::string& allowed) {
        if (path.empty()) return fail("board is " + told(value) + "; allowed: " + allowed);
        fail("board: '" + path + "' is " + told(value) + "; allowed: " + allowed);
    }

    // Is `value` a mapping with exactly these keys?
    void keys(const std::string& path, const PlainData& value, Names names) {
        const auto* map = value.as<PlainData::Map>();
        if (map == nullptr) return refuse(path, value, "a mapping");
        for (const auto& [key, item] : *map) {
            if (std::find(names.begin(), names.end(), key) == names.end())
                fail("board: unknown key '" + below(path, key) + "'; keys: " + joined(names));
        }
        for (const std::string_view name : names) {
            if (value.find(name) == nullptr) fail("board: no key '" + below(path, name) + "'");
        }
    }
    // A list of `length` items; false if it is none.
    bool list(const std::string& path, const PlainData& value, std::size_t length) {
        const auto* items = value.as<PlainData::List>();
        if (items != nullptr && items->size() == length) return true;
        refuse(path, value, "a list of " + std::to_string(length));
        return false;
    }
    int integer(const std::string& path, const PlainData& value, int low, int high) {
        const auto* number = value.as<std::int64_t>();
        if (number != nullptr && *number >= low && *number <= high) return static_cast<int>(*number);
        refuse(path, value, std::to_string(low) + " to " + std::to_string(high));
        return low;
    }
    bool boolean(const std::string& path, const PlainData& value) {
        const auto* flag = value.as<bool>();
        if (flag == nullptr) refuse(path, value, "true, false");
        return flag != nullptr && *flag;
    }
    std::uint8_t word(const std::string& path, const PlainData& value, Names words) {
        if (const auto* text = value.as<std::string>()) {
            const auto found = std::find(words.begin(), words.end(), *text);
            if (found != words.end()) return static_cast<std::uint8_t>(found - words.begin());
        }
        refuse(path, value, joined(words));
        return 0;
    }

    static std::string below(const std::string& path, std::string_view key) {
        std::string whole = path.empty() ? path : path + ".";
        return whole.append(key);
    }

private:
    std::string error_;
};

// An entry of the board with its path: where reading has come to.
class Entry {
public:
    Entry(BoardReader& reader, const PlainData& value, std::string path)
        : reader_(reader), value_(value), path_(std::move(path)) {}

    void keys(Names names) const { reader_.keys(path_, value_, names); }
    Entry operator[](std::string_view key) const {
        const PlainData* found = value_.find(key);
        return {reader_, found != nullptr ? *found : nothing(), BoardReader::below(path_, key)};
    }
    Entry operator[](std::size_t index) const {
        const auto* items = value_.as<PlainData::List>();
        const bool there = items != nullptr && index < items->size();
        return {reader_, there ? (*items)[index] : nothing(), path_ + "[" + std::to_string(index) + "]"};
    }
    // The first item, the second ... of a list of `length`, to be read by read(item, index).
    template <class Read>
    void each(std::size_t length, Read&& read) const {
        if (!reader_.list(path_, value_, length)) return;
        for (std::size_t i = 0; i < length; ++i) read((*this)[i], i);
    }
    int integer(int low, int high) const { return reader_.integer(path_, value_, low, high); }
    std::uint8_t small(int low, int high) const { return static_cast<std::uint8_t>(integer(low, high)); }
    bool boolean() const { return reader_.boolean(path_, value_); }
    std::uint8_t word(Names words) const { return reader_.word(path_, value_, words); }
    void refuse(const std::string& allowed) const { reader_.refuse(path_, value_, allowed); }
    void require(bool good, const std::string& allowed) const {
        if (!good) refuse(allowed);
    }
    const PlainData& value() const { return value_; }

private:
    static const PlainData& nothing() {
        static const PlainData kNothing;
        return kNothing;
    }
    BoardReader& reader_;
    const PlainData& value_;
    std::string path_;
};

void read_track(const Entry& track, Board& board) {
    track.keys(kTrackKeys);
    board.spaces = track["spaces"].integer(5, kMaxSpaces);
    board.boat_start = track["boat_start"].integer(1, board.spaces);
    board.gate_start = track["gate_start"].integer(1, board.spaces);
    board.lap_exit = track["lap_exit"].integer(1, board.spaces);
}

// Each colour exactly once?
bool is_permutation(std::span<const std::uint8_t> suits) {
    unsigned seen = 0;
    for (const std::uint8_t suit : suits) seen |= 1u << suit;
    return seen == 0xF;
}

void read_ring(const Entry& ring, const Entry& regions, Board& board) {
    unsigned seen = 0;
    board.ring = {};
    ring.each(static_cast<std::size_t>(board.spaces), [&](const Entry& item, std::size_t i) {
        board.ring[i] = item.word(kColours);
        seen |= 1u << board.ring[i];
    });
    ring.require(seen == 0xF, "every colour at least once");
    regions.each(kRegions, [&](const Entry& region, std::size_t r) {
        region.each(2, [&](const Entry& item, std::size_t i) { board.regions[r][i] = item.word(kColours); });
    });
    const std::array<std::uint8_t, kSuits> all = {board.regions[0][0], board.regions[0][1], board.regions[1][0],
                                                  board.regions[1][1]};
    regions.require(is_permutation(all), "each colour in one region");
}

void read_quadrant(const Entry& entry, Quadrant& quadrant) {
    entry.keys(kQuadrantKeys);
    const Entry order = entry["order"];
    order.each(kSuits, [&](const Entry& item, std::size_t i) { quadrant.order[i] = item.word(kColours); });
    order.require(is_permutation(quadrant.order), "each colour once");
    entry["docks"].each(kDocks, [&](const Entry& dock, std::size_t d) {
        dock.keys(kDockKeys);
        quadrant.docks[d].when = dock["when"].word(kWhens);
        quadrant.docks[d].fruit = dock["fruit"].small(0, 9);
        quadrant.docks[d].extra_banner = dock["extra_banner"].small(0, 9);
    });
}

void read_characters(const Entry& characters, Board& board) {
    characters.keys(kCharacterKeys);
    const Entry values = characters["values"];
    values.each(kCharacters, [&](const Entry& item, std::size_t i) { board.values[i] = item.small(0, 99); });
    values.require(std::is_sorted(board.values.begin(), board.values.end()), "no value below the one before it");
    characters["stunts"].each(kMaxSeats, [&](const Entry& row, std::size_t p) {
        row.each(kCharacters,
                 [&](const Entry& item, std::size_t i) { board.stunts[p][i] = item.small(1, board.spaces); });
    });
    board.stunt_fruit = characters["stunt_fruit"].integer(0, 9);
    board.deck_done_fruit = characters["deck_done_fruit"].integer(0, 9);
}

void read_seatings(const Entry& players, Board& board) {
    players.keys(kPlayersKeys);
    for (int n = 2; n <= kMaxSeats; ++n) {
        const Entry entry = players[kPlayersKeys[static_cast<std::size_t>(n - 2)]];
        entry.keys(kSeatingKeys);
        Seating& seating = board.seatings[static_cast<std::size_t>(n - 2)];
        seating.zeros = entry["zeros"].boolean();
        // Four kept 9s must leave enough cards to deal.
        seating.hand = entry["hand"].integer(1, ((seating.zeros ? kCards : kCards - kSuits) - kSuits) / n);
        seating.fruit_pool = entry["fruit_pool"].integer(1, 99);
        seating.neutral = entry["neutral"].boolean();
    }
}

}  // namespace

Result<Board> read_board(const PlainData& data) {
    BoardReader reader;
    const Entry root(reader, data, "");
    Board board;
    root.keys(kKeys);
    root["schema"].word(std::array{kSchema});
    if (const auto* name = root["name"].value().as<std::string>()) {
        board.name = *name;
    } else {
        root["name"].refuse("a string");
    }
    root["suits"].each(kSuits, [](const Entry& item, std::size_t i) { item.word(std::array{kColours[i]}); });
    board.rounds = root["rounds"].integer(1, 3);
    board.banners = root["banners_per_player"].integer(1, 99);
    root["majority"].each(3, [&](const Entry& item, std::size_t i) { board.majority[i] = item.integer(0, 99); });
    board.kept_card_profit = root["kept_card_profit"].integer(0, 99);
    read_track(root["track"], board);
    read_ring(root["ring"], root["regions"], board);
    root["quadrants"].keys(kColours);
    for (std::size_t q = 0; q < kSuits; ++q) read_quadrant(root["quadrants"][kColours[q]], board.quadrants[q]);
    read_characters(root["characters"], board);
    read_seatings(root["players"], board);
    if (reader.failed()) return Error{reader.error()};
    return board;
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
