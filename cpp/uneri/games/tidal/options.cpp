#include "uneri/games/tidal/options.hpp"

#include "uneri/base/fields.hpp"

namespace uneri::tidal {
namespace {

constexpr std::array<std::string_view, 4> kOptionNames = {"players", "rounds", "board", "utility"};

void read_board_option(FieldReader& fields, Options& options) {
    const Value* value = fields.find("board");
    if (value == nullptr || *value == Value(kDefaultBoard)) return;
    if (value->as<Value::Map>() == nullptr)
        return fields.fail("board", *value, "'default', a mapping, the path of a JSON file");
    const Result<Board> board = read_board(*value);
    if (!board) return fields.fail(board.error());
    options.board = *board;
}

bool fits_dock(int when, int card) noexcept {
    switch (when) {
        case kEven: return number_of(card) % 2 == 0;
        case kOdd: return number_of(card) % 2 == 1;
        case kAny: return true;
        default: return suit_of(card) == when - kColour;
    }
}

}  // namespace

void Options::derive() noexcept {
    const Seating& seating = board.seating(players);
    hand = seating.hand;
    fruit_pool = seating.fruit_pool;
    neutral = seating.neutral;
    deck = seating.zeros ? kAllCards : kAllCards & ~kZeros;
    for (std::size_t r = 0; r < kRegions; ++r) {
        for (const std::uint8_t quadrant : board.regions[r]) region_of[quadrant] = static_cast<std::uint8_t>(r);
    }
    for (std::size_t q = 0; q < kSuits; ++q) {
        for (std::size_t place = 0; place < kSuits; ++place) {
            const int suit = board.quadrants[q].order[place];
            for (int number = 0; number < kNumbers; ++number) {
                strength[q][static_cast<std::size_t>(kNumbers * suit + number)] =
                    static_cast<std::uint8_t>(kNumbers * (kSuits - 1 - static_cast<int>(place)) + number);
            }
        }
        neutral_docks[q] = 0;
        for (std::size_t d = 0; d < kDocks; ++d) {
            const int when = board.quadrants[q].docks[d].when;
            for (int card = 0; card < kCards; ++card) {
                std::uint8_t& mask = fits[q][static_cast<std::size_t>(card)];
                if (d == 0) mask = 0;
                mask = static_cast<std::uint8_t>(mask | static_cast<unsigned>(fits_dock(when, card)) << d);
            }
            const bool occupied = neutral && (when == kEven || when == kOdd);  // section 3
            neutral_docks[q] = static_cast<std::uint8_t>(neutral_docks[q] | static_cast<unsigned>(occupied) << d);
        }
    }
}

Result<Options> read_options(const Value& data) {
    FieldReader fields(kName, "option", data);
    Options options;
    fields.check_names(kOptionNames, false);
    options.players = static_cast<int>(fields.integer("players", 2, kMaxSeats, options.players));
    const auto rounds = static_cast<int>(fields.integer("rounds", 1, kMaxRounds, 0));
    read_board_option(fields, options);
    options.rounds = rounds > 0 ? rounds : options.board.rounds;
    options.utility = fields.choice("utility", kUtilityNames, options.utility);
    if (fields.failed()) return fields.error();
    options.derive();
    return options;
}

Value options_value(const Options& options) {
    return Value::Map{
        {"players", options.players},
        {"rounds", options.rounds},
        {"board", options.board == Board{} ? Value(kDefaultBoard) : board_value(options.board)},
        {"utility", kUtilityNames[static_cast<std::size_t>(options.utility)]},
    };
}

Value defaults_value(const Options& options) {
    const Options plain;
    return Value::Map{{"players", plain.players},
                      {"rounds", options.board.rounds},
                      {"board", kDefaultBoard},
                      {"utility", kUtilityNames[static_cast<std::size_t>(plain.utility)]}};
}

}  // namespace uneri::tidal
