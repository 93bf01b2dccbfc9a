#include "uneri/games/tidal/options.hpp"

#include "uneri/games/tidal/data.hpp"

namespace uneri::tidal {
namespace {

constexpr int kSmallDeal = 2;
constexpr std::array<std::string_view, 9> kSmallCards = {"O1", "O4", "Y2", "Y5", "Y9", "T3", "T7", "P6", "P8"};

// Reads `{"deal": 2, "cards": ["O1", ...]}`; false if `value` has another form.
bool read_pack_data(const PlainData& value, Pack& pack) {
    const auto data = numbers_and_words(value, {"deal"}, "cards");
    if (!data || data->numbers[0] < 1 || data->numbers[0] > kMaxDeal) return false;
    pack = {"", data->name, static_cast<int>(data->numbers[0]), 0};
    for (const std::string_view name : data->words) {
        const Result<Action> id = parse_action(name, true);
        if (!id || action_text(*id) != name || has(pack.cards, *id)) return false;
        pack.cards |= bit_of(*id);
    }
    return true;
}

}  // namespace

void read_board_option(FieldReader& fields, Options& options) {
    const PlainData* value = fields.find("board");
    if (value == nullptr || *value == PlainData(kBoardNames[0])) return;
    if (value->as<PlainData::Map>() == nullptr)
        return fields.fail("board", *value, "'default', a mapping, the path of a JSON file");
    const Result<Board> board = read_board(*value);
    if (!board) return fields.fail(board.error());
    options.board = *board;
}

PlainData board_option_value(const Options& options) {
    return options.board == default_board() ? PlainData(kBoardNames[0]) : board_value(options.board);
}

void read_pack(FieldReader& fields, Options& o) {
    constexpr std::string_view kAllowed =
        "full, small, a mapping of deal (1 to 18) and cards (a list of different names such as O7), a JSON file of one";
    const PlainData* value = fields.find("pack");
    if (value == nullptr || *value == PlainData("full")) return;
    if (*value == PlainData("small")) {
        o.pack = {"small", {}, kSmallDeal, 0};
        for (const std::string_view name : kSmallCards) o.pack.cards |= bit_of(*parse_action(name, true));
    } else if (!read_pack_data(*value, o.pack)) {
        return fields.fail("pack", *value, kAllowed);
    }
    const int needed = o.players * o.pack.deal;
    if (size_of(o.pack.cards & ~kNines) < needed) {
        fields.fail("pack", *value,
                    "a pack of at least " + std::to_string(needed) + " cards beside the 9s for " +
                        std::to_string(o.players) + " players");
    }
}

PlainData pack_value(const Options& options) {
    const Pack& pack = options.pack;
    if (!pack.name.empty()) return pack.name;
    PlainData::List cards;
    for (int card = 0; card < kCards; ++card) {
        if (has(pack.cards, card)) cards.emplace_back(action_text(card));
    }
    PlainData::Map data{{"deal", pack.deal}, {"cards", std::move(cards)}};
    if (!pack.title.is_null()) data.emplace_back("name", pack.title);
    return data;
}

namespace {

// R27
bool fits_dock(WhenSet when, int card) noexcept {
    const WhenSet fit = only(number_of(card) % 2 == 0 ? kEven : kOdd) | only(kAny) | only(kColour + suit_of(card)) |
                        only(kNumber + number_of(card));
    return (when & fit) != 0;
}

}  // namespace

void Options::derive() noexcept {
    const Seating& seating = board.seating(players);
    hand = seating.hand;
    fruit_pool = seating.fruit_pool;
    majority = seating.majority.value_or(board.majority);
    deck = seating.zeros ? kAllCards : kAllCards & ~kZeros;
    if (pack.name != "full") {
        hand = pack.deal;
        deck = pack.cards;
    }
    card_share = Shares<kMaxDeal + 1>(hand);
    banner_share = Shares<kMostPieces + 1>(board.banners);
    fruit_share = Shares<kMostPieces + 1>(fruit_pool);
    for (std::size_t r = 0; r < kRegions; ++r) {
        for (const std::uint8_t quadrant : board.regions[r]) region_of[quadrant] = static_cast<std::uint8_t>(r);
    }
    for (std::size_t q = 0; q < kSuits; ++q) {
        CardSet below = 0;
        for (std::size_t place = kSuits; place-- > 0;) {
            for (int number = 0; number < kNumbers; ++number) {
                const int card = kNumbers * board.quadrants[q].order[place] + number;
                strength[q][at(card)] = static_cast<std::uint8_t>(size_of(below));
                weaker[q][at(card)] = below;
                below |= bit_of(card);
            }
        }
        neutral_docks[q] = 0;
        for (std::size_t d = 0; d < kDocks; ++d) {
            const WhenSet when = board.quadrants[q].docks[d].when;
            for (int card = 0; card < kCards; ++card) {
                std::uint8_t& mask = fits[q][at(card)];
                if (d == 0) mask = 0;
                mask = static_cast<std::uint8_t>(mask | static_cast<unsigned>(fits_dock(when, card)) << d);
            }
            const bool occupied = seating.neutral == kEvenAndOdd
                                      ? when == only(kEven) || when == only(kOdd)  // section 3
                                      : (seating.neutral >> (kDocks * q + d) & 1) != 0;
            neutral_docks[q] = static_cast<std::uint8_t>(neutral_docks[q] | static_cast<unsigned>(occupied) << d);
        }
    }
}

Result<Options> read_options(const PlainData& data) {
    FieldReader fields(kName, "option", data);
    Options options;
    options.rounds = 0;
    if (!option::read(kOptionTable, fields, options)) return fields.error();
    if (options.rounds == 0) options.rounds = options.board.rounds;
    options.derive();
    return options;
}

PlainData defaults_value(const Options& options) {
    Options plain;
    plain.rounds = options.board.rounds;
    return options_value(plain);
}

}  // namespace uneri::tidal
