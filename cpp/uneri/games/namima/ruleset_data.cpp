// Reads rule sets from plain data and writes them (N-2.1, N-2.2).
#include <algorithm>
#include <span>
#include <vector>

#include "uneri/base/data_entry.hpp"
#include "uneri/base/global_lazy.hpp"
#include "uneri/base/json.hpp"
#include "uneri/games/namima/ruleset.hpp"
#include "uneri/games/namima/ruleset_own.hpp"

namespace uneri::namima {

int RuleSet::deck_size(int players) const noexcept {
    int cards = 0;
    for (int k = 0; k < kinds(); ++k) cards += copies_of(k, players);
    return cards;
}

int RuleSet::deal_size(int players) const noexcept {
    if (const int set = deal.by_players[static_cast<std::size_t>(players - 2)]; set > 0) return set;
    return deck_size(players) >= deal.threshold * players ? deal.at_least : deal.below;
}

std::string RuleSet::kind_name(int kind) const {
    return letter[static_cast<std::size_t>(colour_of(kind))] +
           std::to_string(rank[static_cast<std::size_t>(rank_of(kind))]);
}

const SpecialPoints* RuleSet::special(std::string_view key) const noexcept {
    for (const SpecialPoints& special : special_points) {
        if (special.key == key) return &special;
    }
    return nullptr;
}

std::string_view combo_name(const RuleSet& rules, std::size_t i) {
    return i < kCombos ? kComboNames[i] : std::string_view(rules.own_combos[i - kCombos].name);
}

int combo_value(const RuleSet& rules, std::size_t i) {
    return i < kCombos ? rules.combos[i] : rules.own_combos[i - kCombos].points;
}

std::string key_name(MeldKind meld_kind, int size, KeySuffix suffix) {
    constexpr std::array<std::string_view, kKeySuffixes> kSuffixes = {"", "h", "w"};
    return std::string(kMeldKindNames[meld_kind]) + std::to_string(size) + std::string(kSuffixes[suffix]);
}

std::string_view rulesets_json() noexcept;  // compiled in, see cmake/UneriData.cmake

namespace {

constexpr std::array<std::string_view, 17> kKeys = {
    "name",  "ja",     "colours", "ranks",   "copies", "copies_by_players", "melds",    "honour",  "wild",
    "cycle", "points", "combos",  "penalty", "deal",   "games_per_match",   "switches", "payments"};
constexpr std::array<std::string_view, 6> kRequired = {"colours", "copies", "melds", "points", "combos", "penalty"};
constexpr std::array<std::string_view, 4> kDefaults = {"ranks", "deal", "games_per_match", "switches"};
constexpr std::array<std::string_view, 3> kWildKeys = {"colour", "max_per_meld", "min_meld_size"};
constexpr std::array<std::string_view, 4> kDealKeys = {"threshold", "at_least", "below", "by_players"};
constexpr std::array<std::string_view, 4> kPlayerKeys = {"2", "3", "4", "5"};
constexpr std::array<std::string_view, 4> kSwitchKeys = {"won_by_layoff", "won_meld_open", "won_first", "riichi_row"};
constexpr std::array<std::string_view, 3> kPaymentKeys = {"closed", "deal_in", "riichi"};

class Reader {
public:
    explicit Reader(const PlainData& data) : root_("variant", data, error_) {}

    Result<RuleSet> read() {
        root_.keys(kKeys, kRequired);
        if (error_.empty()) read_cards();
        if (error_.empty()) read_melds();
        if (error_.empty()) read_values();
        if (!error_.empty()) return Error{error_};
        return rules_;
    }

private:
    void read_cards() {
        read_name(root_["name"], root_["ja"]);
        read_colours(root_["colours"]);
        if (!error_.empty()) return;
        read_ranks(root_["ranks"]);
        read_copies(root_["copies"], rules_, rules_.copies);
        const DataEntry others = root_["copies_by_players"];
        if (!others.there()) return;
        others.keys(kPlayerKeys, {});
        for (std::size_t i = 0; i < kPlayerKeys.size(); ++i) {
            const DataEntry deck = others[kPlayerKeys[i]];
            if (deck.there()) read_copies(deck, rules_, rules_.copies_by_players[i].emplace());
        }
    }

    // N-2.9. Earlier files have a Japanese name at `ja`.
    void read_name(const DataEntry& name, const DataEntry& ja) {
        if (name.there()) rules_.name = name.name();
        if (ja.there()) {
            ja.require(!name.there(), "no key beside name");
            rules_.name = PlainData::Map{{"ja", ja.text()}};
            if (ja.text().empty()) rules_.name = PlainData();
        }
        if (rules_.name == PlainData("")) rules_.name = PlainData();
    }

    void read_colours(const DataEntry& colours) {
        if (!colours.list(2, kMaxColours, "a list of 2 to 6")) return;
        rules_.colours = static_cast<int>(colours.size());
        for (std::size_t i = 0; i < colours.size(); ++i) {
            const auto* text = colours[i].value().as<std::string>();
            const bool good = text != nullptr && text->size() == 1 && (*text)[0] >= 'A' && (*text)[0] <= 'Z';
            colours[i].require(good, "a capital letter");
            if (good) rules_.letter[i] = (*text)[0];
        }
        for (std::size_t i = 0; i < colours.size(); ++i) {
            auto* end = rules_.letter.data() + i;
            colours[i].require(std::find(rules_.letter.data(), end, rules_.letter[i]) == end, "every colour once");
            names_.emplace_back(&rules_.letter[i], 1);
        }
    }

    void read_ranks(const DataEntry& ranks) {
        if (!ranks.list(2, kMaxRanks, "a list of 2 to 12")) return;
        rules_.ranks = static_cast<int>(ranks.size());
        for (std::size_t i = 0; i < ranks.size(); ++i) rules_.rank[i] = ranks[i].small(0, 99);
        for (std::size_t i = 1; i < ranks.size(); ++i)
            ranks[i].require(rules_.rank[i] > rules_.rank[i - 1], "more than the rank before it");
        if (rules_.kinds() > kMaxKinds) {
            const std::string most = std::to_string(kMaxKinds / rules_.colours);
            ranks.refuse("at most " + most + " ranks with " + std::to_string(rules_.colours) + " colours");
        }
    }

    void read_melds() {
        const DataEntry melds = root_["melds"];
        std::vector<std::string_view> forms(kMeldKindNames.begin(), kMeldKindNames.end());
        forms.emplace_back("OWN");
        melds.keys(forms, {});
        for (std::size_t kind = 0; kind < kMeldKinds; ++kind) {
            const DataEntry sizes = melds[kMeldKindNames[kind]];
            if (sizes.there() && sizes.list(0, static_cast<std::size_t>(-1), "a list of sizes"))
                read_sizes(sizes, static_cast<MeldKind>(kind));
        }
        read_own_melds(melds["OWN"], rules_);
        const DataEntry honour = root_["honour"];
        if (!honour.null()) rules_.honour = honour.word(names_, "None, ");
        read_wild(root_["wild"]);
        read_cycle(root_["cycle"]);
    }

    void read_sizes(const DataEntry& sizes, MeldKind kind) {
        std::vector<int> read;
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            if (kind == kJuu) {
                const auto* number = sizes[i].value().as<std::int64_t>();
                const bool good = number != nullptr && (*number == 4 || *number == 6 || *number == 8);
                sizes[i].require(good, "4, 6, 8");
                read.push_back(good ? static_cast<int>(*number) : 4);
            } else {
                read.push_back(sizes[i].integer(2, kind == kSai ? rules_.colours : 6));
            }
        }
        for (std::size_t i = 0; i < read.size(); ++i) {
            const unsigned bit = 1u << read[i];
            sizes[i].require((rules_.sizes[kind] & bit) == 0, "every size once");
            rules_.sizes[kind] = static_cast<std::uint16_t>(rules_.sizes[kind] | bit);
        }
    }

    void read_wild(const DataEntry& wild) {
        if (wild.null()) return;
        if (!wild.is_map()) return wild.refuse("None, a mapping");
        wild.keys(kWildKeys);
        if (!error_.empty()) return;
        std::vector<std::string_view> others;
        for (std::size_t c = 0; c < names_.size(); ++c) {
            if (static_cast<int>(c) != rules_.honour) others.push_back(names_[c]);
        }
        const std::string_view colour = others[static_cast<std::size_t>(wild["colour"].word(others))];
        rules_.wild.colour = static_cast<int>(std::find(names_.begin(), names_.end(), colour) - names_.begin());
        rules_.wild.max_per_meld = wild["max_per_meld"].integer(1, 3);
        rules_.wild.min_meld_size = wild["min_meld_size"].integer(2, 6);
    }

    void read_cycle(const DataEntry& cycle) {
        const bool needed = rules_.sizes[kAya] != 0 || rules_.sizes[kJuu] != 0;
        const std::string length = std::to_string(rules_.colours);
        if (!cycle.null()) {
            if (!cycle.list(names_.size(), names_.size(), "None, a list of " + length)) return;
            auto& places = rules_.cycle.emplace();
            for (std::size_t i = 0; i < names_.size(); ++i)
                places[i] = static_cast<std::uint8_t>(cycle[i].word(names_));
            for (std::size_t i = 0; i < names_.size(); ++i) {
                auto* end = places.data() + i;
                cycle[i].require(std::find(places.data(), end, places[i]) == end, "every colour once");
            }
        }
        if (!needed) return;
        root_["colours"].require(rules_.colours >= 3, "at least 3 colours for AYA and JUU");
        cycle.require(rules_.cycle.has_value(), "a list of " + length + ", since AYA or JUU has sizes");
    }

    void read_values() {
        read_points(root_["points"], rules_);
        read_combos(root_["combos"], rules_);
        const DataEntry penalty = root_["penalty"];
        penalty.keys(names_);
        for (std::size_t c = 0; c < names_.size(); ++c) {
            if (penalty[names_[c]].there()) rules_.penalty[c] = penalty[names_[c]].small(0, 9);
        }
        const DataEntry deal = root_["deal"];
        deal.keys(kDealKeys, std::span(kDealKeys).first(3));
        if (!error_.empty()) return;
        rules_.deal.threshold = deal["threshold"].integer(0, 200);
        rules_.deal.at_least = deal["at_least"].integer(5, kMaxDeal);
        rules_.deal.below = deal["below"].integer(5, kMaxDeal);
        if (const DataEntry others = deal["by_players"]; others.there()) {
            others.keys(kPlayerKeys, {});
            for (std::size_t i = 0; i < kPlayerKeys.size(); ++i) {
                const DataEntry cards = others[kPlayerKeys[i]];
                if (cards.there()) rules_.deal.by_players[i] = cards.small(5, kMaxDeal);
            }
        }
        const DataEntry games = root_["games_per_match"];
        games.keys(kPlayerKeys);
        if (!error_.empty()) return;
        for (std::size_t i = 0; i < kPlayerKeys.size(); ++i)
            rules_.games_per_match[i] = games[kPlayerKeys[i]].small(1, 99);
        const DataEntry switches = root_["switches"];
        switches.keys(kSwitchKeys, std::span(kSwitchKeys).first(3));
        rules_.won_by_layoff = switches["won_by_layoff"].boolean();
        rules_.won_meld_open = switches["won_meld_open"].boolean();
        rules_.won_first = switches["won_first"].boolean();
        if (switches["riichi_row"].there()) rules_.riichi_row = switches["riichi_row"].boolean();
        const DataEntry payments = root_["payments"];
        if (!payments.there()) return;
        payments.keys(kPaymentKeys);
        if (error_.empty())
            rules_.payments = {payments["closed"].integer(1, 4), payments["deal_in"].integer(1, 4),
                               payments["riichi"].integer(1, 4)};
    }

    std::string error_;
    DataEntry root_;
    RuleSet rules_;
    std::vector<std::string_view> names_;  // of the colours
};

// The data file: the variants, and defaults for the keys that a rule set omits.
struct DataFile {
    PlainData::Map defaults;
    std::array<RuleSet, kVariants.size()> variants;
};

PlainData completed(const PlainData& data, const PlainData::Map& defaults) {
    const auto* map = data.as<PlainData::Map>();
    if (map == nullptr) return data;
    PlainData::Map whole = *map;
    for (const auto& entry : defaults) {
        if (data.find(entry.first) == nullptr) whole.push_back(entry);
    }
    return whole;
}

Result<DataFile> read_file(const PlainData& data) {
    DataFile file;
    for (const std::string_view key : kDefaults) {
        const PlainData* value = data.find(key);
        if (value == nullptr) return Error{"no key '" + std::string(key) + "'"};
        file.defaults.emplace_back(key, *value);
    }
    const PlainData* variants = data.find("variants");
    for (std::size_t v = 0; v < kVariants.size(); ++v) {
        const PlainData* variant = variants == nullptr ? nullptr : variants->find(kVariants[v]);
        if (variant == nullptr) return Error{"no variant '" + std::string(kVariants[v]) + "'"};
        const Result<RuleSet> rules = Reader(completed(*variant, file.defaults)).read();
        if (!rules) return Error{std::string(kVariants[v]) + ": " + rules.error()};
        file.variants[v] = *rules;
    }
    return file;
}

constinit GlobalLazy<DataFile> kFile;

const DataFile& data_file() {
    return kFile.get([] { return built_in_data("namima_rulesets.json", rulesets_json(), read_file); });
}

}  // namespace

Result<RuleSet> read_ruleset(const PlainData& data) { return Reader(completed(data, data_file().defaults)).read(); }

const RuleSet& built_in(int variant) { return data_file().variants[static_cast<std::size_t>(variant)]; }

int built_in_index(const RuleSet& rules) {
    const auto& sets = data_file().variants;
    const auto found = std::find_if(sets.begin(), sets.end(), [&](const RuleSet& set) {
        const PlainData::Map japanese{{"ja", *set.name.find("ja")}};  // the English name may be absent
        if (rules.name != PlainData(japanese)) return rules == set;
        RuleSet named = rules;
        named.name = set.name;
        return named == set;
    });
    return found == sets.end() ? -1 : static_cast<int>(found - sets.begin());
}

namespace {

PlainData colour_name(const RuleSet& rules, int colour) {
    return colour < 0 ? PlainData() : PlainData(std::string(1, rules.letter[static_cast<std::size_t>(colour)]));
}

PlainData melds_value(const RuleSet& rules) {
    PlainData::Map melds;
    for (std::size_t kind = 0; kind < kMeldKinds; ++kind) {
        PlainData::List sizes;
        for_each_bit(static_cast<unsigned>(rules.sizes[kind]), [&](int size) { sizes.emplace_back(size); });
        if (!sizes.empty()) melds.emplace_back(kMeldKindNames[kind], std::move(sizes));
    }
    if (!rules.own.empty()) melds.emplace_back("OWN", own_melds_value(rules));
    return melds;
}

}  // namespace

PlainData ruleset_value(const RuleSet& rules) {
    PlainData::Map copies_by_players;
    PlainData::Map games;
    for (std::size_t i = 0; i < kPlayerKeys.size(); ++i) {
        if (rules.copies_by_players[i])
            copies_by_players.emplace_back(kPlayerKeys[i], copies_value(rules, *rules.copies_by_players[i]));
        games.emplace_back(kPlayerKeys[i], static_cast<int>(rules.games_per_match[i]));
    }
    PlainData wild;
    if (rules.wild.colour >= 0) {
        wild = PlainData::Map{{"colour", colour_name(rules, rules.wild.colour)},
                              {"max_per_meld", rules.wild.max_per_meld},
                              {"min_meld_size", rules.wild.min_meld_size}};
    }
    PlainData cycle;
    if (rules.cycle) {
        cycle = list_of(rules.colours,
                        [&](int c) { return colour_name(rules, (*rules.cycle)[static_cast<std::size_t>(c)]); });
    }
    PlainData::Map penalty;
    for (std::size_t c = 0; c < static_cast<std::size_t>(rules.colours); ++c)
        penalty.emplace_back(std::string(1, rules.letter[c]), static_cast<int>(rules.penalty[c]));
    PlainData::Map deal{
        {"threshold", rules.deal.threshold}, {"at_least", rules.deal.at_least}, {"below", rules.deal.below}};
    PlainData::Map by_players;
    for (std::size_t i = 0; i < kPlayerKeys.size(); ++i) {
        if (rules.deal.by_players[i] > 0) by_players.emplace_back(kPlayerKeys[i], int{rules.deal.by_players[i]});
    }
    if (!by_players.empty()) deal.emplace_back("by_players", std::move(by_players));
    PlainData::Map switches{
        {"won_by_layoff", rules.won_by_layoff}, {"won_meld_open", rules.won_meld_open}, {"won_first", rules.won_first}};
    if (!rules.riichi_row) switches.emplace_back("riichi_row", false);
    PlainData::Map out;
    if (!rules.name.is_null()) out.emplace_back("name", rules.name);
    PlainData::Map rest{
        {"colours", list_of(rules.colours, [&](int c) { return colour_name(rules, c); })},
        {"ranks", list_of(std::span(rules.rank).first(static_cast<std::size_t>(rules.ranks)))},
        {"copies", copies_value(rules, rules.copies)},
        {"copies_by_players", std::move(copies_by_players)},
        {"melds", melds_value(rules)},
        {"honour", colour_name(rules, rules.honour)},
        {"wild", std::move(wild)},
        {"cycle", std::move(cycle)},
        {"points", points_value(rules)},
        {"combos", combos_value(rules)},
        {"penalty", std::move(penalty)},
        {"deal", std::move(deal)},
        {"games_per_match", std::move(games)},
        {"switches", std::move(switches)},
    };
    std::move(rest.begin(), rest.end(), std::back_inserter(out));
    if (rules.payments != Payments{}) {
        out.emplace_back("payments", PlainData::Map{{"closed", rules.payments.closed},
                                                    {"deal_in", rules.payments.deal_in},
                                                    {"riichi", rules.payments.riichi}});
    }
    return out;
}

}  // namespace uneri::namima
