#include "uneri/games/tacta/options.hpp"

#include <optional>

namespace uneri::tacta {
namespace {

constexpr int kLimitedRounds = kSuits;  // limited space has one round per suit (8)

bool is_team(Mode mode) noexcept { return mode == kTeamUp || mode == kTeamFreePlay; }

Options plain_options(Mode mode) {
    Options options;
    options.mode = mode;
    options.players = is_team(mode) ? 4 : 2;
    options.suits = mode == kQuick || mode == kSabotage ? "cs" : "cst";
    options.rounds = mode == kLimitedSpace ? kLimitedRounds : 1;
    return options;
}

}  // namespace

void read_mode(FieldReader& fields, Options& options) {
    options = plain_options(static_cast<Mode>(fields.choice("mode", kModeNames)));
}

void read_players(FieldReader& fields, Options& options) {
    if (!is_team(options.mode)) {
        options.players = static_cast<int>(fields.integer("players", 2, kMaxColours, options.players));
        return;
    }
    const PlainData* value = fields.find("players");
    if (value == nullptr) return;
    const auto* number = value->as<std::int64_t>();
    if (number == nullptr || *number < 4 || *number > kMaxSeats || *number % 2 != 0)
        return fields.fail("players", *value, "4, 6, 8, 10, 12");
    options.players = static_cast<int>(*number);
}

void read_suits(FieldReader& fields, Options& options) {
    const PlainData* value = fields.find("suits");
    if (value == nullptr) return;
    const std::string words = "different letters of 'cst' in that order";
    std::size_t fewest = 1;
    std::size_t most = kSuits;
    std::string allowed = words;
    if (options.mode == kLimitedSpace) {
        fewest = kSuits;
        allowed = kSuitLetters;
    } else if (options.mode == kQuick) {
        most = 2;
        allowed = "one or two " + words;
    } else if (options.mode == kSabotage) {
        fewest = most = 2;
        allowed = "two " + words;
    }
    const auto* text = value->as<std::string>();
    std::size_t matched = 0;  // letters found in order
    for (const char letter : kSuitLetters)
        matched += text != nullptr && matched < text->size() && (*text)[matched] == letter;
    if (text == nullptr || matched != text->size() || text->size() < fewest || text->size() > most)
        return fields.fail("suits", *value, allowed);
    options.suits = *text;
}

// Every seat needs at least two cards. Partners share the cards of their colour, so they need an even number, at least
// four.
void read_values(FieldReader& fields, Options& options) {
    if (!is_team(options.mode)) {
        options.values = static_cast<int>(fields.integer("values", 2, kValues, options.values));
        return;
    }
    const PlainData* value = fields.find("values");
    if (value == nullptr || *value == PlainData(kValues)) return;
    if (*value != PlainData(4)) return fields.fail("values", *value, "4, 6");
    options.values = 4;
}

void read_rounds(FieldReader& fields, Options& options) {
    if (options.mode != kLimitedSpace) {
        const PlainData* target = fields.find("target");
        const auto* score = target == nullptr ? nullptr : target->as<std::int64_t>();
        if (score != nullptr && *score > 0) options.rounds = kMaxRounds;  // as many as it takes
        options.rounds = static_cast<int>(fields.integer("rounds", 1, kMaxRounds, options.rounds));
        return;
    }
    const PlainData* value = fields.find("rounds");
    if (value != nullptr && *value != PlainData(kLimitedRounds))
        fields.fail("rounds", *value, std::to_string(kLimitedRounds));
}

void read_target(FieldReader& fields, Options& options) {
    if (options.rounds != 1 && options.mode != kLimitedSpace) {
        options.target = static_cast<int>(fields.integer("target", 0, kMaxTarget, 0));
        return;
    }
    const PlainData* value = fields.find("target");
    if (value != nullptr && *value != PlainData(0)) fields.fail("target", *value, "0");
}

namespace {

// A side of a size such as `1280x960`: up to five ASCII digits, no leading zero.
std::optional<int> side_of(std::string_view digits) {
    if (digits.empty() || digits.size() > 5 || digits[0] == '0') return std::nullopt;
    int side = 0;
    for (const char digit : digits) {
        if (digit < '0' || digit > '9') return std::nullopt;
        side = 10 * side + (digit - '0');
    }
    return side;
}

std::optional<Size> size_of(std::string_view text, Size least) {
    const std::size_t x = text.find('x');
    if (x == text.npos) return std::nullopt;
    const std::optional<int> width = side_of(text.substr(0, x));
    const std::optional<int> height = side_of(text.substr(x + 1));
    const auto good = [](const std::optional<int>& side, int low) {
        return side && *side >= low && *side <= kMaxTable && *side % 2 == 0;
    };
    if (!good(width, least.width) || !good(height, least.height)) return std::nullopt;
    return Size{*width, *height};
}

Size least_size(const Deck& deck) { return {deck.width + 2 * deck.margin, deck.height + 2 * deck.margin}; }

}  // namespace

void read_deck_option(FieldReader& fields, Options& options) {
    static const std::shared_ptr<const Tables> kDefault = *Tables::make(default_deck());
    options.tables = kDefault;
    const PlainData* value = fields.find("deck");
    if (value == nullptr || *value == PlainData(kDefaultDeck)) return;
    if (value->as<PlainData::Map>() == nullptr)
        return fields.fail("deck", *value, "'default-18', a mapping, the path of a JSON file");
    const Result<Deck> deck = read_deck(*value);
    if (!deck) return fields.fail(deck.error());
    if (*deck == default_deck()) return;
    const Result<std::shared_ptr<const Tables>> tables = Tables::make(*deck);
    if (!tables) return fields.fail(tables.error());
    options.tables = *tables;
}

PlainData deck_option_value(const Options& options) {
    if (options.tables == nullptr) return kDefaultDeck;  // default options have no tables; nobody plays with them
    const Deck& deck = options.t().deck;
    return deck == default_deck() ? PlainData(kDefaultDeck) : deck_value(deck);
}

void read_table(FieldReader& fields, Options& options) {
    const PlainData* value = fields.find("table");
    if (value == nullptr || *value == PlainData("default")) return;
    const Size least = least_size(options.t().deck);
    const auto* text = value->as<std::string>();
    if (text == nullptr || !size_of(*text, least)) {
        const std::string most = std::to_string(kMaxTable);
        return fields.fail("table", *value,
                           "'default' or WxH, even numbers from " + std::to_string(least.width) + "x" +
                               std::to_string(least.height) + " to " + most + "x" + most);
    }
    options.table = *text;
}

void Options::derive() noexcept {
    team = is_team(mode);
    free_play = mode == kFreePlay || mode == kTeamFreePlay;
    owner = outer_cards == 1;
    first_to_finish = tie_break == 1;
    replay = tie_break == 2;
    most_rounds = rounds + (replay ? kReplays : 0);
    colours = team ? players / 2 : players;
    round_suits = mode == kLimitedSpace ? 1 : static_cast<int>(suits.size());
    played_suits = 0;
    for (int index = 0; index < static_cast<int>(suits.size()); ++index) played_suits |= suit(index);
    const Deck& deck = t().deck;
    const auto& sizes = round_suits == 1 ? deck.one_suit : deck.standard;
    size = table == "default" ? sizes[at(colours - 2)] : *size_of(table, least_size(deck));
    half_width = size.width / 2 * (1 << kFixedBits);
    half_height = size.height / 2 * (1 << kFixedBits);
    round_share = Shares<kMaxRounds + kReplays + 1>(most_rounds);
    seat_share = Shares<kMaxSeats + 1>(players);
}

CardSet Options::cards_in_play(int r) const noexcept {
    if (mode != kLimitedSpace) return played_suits;
    return suit(std::min(r, kLimitedRounds - 1));  // replays have the last suit
}

CardSet Options::suit(int index) const noexcept {
    CardSet cards = t().suit_cards[kSuitLetters.find(suits[at(index)])];
    for (int card = 0; card < kDeckSize; ++card) {
        if (t().value[at(card)] > values) cards &= ~(CardSet{1} << card);
    }
    return cards;
}

Result<Options> read_options(const PlainData& data) {
    FieldReader fields(kName, "option", data);
    Options options;
    if (!option::read(kOptionTable, fields, options)) return fields.error();
    options.derive();
    return options;
}

PlainData defaults_value(const Options& options) {
    Options plain = plain_options(options.mode);
    plain.mode = kStandard;
    if (options.target > 0) plain.rounds = kMaxRounds;
    return options_value(plain);
}

}  // namespace uneri::tacta
