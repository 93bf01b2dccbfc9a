#include "uneri/games/solo/options.hpp"

#include <algorithm>
#include <vector>

#include "uneri/base/fields.hpp"
#include "uneri/games/solo/notation.hpp"

namespace uneri::solo {
namespace {

constexpr std::array<std::string_view, 17> kOptionNames = {"players",
                                                           "start_points",
                                                           "max_rounds",
                                                           "first_seat",
                                                           "next_starter",
                                                           "extend_any_wild",
                                                           "jump_in",
                                                           "self_jump_in",
                                                           "jump_window",
                                                           "jump_in_last_card",
                                                           "solo_call",
                                                           "solo_penalty",
                                                           "reverse_two_player",
                                                           "last_card_draws",
                                                           "turn_cap",
                                                           "pack",
                                                           "utility"};
constexpr std::array<std::string_view, 3> kStarterNames = {"rotate", "winner", "left_of_winner"};
constexpr std::array<std::string_view, 4> kJumpNames = {"all", "coloured", "numbers", "none"};
constexpr std::array<std::string_view, 2> kWindowNames = {"after_card", "every_turn"};
constexpr std::array<std::string_view, 2> kCallNames = {"manual", "auto"};
constexpr std::array<std::string_view, 2> kReverseNames = {"skip", "plain"};

std::string_view word(bool second, const std::array<std::string_view, 2>& names) { return names[second ? 1 : 0]; }

constexpr int kSmallDeal = 2;
constexpr std::array<std::string_view, 6> kSmallCards = {"R1", "R1", "R2", "G1", "G2", "GD2"};

// Reads `{"deal": 2, "cards": ["R1", ...]}`; false if it is no such mapping.
bool read_pack_data(const PlainData& value, Pack& pack) {
    const auto data = numbers_and_words(value, {"deal"}, "cards");
    if (!data || data->numbers[0] < 1 || data->numbers[0] > kHandSize) return false;
    pack = {"", static_cast<int>(data->numbers[0]), Cards()};
    for (const std::string_view name : data->words) {
        const std::optional<int> kind = parse_kind(name);
        if (!kind || name != kind_text(*kind) || pack.cards.count(*kind) == multiplicity(*kind)) return false;
        pack.cards.add(*kind);
    }
    return true;
}

int numbers_in(const Cards& cards) {
    int count = 0;
    for (int k = 0; k < kKinds; ++k) count += is_number(k) ? cards.count(k) : 0;
    return count;
}

void read_pack(FieldReader& fields, Options& o) {
    constexpr std::string_view kAllowed =
        "full, small, a mapping of deal (1 to 8) and cards (a list of names such as R7, each at most as often as in "
        "the full pack), a JSON file of one";
    const PlainData* value = fields.find("pack");
    if (value == nullptr || *value == PlainData("full")) return;
    if (*value == PlainData("small")) {
        o.pack = {"small", kSmallDeal, Cards()};
        for (const std::string_view name : kSmallCards) o.pack.cards.add(*parse_kind(name));
    } else if (!read_pack_data(*value, o.pack)) {
        return fields.fail("pack", *value, kAllowed);
    }
    const int needed = o.players * o.pack.deal + 1;
    if (numbers_in(o.pack.cards) < needed) {
        fields.fail("pack", *value,
                    "a pack of at least " + std::to_string(needed) + " number cards for " + std::to_string(o.players) +
                        " players");
    }
}

PlainData pack_value(const Pack& pack) {
    if (!pack.name.empty()) return pack.name;
    PlainData::List cards;
    for (int k = 0; k < kKinds; ++k) {
        for (int i = 0; i < pack.cards.count(k); ++i) cards.emplace_back(kind_text(k));
    }
    return PlainData::Map{{"deal", pack.deal}, {"cards", std::move(cards)}};
}

}  // namespace

Result<Options> read_options(const PlainData& data) {
    FieldReader fields(kName, "option", data);
    Options o;
    fields.check_names(kOptionNames, false);
    const auto number = [&](std::string_view name, int low, int high, int& out) {
        out = static_cast<int>(fields.integer(name, low, high, out));
    };
    const auto flag = [&](std::string_view name, bool& out) { out = fields.boolean(name, out); };
    number("players", 2, kMaxSeats, o.players);
    number("start_points", 1, kMostPoints, o.start_points);
    number("max_rounds", 0, kMostRounds, o.max_rounds);
    number("first_seat", -1, o.players - 1, o.first_seat);
    o.next_starter = static_cast<NextStarter>(fields.choice("next_starter", kStarterNames, o.next_starter));
    flag("extend_any_wild", o.extend_any_wild);
    o.jump_in = static_cast<JumpIn>(fields.choice("jump_in", kJumpNames, o.jump_in));
    flag("self_jump_in", o.self_jump_in);
    o.window_every_turn = fields.choice("jump_window", kWindowNames, 0) == 1;
    flag("jump_in_last_card", o.jump_in_last_card);
    o.solo_auto = fields.choice("solo_call", kCallNames, 0) == 1;
    number("solo_penalty", 0, kMostPenalty, o.solo_penalty);
    o.reverse_skips = fields.choice("reverse_two_player", kReverseNames, 0) == 0;
    flag("last_card_draws", o.last_card_draws);
    number("turn_cap", 0, kMostTurns, o.turn_cap);
    read_pack(fields, o);
    o.utility = fields.choice("utility", kUtilityNames, o.utility);
    if (fields.failed()) return fields.error();
    return o;
}

PlainData options_value(const Options& o) {
    return PlainData::Map{
        {"players", o.players},
        {"start_points", o.start_points},
        {"max_rounds", o.max_rounds},
        {"first_seat", o.first_seat},
        {"next_starter", kStarterNames[o.next_starter]},
        {"extend_any_wild", o.extend_any_wild},
        {"jump_in", kJumpNames[o.jump_in]},
        {"self_jump_in", o.self_jump_in},
        {"jump_window", word(o.window_every_turn, kWindowNames)},
        {"jump_in_last_card", o.jump_in_last_card},
        {"solo_call", word(o.solo_auto, kCallNames)},
        {"solo_penalty", o.solo_penalty},
        {"reverse_two_player", word(!o.reverse_skips, kReverseNames)},
        {"last_card_draws", o.last_card_draws},
        {"turn_cap", o.turn_cap},
        {"pack", pack_value(o.pack)},
        {"utility", kUtilityNames[static_cast<std::size_t>(o.utility)]},
    };
}

}  // namespace uneri::solo
