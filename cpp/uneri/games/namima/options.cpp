#include "uneri/games/namima/options.hpp"

#include <algorithm>
#include <string>

#include "uneri/base/fields.hpp"

namespace uneri::namima {
namespace {

constexpr std::array<std::string_view, 7> kOptionNames = {"variant", "players", "games",  "first_seat",
                                                          "riichi",  "dora",    "utility"};
constexpr std::string_view kVariantAllowed =
    "a built-in name (sazanami, shiranami, shikinami, aranami, ayanami, juuayanami), a mapping, the path of a JSON "
    "file";

Result<RuleSet> read_variant(const PlainData* value) {
    const PlainData given = value != nullptr ? *value : PlainData(kDefaultVariant);
    if (const auto* word = given.as<std::string>()) {
        const auto found = std::find(kVariants.begin(), kVariants.end(), *word);
        if (found != kVariants.end()) return built_in(static_cast<int>(found - kVariants.begin()));
    }
    if (given.as<PlainData::Map>() != nullptr) return read_ruleset(given);
    return Error{"option 'variant' is " + shown(given) + "; allowed: " + std::string(kVariantAllowed)};
}

}  // namespace

Result<Options> read_options(const PlainData& data) {
    FieldReader fields(kName, "option", data);
    Options o;
    fields.check_names(kOptionNames, false);
    o.players = static_cast<int>(fields.integer("players", 2, kMaxSeats, o.players));
    o.games = static_cast<int>(fields.integer("games", 0, kMostGames, o.games));
    o.first_seat = static_cast<int>(fields.integer("first_seat", -1, o.players - 1, o.first_seat));
    o.riichi = fields.boolean("riichi", o.riichi);
    o.dora = fields.boolean("dora", o.dora);
    o.utility = fields.choice("utility", kUtilityNames, o.utility);
    if (fields.failed()) return fields.error();
    const auto named = [](const std::string& message) { return Error{std::string(kName) + ": " + message}; };
    const Result<RuleSet> rules = read_variant(fields.find("variant"));
    if (!rules) return named(rules.error());
    Result<Melds> melds = Melds::make(*rules, o.players);
    if (!melds) return named(melds.error());
    o.tables = std::make_shared<const Tables>(*melds);
    o.melds = std::shared_ptr<const Melds>(o.tables, &o.tables->melds);
    o.index = std::make_shared<const MeldIndex>(*o.melds);
    o.neighbours = std::make_shared<const Neighbours>(*o.melds);
    o.ids = ActionIds::of(*o.melds);
    o.match_games = o.games > 0 ? o.games : rules->games_per_match[static_cast<std::size_t>(o.players - 2)];
    return o;
}

PlainData options_value(const Options& o) {
    const int variant = built_in_index(o.rules());
    return PlainData::Map{
        {"variant", variant >= 0 ? PlainData(kVariants[static_cast<std::size_t>(variant)]) : ruleset_value(o.rules())},
        {"players", o.players},
        {"games", o.games},
        {"first_seat", o.first_seat},
        {"riichi", o.riichi},
        {"dora", o.dora},
        {"utility", kUtilityNames[static_cast<std::size_t>(o.utility)]},
    };
}

std::int64_t score_bound(const Options& o) noexcept {
    if (built_in_index(o.rules()) >= 0) return std::int64_t{3250} * o.match_games;
    const RuleSet& rules = o.rules();
    const std::int64_t n = o.players;
    const std::int64_t deal = o.deal();
    const std::int64_t card = 1 + *std::max_element(rules.penalty.begin(), rules.penalty.begin() + rules.colours);
    std::int64_t combos = 0;
    for (const std::int16_t value : rules.combos) combos += std::max<std::int64_t>(value, 0);
    const std::int64_t most = 2 * (deal * (o.melds->highest_points() + combos) + 2 * deal);
    return 2 * (2 * (n - 1) * (deal + 1) * card + n * most) * o.match_games;
}

}  // namespace uneri::namima
