#include "uneri/games/onda/options.hpp"

#include <algorithm>

#include "uneri/base/fields.hpp"
#include "uneri/games/onda/dial.hpp"
#include "uneri/games/onda/notation.hpp"

namespace uneri::onda {
namespace {

constexpr std::array<std::string_view, 12> kOptionNames = {"players",
                                                           "rounds",
                                                           "first_seat",
                                                           "bomb_sequence",
                                                           "tide_start",
                                                           "tide_reset",
                                                           "lead_of_bomb_shape",
                                                           "leader_may_turn",
                                                           "reveal_jokers",
                                                           "reveal_returned",
                                                           "pack",
                                                           "utility"};
constexpr std::array<std::string_view, 2> kTideNames = {"high", "low"};
constexpr std::array<std::string_view, 3> kResetNames = {"never", "round", "trick"};
constexpr std::array<std::string_view, 2> kLeadNames = {"bomb", "plain"};
constexpr std::array<std::string_view, 3> kRevealNames = {"never", "on_discard", "on_play"};

constexpr std::array<std::string_view, 6> kSmallCards = {"b1", "b1", "b2", "b2", "b3", "b3"};

// Reads `{"deal": 3, "down": 1, "cards": ["b1", ...]}`; false if it is no such mapping.
bool read_pack_data(const PlainData& value, Pack& pack) {
    const auto data = numbers_and_words(value, {"deal", "down"}, "cards");
    if (!data) return false;
    const std::int64_t deal = data->numbers[0];
    const std::int64_t down = data->numbers[1];
    if (down < 1 || down > 2 || deal <= down || deal > kMaxDeal) return false;
    pack = {"", static_cast<int>(deal), static_cast<int>(down), Deck()};
    for (const std::string_view name : data->words) {
        const std::optional<int> kind = parse_kind(name);
        if (!kind || name != kind_text(*kind) || pack.cards.count(*kind) == 2) return false;
        pack.cards.add(*kind);
    }
    return true;
}

void read_pack(FieldReader& fields, Options& options) {
    constexpr std::string_view kAllowed =
        "full, small, a mapping of down (1, 2), deal (more than down, at most 15) and cards (a list of names such as "
        "b7, each at most twice), a JSON file of one";
    const PlainData* value = fields.find("pack");
    const PlainData full("full");
    if (value == nullptr) value = &full;
    if (*value == full) {
        if (options.players == kMaxSeats) options.pack.deal = 12;  // O-2.3
    } else if (*value == PlainData("small")) {
        options.pack = {"small", 3, 1, Deck()};
        for (const std::string_view name : kSmallCards) options.pack.cards.add(*parse_kind(name));
    } else if (!read_pack_data(*value, options.pack)) {
        return fields.fail("pack", *value, kAllowed);
    }
    for (int v = 1; v <= kNumbers; ++v) {
        if (options.pack.cards.count(v - 1) + options.pack.cards.count(kNumbers + v - 1) > 0) options.pack.highest = v;
    }
    const int needed = options.players * options.pack.deal;
    if (options.pack.cards.total() < needed) {
        fields.fail("pack", *value,
                    "a pack of at least " + std::to_string(needed) + " cards for " + std::to_string(options.players) +
                        " players");
    }
}

PlainData pack_value(const Pack& pack) {
    if (!pack.name.empty()) return pack.name;
    PlainData::List cards;
    for (int k = 0; k < kKinds; ++k) {
        for (int i = 0; i < pack.cards.count(k); ++i) cards.emplace_back(kind_text(k));
    }
    return PlainData::Map{{"deal", pack.deal}, {"down", pack.down}, {"cards", std::move(cards)}};
}

void set_dial(const Dial& dial, std::string_view name, Options& options) {
    options.dial = {};
    std::copy(dial.begin(), dial.end(), options.dial.begin());
    options.dial_length = static_cast<int>(dial.size());
    options.bomb_sequence = name;
}

void read_dial_option(FieldReader& fields, Options& options) {
    constexpr std::string_view kAllowed =
        "ladder, runs_first, a list of 1 to 16 shape numbers 1 to 6, a JSON file of one";
    const PlainData preset = options.bomb_sequence;
    const PlainData* value = fields.find("bomb_sequence");
    if (value == nullptr) value = &preset;
    for (std::size_t i = 0; i < kBombPresets.size(); ++i) {
        if (*value == PlainData(kBombPresets[i])) return set_dial(named_dials()[i], kBombPresets[i], options);
    }
    const std::optional<Dial> dial = read_dial(*value);
    if (!dial) return fields.fail("bomb_sequence", *value, kAllowed);
    set_dial(*dial, "", options);
}

}  // namespace

Result<Options> read_options(const PlainData& data) {
    FieldReader fields(kName, "option", data);
    Options options;
    fields.check_names(kOptionNames, false);
    options.players = static_cast<int>(fields.integer("players", 2, kMaxSeats, options.players));
    options.rounds = static_cast<int>(fields.integer("rounds", 1, kMaxRounds, options.rounds));
    options.first_seat = static_cast<int>(fields.integer("first_seat", -1, options.players - 1, options.first_seat));
    read_dial_option(fields, options);
    options.tide_start = fields.choice("tide_start", kTideNames, options.tide_start);
    options.tide_reset = static_cast<TideReset>(fields.choice("tide_reset", kResetNames, options.tide_reset));
    options.lead_of_bomb_shape =
        static_cast<BombLead>(fields.choice("lead_of_bomb_shape", kLeadNames, options.lead_of_bomb_shape));
    options.leader_may_turn = fields.boolean("leader_may_turn", options.leader_may_turn);
    options.reveal_jokers =
        static_cast<RevealJokers>(fields.choice("reveal_jokers", kRevealNames, options.reveal_jokers));
    options.reveal_returned = fields.boolean("reveal_returned", options.reveal_returned);
    read_pack(fields, options);
    options.utility = fields.choice("utility", kUtilityNames, options.utility);
    if (fields.failed()) return fields.error();
    return options;
}

PlainData options_value(const Options& options) {
    PlainData sequence = options.bomb_sequence;
    if (options.bomb_sequence.empty()) {
        sequence = list_of(std::vector<int>(options.dial.begin(), options.dial.begin() + options.dial_length));
    }
    return PlainData::Map{
        {"players", options.players},
        {"rounds", options.rounds},
        {"first_seat", options.first_seat},
        {"bomb_sequence", sequence},
        {"tide_start", kTideNames[static_cast<std::size_t>(options.tide_start)]},
        {"tide_reset", kResetNames[options.tide_reset]},
        {"lead_of_bomb_shape", kLeadNames[options.lead_of_bomb_shape]},
        {"leader_may_turn", options.leader_may_turn},
        {"reveal_jokers", kRevealNames[options.reveal_jokers]},
        {"reveal_returned", options.reveal_returned},
        {"pack", pack_value(options.pack)},
        {"utility", kUtilityNames[static_cast<std::size_t>(options.utility)]},
    };
}

}  // namespace uneri::onda
