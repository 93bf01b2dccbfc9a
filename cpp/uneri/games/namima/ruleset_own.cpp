#include "uneri/games/namima/ruleset_own.hpp"

#include <algorithm>
#include <tuple>

#include "uneri/base/fields.hpp"

namespace uneri::namima {
namespace {

constexpr std::size_t kMostOwnForms = 16;
constexpr std::size_t kMostMeldsOfForm = 4096;
constexpr std::size_t kAnyLength = static_cast<std::size_t>(-1);
constexpr std::array<std::string_view, 5> kComboKeys = {"points", "all", "some", "at_least", "number_of_colours"};
constexpr std::array<std::string_view, 4> kConditionKeys = {"forms", "sizes", "ranks", "colours"};

bool is_own_name(std::string_view name) {
    return !name.empty() && name.size() <= 12 && name[0] >= 'A' && name[0] <= 'Z' &&
           std::all_of(name.begin(), name.end(),
                       [](char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); });
}

bool is_form_name(std::string_view name) {
    return is_own_name(name) && name != "OWN" &&
           std::none_of(kMeldKindNames.begin(), kMeldKindNames.end(),
                        [&](std::string_view form) { return name.starts_with(form); });
}

// The keys of a mapping that `good` accepts, in alphabetical order.
template <class Good>
std::vector<std::string_view> keys_of(const DataEntry& entry, Good&& good) {
    std::vector<std::string_view> names;
    if (const auto* map = entry.value().as<PlainData::Map>()) {
        for (const auto& [key, value] : *map) {
            if (good(key, value)) names.emplace_back(key);
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

int kind_of(const RuleSet& rules, std::string_view text) {
    for (int c = 0; c < rules.colours; ++c) {
        if (text.empty() || text[0] != rules.letter[static_cast<std::size_t>(c)]) continue;
        for (int r = 0; r < rules.ranks; ++r) {
            if (text.substr(1) == std::to_string(rules.rank[static_cast<std::size_t>(r)])) return rules.kind(c, r);
        }
    }
    return -1;
}

bool shorter(const MeldKindsList& a, const MeldKindsList& b) {
    return std::forward_as_tuple(a.size(), a) < std::forward_as_tuple(b.size(), b);
}

int most_of_a_kind(const MeldKindsList& kinds) {
    std::ptrdiff_t most = 0;
    for (const auto kind : kinds) most = std::max(most, std::count(kinds.begin(), kinds.end(), kind));
    return static_cast<int>(most);
}

// The kinds of a text such as B1.B1, ascending; empty if it names no cards of one meld.
MeldKindsList kinds_in(const RuleSet& rules, std::string_view text) {
    MeldKindsList kinds;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t dot = std::min(text.find('.', at), text.size());
        const int kind = kind_of(rules, text.substr(at, dot - at));
        if (kind < 0 || (!kinds.empty() && kind < kinds.back()) || kinds.size() == kMaxMeldSize) return {};
        kinds.push_back(static_cast<std::uint8_t>(kind));
        at = dot + 1;
    }
    return kinds.size() < 2 || most_of_a_kind(kinds) > kMaxCopies ? MeldKindsList{} : kinds;
}

std::string text_of(const RuleSet& rules, const MeldKindsList& kinds) {
    std::string text;
    for (const auto kind : kinds) text += (text.empty() ? "" : ".") + rules.kind_name(kind);
    return text;
}

// --- points (N-2.5) -----------------------------------------------------------------------------------------------

struct Key {
    std::string name;
    PointPair* points;
};

// All keys that the melds of a rule set may have, in the order of the listed form.
std::vector<Key> point_keys(RuleSet& rules) {
    std::vector<Key> keys;
    for (const MeldKind kind : {kSame, kRun, kSai, kAya, kJuu}) {
        for (std::size_t size = 2; size <= kMaxMeldSize; ++size) {
            if (kind == kJuu ? size < 4 || size % 2 != 0 : size > 6) continue;
            for (const KeySuffix suffix : {kPlain, kHonour, kSubstituted}) {
                if ((suffix == kHonour && kind != kSame) || (suffix == kSubstituted && kind > kRun)) continue;
                keys.push_back({key_name(kind, static_cast<int>(size), suffix), &rules.points[kind][size][suffix]});
            }
        }
    }
    for (OwnForm& form : rules.own) keys.push_back({form.name, &form.points});
    return keys;
}

PointPair read_pair(const DataEntry& pair) {
    if (!pair.list(2, 2, "a list of 2")) return {};
    return {static_cast<std::int16_t>(pair[0].integer(0, 999)), static_cast<std::int16_t>(pair[1].integer(0, 999))};
}

PlainData pair_value(const PointPair& pair) { return list_of(std::array{pair.open, pair.closed}); }

PointPair read_special(const DataEntry& entry, const std::string& key, RuleSet& rules) {
    SpecialPoints special;
    special.key = key;
    std::vector<std::pair<MeldKindsList, std::string>> melds;
    for (const std::string_view text :
         keys_of(entry, [&](const std::string& word, const PlainData&) { return !kinds_in(rules, word).empty(); }))
        melds.emplace_back(kinds_in(rules, text), text);
    std::sort(melds.begin(), melds.end(), [](const auto& a, const auto& b) { return shorter(a.first, b.first); });
    std::vector<std::string> words;
    for (int r = 0; r < rules.ranks; ++r) words.push_back(std::to_string(rules.rank[static_cast<std::size_t>(r)]));
    for (int c = 0; c < rules.colours; ++c) words.emplace_back(1, rules.letter[static_cast<std::size_t>(c)]);
    for (const auto& meld : melds) words.push_back(meld.second);
    words.emplace_back("other");
    entry.keys(std::vector<std::string_view>(words.begin(), words.end()), {},
               "ranks, colours, melds such as B1.B1, other");
    entry.require(!entry.value().as<PlainData::Map>()->empty(), "at least one entry");
    const auto pair_at = [&](std::string_view word) {
        return entry[word].there() ? read_pair(entry[word]) : PointPair{};
    };
    for (std::size_t r = 0; r < static_cast<std::size_t>(rules.ranks); ++r) special.by_rank[r] = pair_at(words[r]);
    for (std::size_t c = 0; c < static_cast<std::size_t>(rules.colours); ++c)
        special.by_colour[c] = pair_at(words[static_cast<std::size_t>(rules.ranks) + c]);
    for (auto& [kinds, text] : melds) special.by_meld.emplace_back(std::move(kinds), pair_at(text));
    const PointPair other = pair_at("other");
    if (entry.value().as<PlainData::Map>()->size() > std::size_t{other.open >= 0})
        rules.special_points.push_back(std::move(special));
    return other;
}

// --- combinations (N-2.6) -----------------------------------------------------------------------------------------

std::vector<std::string_view> form_names(const RuleSet& rules) {
    std::vector<std::string_view> names(kMeldKindNames.begin(), kMeldKindNames.end());
    for (const OwnForm& form : rules.own) names.emplace_back(form.name);
    return names;
}

std::vector<std::string_view> colour_names(const RuleSet& rules) {
    std::vector<std::string_view> names;
    for (std::size_t c = 0; c < static_cast<std::size_t>(rules.colours); ++c) names.emplace_back(&rules.letter[c], 1);
    return names;
}

int read_rank(const DataEntry& item, const RuleSet& rules) {
    const auto* number = item.value().as<std::int64_t>();
    std::string allowed;
    for (int r = 0; r < rules.ranks; ++r) {
        if (number != nullptr && *number == rules.rank[static_cast<std::size_t>(r)]) return r;
        allowed += (r > 0 ? ", " : "") + std::to_string(rules.rank[static_cast<std::size_t>(r)]);
    }
    item.refuse(allowed);
    return 0;
}

// A list whose items read(item) numbers, as bits; 0 if it is not there.
template <class Read>
std::uint32_t read_bits(const DataEntry& list, Read&& read) {
    if (!list.there() || !list.list(1, kAnyLength, "a list of at least one")) return 0;
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < list.size() && !list.failed(); ++i) {
        const std::uint32_t bit = std::uint32_t{1} << read(list[i]);
        list[i].require((bits & bit) == 0, "every item once");
        bits |= bit;
    }
    return bits;
}

MeldConditions read_conditions(const DataEntry& entry, const RuleSet& rules) {
    MeldConditions out;
    entry.keys(kConditionKeys, {});
    if (entry.failed()) return out;
    entry.require(!entry.value().as<PlainData::Map>()->empty(), "at least one of forms, sizes, ranks, colours");
    out.forms = read_bits(entry["forms"], [&](const DataEntry& item) { return item.word(form_names(rules)); });
    out.sizes = read_bits(entry["sizes"], [&](const DataEntry& item) { return item.integer(2, kMaxMeldSize); });
    out.ranks = read_bits(entry["ranks"], [&](const DataEntry& item) { return read_rank(item, rules); });
    out.colours = read_bits(entry["colours"], [&](const DataEntry& item) { return item.word(colour_names(rules)); });
    return out;
}

OwnCombo read_combo(const DataEntry& entry, std::string_view name, const RuleSet& rules) {
    OwnCombo combo;
    combo.name = name;
    entry.keys(kComboKeys, std::span(kComboKeys).first(1));
    if (entry.failed()) return combo;
    const DataEntry all = entry["all"];
    const DataEntry some = entry["some"];
    const DataEntry at_least = entry["at_least"];
    const DataEntry colours = entry["number_of_colours"];
    entry.require(all.there() || some.there() || colours.there(), "at least one of all, some, number_of_colours");
    if (at_least.there()) at_least.require(some.there(), "a number only with some");
    combo.points = entry["points"].integer(0, 999);
    if (all.there()) combo.all = read_conditions(all, rules);
    if (some.there()) combo.some = read_conditions(some, rules);
    if (at_least.there()) combo.at_least = at_least.integer(1, 16);
    if (colours.there() && colours.list(2, 2)) {
        combo.fewest_colours = colours[0].integer(1, rules.colours);
        combo.most_colours = colours[1].integer(1, rules.colours);
        colours.require(combo.fewest_colours <= combo.most_colours, "least and most");
    }
    return combo;
}

PlainData conditions_value(const RuleSet& rules, const MeldConditions& conditions) {
    PlainData::Map map;
    const auto add = [&](std::string_view key, std::uint32_t bits, auto&& value) {
        PlainData::List items;
        for_each_bit(bits, [&](int i) { items.emplace_back(value(static_cast<std::size_t>(i))); });
        if (!items.empty()) map.emplace_back(key, std::move(items));
    };
    add("forms", conditions.forms, [&](std::size_t i) { return form_names(rules)[i]; });
    add("sizes", conditions.sizes, [&](std::size_t i) { return static_cast<int>(i); });
    add("ranks", conditions.ranks, [&](std::size_t i) { return int{rules.rank[i]}; });
    add("colours", conditions.colours, [&](std::size_t i) { return colour_names(rules)[i]; });
    return map;
}

}  // namespace

void read_copies(const DataEntry& copies, const RuleSet& rules, CopiesByColour& out) {
    const auto names = colour_names(rules);
    copies.keys(names);
    for (std::size_t c = 0; c < names.size(); ++c) {
        const DataEntry entry = copies[names[c]];
        const auto ranks = static_cast<std::size_t>(rules.ranks);
        if (!entry.there()) continue;
        if (entry.value().as<PlainData::List>() == nullptr) {
            out[c] = entry.integer(1, kMaxCopies);
        } else if (entry.list(ranks, ranks)) {
            std::vector<int> counts;
            for (std::size_t r = 0; r < ranks; ++r) counts.push_back(entry[r].integer(1, kMaxCopies));
            out[c] = Copies(counts);
        }
    }
}

void read_own_melds(const DataEntry& own, RuleSet& rules) {
    if (!own.there()) return;
    const auto names = keys_of(own, [](const std::string& name, const PlainData&) { return is_form_name(name); });
    own.keys(names, {}, "names of up to 12 capital letters and digits, not of a form");
    own.require(names.size() <= kMostOwnForms, "at most 16 names");
    for (const std::string_view name : names) {
        const DataEntry melds = own[name];
        OwnForm& form = rules.own.emplace_back();
        form.name = name;
        std::vector<MeldKindsList> seen;
        melds.each(1, kMostMeldsOfForm, [&](const DataEntry& meld, std::size_t) {
            MeldKindsList kinds;
            meld.each(2, kMaxMeldSize, [&](const DataEntry& item, std::size_t) {
                const auto* text = item.value().as<std::string>();
                const int kind = text == nullptr ? -1 : kind_of(rules, *text);
                item.require(kind >= 0, "a kind, such as " + rules.kind_name(0));
                kinds.push_back(static_cast<std::uint8_t>(std::max(kind, 0)));
            });
            std::sort(kinds.begin(), kinds.end());
            meld.require(most_of_a_kind(kinds) <= kMaxCopies, "at most 6 cards of a kind");
            meld.require(std::find(seen.begin(), seen.end(), kinds) == seen.end(), "every meld once");
            seen.push_back(kinds);
        });
        if (own.failed()) return;
        form.melds.assign(seen.begin(), seen.end());
        std::sort(form.melds.begin(), form.melds.end(), shorter);
    }
}

void read_points(const DataEntry& points, RuleSet& rules) {
    const std::vector<Key> keys = point_keys(rules);
    std::vector<std::string_view> names;
    for (const Key& key : keys) names.emplace_back(key.name);
    points.keys(names, {}, "kind and size, such as SAME3, SAME3h, RUN3w");
    for (const Key& key : keys) {
        const DataEntry entry = points[key.name];
        if (!entry.there() || entry.failed()) continue;
        *key.points = entry.is_map() ? read_special(entry, key.name, rules) : read_pair(entry);
    }
}

void read_combos(const DataEntry& combos, RuleSet& rules) {
    const auto own = keys_of(combos, [](const std::string& name, const PlainData& value) {
        return is_own_name(name) && value.as<PlainData::Map>() != nullptr &&
               std::find(kComboNames.begin(), kComboNames.end(), name) == kComboNames.end();
    });
    std::vector<std::string_view> names(kComboNames.begin(), kComboNames.end());
    names.insert(names.end(), own.begin(), own.end());
    combos.keys(names, {}, joined(kComboNames));
    combos.require(own.size() <= kMostOwnCombos, "at most 8 names of your own");
    if (combos.failed()) return;
    for (std::size_t i = 0; i < kCombos; ++i) {
        if (const DataEntry combo = combos[kComboNames[i]]; combo.there())
            rules.combos[i] = static_cast<std::int16_t>(combo.integer(0, 999));
    }
    for (const std::string_view name : own) {
        if (!combos.failed()) rules.own_combos.push_back(read_combo(combos[name], name, rules));
    }
}

PlainData copies_value(const RuleSet& rules, const CopiesByColour& copies) {
    PlainData::Map map;
    for (std::size_t c = 0; c < static_cast<std::size_t>(rules.colours); ++c) {
        const auto counts = std::span(copies[c].by_rank).first(static_cast<std::size_t>(rules.ranks));
        const bool equal = std::all_of(counts.begin(), counts.end(), [&](int count) { return count == counts[0]; });
        map.emplace_back(std::string(1, rules.letter[c]), equal ? PlainData(int{counts[0]}) : list_of(counts));
    }
    return map;
}

PlainData own_melds_value(const RuleSet& rules) {
    PlainData::Map forms;
    for (const OwnForm& form : rules.own) {
        forms.emplace_back(form.name, list_of(form.melds, [&](const MeldKindsList& kinds) {
                               return list_of(kinds, [&](int kind) { return rules.kind_name(kind); });
                           }));
    }
    return forms;
}

PlainData points_value(const RuleSet& given) {
    RuleSet rules = given;
    PlainData::Map points;
    for (const Key& key : point_keys(rules)) {
        const SpecialPoints* special = rules.special(key.name);
        if (special == nullptr) {
            if (key.points->open >= 0) points.emplace_back(key.name, pair_value(*key.points));
            continue;
        }
        PlainData::Map entries;
        const auto add = [&](std::string word, const PointPair& pair) {
            if (pair.open >= 0) entries.emplace_back(std::move(word), pair_value(pair));
        };
        for (std::size_t r = 0; r < static_cast<std::size_t>(rules.ranks); ++r)
            add(std::to_string(rules.rank[r]), special->by_rank[r]);
        for (std::size_t c = 0; c < static_cast<std::size_t>(rules.colours); ++c)
            add(std::string(1, rules.letter[c]), special->by_colour[c]);
        for (const auto& [kinds, pair] : special->by_meld) add(text_of(rules, kinds), pair);
        add("other", *key.points);
        points.emplace_back(key.name, std::move(entries));
    }
    return points;
}

PlainData combos_value(const RuleSet& rules) {
    PlainData::Map combos;
    for (std::size_t i = 0; i < kCombos; ++i) {
        if (rules.combos[i] >= 0) combos.emplace_back(kComboNames[i], static_cast<int>(rules.combos[i]));
    }
    for (const OwnCombo& combo : rules.own_combos) {
        PlainData::Map map{{"points", combo.points}};
        if (combo.all) map.emplace_back("all", conditions_value(rules, *combo.all));
        if (combo.some) {
            map.emplace_back("some", conditions_value(rules, *combo.some));
            map.emplace_back("at_least", combo.at_least);
        }
        if (combo.most_colours > 0)
            map.emplace_back("number_of_colours", list_of(std::array{combo.fewest_colours, combo.most_colours}));
        combos.emplace_back(combo.name, std::move(map));
    }
    return combos;
}

}  // namespace uneri::namima
