#include "uneri/games/namima/options.hpp"

#include <algorithm>
#include <string>

namespace uneri::namima {
namespace {

Result<RuleSet> rule_set_of(const PlainData& given) {
    if (const auto variant = find_word(kVariants, &given)) return built_in(*variant);
    if (given.as<PlainData::Map>() != nullptr) return read_ruleset(given);
    return Error{"option 'variant' is " + shown(given) + "; allowed: a built-in name (" + joined(kVariants) +
                 "), a mapping, the path of a JSON file"};
}

}  // namespace

void read_variant(FieldReader& fields, Options& o) {
    const PlainData* value = fields.find("variant");
    const Result<RuleSet> rules = rule_set_of(value != nullptr ? *value : PlainData(kDefaultVariant));
    if (!rules) return fields.fail(rules.error());
    Result<Melds> melds = Melds::make(*rules, o.players);
    if (!melds) return fields.fail(melds.error());
    o.tables = std::make_shared<const Tables>(*melds);
    o.melds = std::shared_ptr<const Melds>(o.tables, &o.tables->melds);
    o.index = std::make_shared<const MeldIndex>(*o.melds);
    o.neighbours = std::make_shared<const Neighbours>(*o.melds);
    o.shares = std::make_shared<const CardShares>(*o.melds);
    o.ids = ActionIds::of(*o.melds);
}

PlainData variant_value(const Options& o) {
    if (o.melds == nullptr) return kDefaultVariant;  // default options have no tables; nobody plays with them
    const int variant = built_in_index(o.rules());
    return variant >= 0 ? PlainData(kVariants[static_cast<std::size_t>(variant)]) : ruleset_value(o.rules());
}

Result<Options> read_options(const PlainData& data) {
    FieldReader fields(kName, "option", data);
    Options o;
    if (!option::read(kOptionTable, fields, o)) return fields.error();
    o.match_games = o.games > 0 ? o.games : o.rules().games_per_match[static_cast<std::size_t>(o.players - 2)];
    o.game_share = Shares<kMostGames + 1>(o.match_games);
    return o;
}

std::int64_t score_bound(const Options& o) noexcept {
    if (built_in_index(o.rules()) >= 0) return std::int64_t{3250} * o.match_games;
    const RuleSet& rules = o.rules();
    const std::int64_t n = o.players;
    const std::int64_t deal = o.deal();
    const std::int64_t card = 1 + *std::max_element(rules.penalty.begin(), rules.penalty.begin() + rules.colours);
    std::int64_t combos = 0;
    for (std::size_t i = 0; i < kCombos + rules.own_combos.size(); ++i)
        combos += std::max<std::int64_t>(combo_value(rules, i), 0);
    const auto& [closed, deal_in, riichi] = rules.payments;
    const std::int64_t most = riichi * (deal * (o.melds->highest_points() + combos) + 2 * deal);
    return 2 * (closed * (n - 1) * (deal + 1) * card + (n - 2 + deal_in) * most) * o.match_games;
}

}  // namespace uneri::namima
