// Rule sets in and out of plain data (N-2.1, N-2.2).
#include <algorithm>
#include <span>
#include <vector>

#include "uneri/base/fields.hpp"
#include "uneri/games/namima/ruleset.hpp"

namespace uneri::namima {
namespace {

using Names = std::span<const std::string_view>;

constexpr std::array<std::string_view, 15> kKeys = {
    "ja",     "colours", "ranks",   "copies", "copies_by_players", "melds",   "honour", "wild", "cycle",
    "points", "combos",  "penalty", "deal",   "games_per_match",   "switches"};
constexpr std::array<std::string_view, 6> kRequired = {"colours", "copies", "melds", "points", "combos", "penalty"};
constexpr std::array<std::string_view, 3> kWildKeys = {"colour", "max_per_meld", "min_meld_size"};
constexpr std::array<std::string_view, 3> kDealKeys = {"threshold", "at_least", "below"};
constexpr std::array<std::string_view, 4> kPlayerKeys = {"2", "3", "4", "5"};
constexpr std::array<std::string_view, 3> kSwitchKeys = {"won_by_layoff", "won_meld_open", "won_first"};

// A value as the errors of a rule set show it: lists and mappings would be too long to show in full.
std::string told(const PlainData& value) {
    if (const auto* list = value.as<PlainData::List>()) return "a list of " + std::to_string(list->size());
    if (value.as<PlainData::Map>() != nullptr) return "a mapping";
    const auto* opaque = value.as<PlainData::Opaque>();
    if (opaque != nullptr && opaque->type != "int" && opaque->type != "str") return "a " + opaque->type;
    return shown(value);
}

// Where reading has come to: a value and its path. The first thing that is wrong is kept; what is read after it is
// harmless and thrown away.
class Entry {
public:
    Entry(std::string& error, const PlainData* value, std::string path)
        : error_(error), value_(value), path_(std::move(path)) {}

    bool there() const { return value_ != nullptr; }
    bool null() const { return value_ == nullptr || value_->is_null(); }
    const PlainData& value() const {
        static const PlainData kNothing;
        return value_ != nullptr ? *value_ : kNothing;
    }
    const PlainData::Map& map() const {
        static const PlainData::Map kEmpty;
        const auto* map = value().as<PlainData::Map>();
        return map != nullptr ? *map : kEmpty;
    }
    std::size_t size() const {
        const auto* items = value().as<PlainData::List>();
        return items != nullptr ? items->size() : 0;
    }
    Entry operator[](std::string_view key) const { return {error_, value().find(key), below(key)}; }
    Entry operator[](std::size_t index) const {
        return {error_, &(*value().as<PlainData::List>())[index], path_ + "[" + std::to_string(index) + "]"};
    }

    void fail(std::string message) const {
        if (error_.empty()) error_ = std::move(message);
    }
    void refuse(const std::string& allowed) const {
        const std::string subject = path_.empty() ? "variant is " : "variant: '" + path_ + "' is ";
        fail(subject + told(value()) + "; allowed: " + allowed);
    }
    void require(bool good, const std::string& allowed) const {
        if (!good) refuse(allowed);
    }

    void mapping(Names known, Names required) const { mapping(known, required, joined(known)); }
    void mapping(Names known, Names required, const std::string& keys) const {
        if (value().as<PlainData::Map>() == nullptr) return refuse("a mapping");
        for (const auto& [key, item] : map()) {
            if (std::find(known.begin(), known.end(), key) == known.end())
                fail("variant: unknown key '" + below(key) + "'; keys: " + keys);
        }
        for (const std::string_view key : required) {
            if (value().find(key) == nullptr) fail("variant: no key '" + below(key) + "'");
        }
    }
    // A list with least to most items; false if it is none.
    bool list(std::size_t least, std::size_t most, const std::string& allowed) const {
        const bool good = value().as<PlainData::List>() != nullptr && size() >= least && size() <= most;
        require(good, allowed);
        return good;
    }
    int integer(int low, int high) const {
        const auto* number = value().as<std::int64_t>();
        if (number != nullptr && *number >= low && *number <= high) return static_cast<int>(*number);
        refuse(std::to_string(low) + " to " + std::to_string(high));
        return low;
    }
    std::uint8_t small(int low, int high) const { return static_cast<std::uint8_t>(integer(low, high)); }
    bool boolean() const {
        const auto* flag = value().as<bool>();
        require(flag != nullptr, "true, false");
        return flag != nullptr && *flag;
    }
    int word(Names words, const std::string& also = "") const {
        if (const auto* text = value().as<std::string>()) {
            const auto found = std::find(words.begin(), words.end(), *text);
            if (found != words.end()) return static_cast<int>(found - words.begin());
        }
        refuse(also + joined(words));
        return 0;
    }

private:
    std::string below(std::string_view key) const {
        std::string whole = path_.empty() ? path_ : path_ + ".";
        return whole.append(key);
    }

    std::string& error_;
    const PlainData* value_;
    std::string path_;
};

class Reader {
public:
    explicit Reader(const PlainData& data) : root_(error_, &data, "") {}

    Result<RuleSet> read() {
        root_.mapping(kKeys, kRequired);
        if (error_.empty()) read_cards();
        if (error_.empty()) read_melds();
        if (error_.empty()) read_values();
        if (!error_.empty()) return Error{error_};
        return rules_;
    }

private:
    void read_cards() {
        if (const Entry ja = root_["ja"]; ja.there()) {
            const auto* text = ja.value().as<std::string>();
            ja.require(text != nullptr, "a string");
            if (text != nullptr) rules_.ja = *text;
        }
        read_colours(root_["colours"]);
        if (!error_.empty()) return;
        read_ranks(root_["ranks"]);
        read_by_colour(root_["copies"], 1, kMaxCopies, rules_.copies);
        const Entry others = root_["copies_by_players"];
        if (!others.there()) return;
        others.mapping(kPlayerKeys, {});
        for (std::size_t i = 0; i < kPlayerKeys.size(); ++i) {
            const Entry deck = others[kPlayerKeys[i]];
            if (deck.there()) read_by_colour(deck, 1, kMaxCopies, rules_.copies_by_players[i].emplace());
        }
    }

    void read_colours(const Entry& colours) {
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

    void read_ranks(const Entry& ranks) {
        if (ranks.there()) {
            if (!ranks.list(2, kMaxRanks, "a list of 2 to 12")) return;
            rules_.ranks = static_cast<int>(ranks.size());
            rules_.rank = {};
            for (std::size_t i = 0; i < ranks.size(); ++i) rules_.rank[i] = ranks[i].small(0, 99);
            for (std::size_t i = 1; i < ranks.size(); ++i)
                ranks[i].require(rules_.rank[i] > rules_.rank[i - 1], "more than the rank before it");
        }
        if (rules_.kinds() > kMaxKinds) {
            const std::string most = std::to_string(kMaxKinds / rules_.colours);
            ranks.refuse("at most " + most + " ranks with " + std::to_string(rules_.colours) + " colours");
        }
    }

    void read_by_colour(const Entry& entry, int low, int high, ByColour& out) {
        entry.mapping(names_, names_);
        for (std::size_t c = 0; c < names_.size(); ++c) {
            if (entry[names_[c]].there()) out[c] = entry[names_[c]].small(low, high);
        }
    }

    void read_melds() {
        const Entry melds = root_["melds"];
        melds.mapping(kMeldKindNames, {});
        for (std::size_t kind = 0; kind < kMeldKinds; ++kind) {
            const Entry sizes = melds[kMeldKindNames[kind]];
            if (sizes.there() && sizes.list(0, static_cast<std::size_t>(-1), "a list of sizes"))
                read_sizes(sizes, static_cast<MeldKind>(kind));
        }
        const Entry honour = root_["honour"];
        if (!honour.null()) rules_.honour = honour.word(names_, "None, ");
        read_wild(root_["wild"]);
        read_cycle(root_["cycle"]);
    }

    void read_sizes(const Entry& sizes, MeldKind kind) {
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

    void read_wild(const Entry& wild) {
        if (wild.null()) return;
        if (wild.value().as<PlainData::Map>() == nullptr) return wild.refuse("None, a mapping");
        wild.mapping(kWildKeys, kWildKeys);
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

    void read_cycle(const Entry& cycle) {
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
        read_points(root_["points"]);
        const Entry combos = root_["combos"];
        combos.mapping(kComboNames, {});
        for (std::size_t i = 0; i < kCombos; ++i) {
            if (const Entry combo = combos[kComboNames[i]]; combo.there())
                rules_.combos[i] = static_cast<std::int16_t>(combo.integer(0, 999));
        }
        read_by_colour(root_["penalty"], 0, 9, rules_.penalty);
        if (const Entry deal = root_["deal"]; deal.there()) {
            deal.mapping(kDealKeys, kDealKeys);
            if (!error_.empty()) return;
            rules_.deal.threshold = deal["threshold"].integer(0, 200);
            rules_.deal.at_least = deal["at_least"].integer(5, kMaxDeal);
            rules_.deal.below = deal["below"].integer(5, kMaxDeal);
        }
        if (const Entry games = root_["games_per_match"]; games.there()) {
            games.mapping(kPlayerKeys, kPlayerKeys);
            if (!error_.empty()) return;
            for (std::size_t i = 0; i < kPlayerKeys.size(); ++i)
                rules_.games_per_match[i] = games[kPlayerKeys[i]].small(1, 99);
        }
        if (const Entry switches = root_["switches"]; switches.there()) {
            switches.mapping(kSwitchKeys, kSwitchKeys);
            if (!error_.empty()) return;
            rules_.won_by_layoff = switches["won_by_layoff"].boolean();
            rules_.won_meld_open = switches["won_meld_open"].boolean();
            rules_.won_first = switches["won_first"].boolean();
        }
    }

    void read_points(const Entry& points) {
        struct Key {
            std::string name;
            MeldKind kind;
            std::size_t size;
            KeySuffix suffix;
        };
        std::vector<Key> keys;
        for (const MeldKind kind : {kSame, kRun, kSai, kAya, kJuu}) {
            for (std::size_t size = 2; size <= kMaxMeldSize; ++size) {
                if (kind == kJuu ? size < 4 || size % 2 != 0 : size > 6) continue;
                for (const KeySuffix suffix : {kPlain, kHonour, kSubstituted}) {
                    if ((suffix == kHonour && kind != kSame) || (suffix == kSubstituted && kind > kRun)) continue;
                    keys.push_back({key_name(kind, static_cast<int>(size), suffix), kind, size, suffix});
                }
            }
        }
        std::vector<std::string_view> names;
        for (const Key& key : keys) names.emplace_back(key.name);
        points.mapping(names, {}, "kind and size, such as SAME3, SAME3h, RUN3w");
        for (const Key& key : keys) {
            const Entry pair = points[key.name];
            if (!pair.there() || !pair.list(2, 2, "a list of 2")) continue;
            rules_.points[key.kind][key.size][key.suffix] = {static_cast<std::int16_t>(pair[0].integer(0, 999)),
                                                             static_cast<std::int16_t>(pair[1].integer(0, 999))};
        }
    }

    std::string error_;
    Entry root_;
    RuleSet rules_;
    std::vector<std::string_view> names_;  // of the colours
};

}  // namespace

Result<RuleSet> read_ruleset(const PlainData& data) { return Reader(data).read(); }

namespace {

PlainData by_colour(const RuleSet& rules, const ByColour& values) {
    PlainData::Map map;
    for (std::size_t c = 0; c < static_cast<std::size_t>(rules.colours); ++c)
        map.emplace_back(std::string(1, rules.letter[c]), static_cast<int>(values[c]));
    return map;
}

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
    return melds;
}

PlainData points_value(const RuleSet& rules) {
    PlainData::Map points;
    for (const MeldKind kind : {kSame, kRun, kSai, kAya, kJuu}) {
        for (std::size_t size = 2; size <= kMaxMeldSize; ++size) {
            for (const KeySuffix suffix : {kPlain, kHonour, kSubstituted}) {
                const PointPair pair = rules.points[kind][size][suffix];
                if (pair.open < 0) continue;
                points.emplace_back(key_name(kind, static_cast<int>(size), suffix),
                                    list_of(std::array{pair.open, pair.closed}));
            }
        }
    }
    return points;
}

}  // namespace

PlainData ruleset_value(const RuleSet& rules) {
    PlainData::List colours;
    for (int c = 0; c < rules.colours; ++c) colours.push_back(colour_name(rules, c));
    PlainData::Map copies_by_players;
    PlainData::Map games;
    for (std::size_t i = 0; i < kPlayerKeys.size(); ++i) {
        if (rules.copies_by_players[i])
            copies_by_players.emplace_back(kPlayerKeys[i], by_colour(rules, *rules.copies_by_players[i]));
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
        PlainData::List places;
        for (int c = 0; c < rules.colours; ++c)
            places.push_back(colour_name(rules, (*rules.cycle)[static_cast<std::size_t>(c)]));
        cycle = std::move(places);
    }
    PlainData::Map combos;
    for (std::size_t i = 0; i < kCombos; ++i) {
        if (rules.combos[i] >= 0) combos.emplace_back(kComboNames[i], static_cast<int>(rules.combos[i]));
    }
    return PlainData::Map{
        {"ja", rules.ja},
        {"colours", std::move(colours)},
        {"ranks", list_of(std::span(rules.rank).first(static_cast<std::size_t>(rules.ranks)))},
        {"copies", by_colour(rules, rules.copies)},
        {"copies_by_players", std::move(copies_by_players)},
        {"melds", melds_value(rules)},
        {"honour", colour_name(rules, rules.honour)},
        {"wild", std::move(wild)},
        {"cycle", std::move(cycle)},
        {"points", points_value(rules)},
        {"combos", std::move(combos)},
        {"penalty", by_colour(rules, rules.penalty)},
        {"deal",
         PlainData::Map{
             {"threshold", rules.deal.threshold}, {"at_least", rules.deal.at_least}, {"below", rules.deal.below}}},
        {"games_per_match", std::move(games)},
        {"switches", PlainData::Map{{"won_by_layoff", rules.won_by_layoff},
                                    {"won_meld_open", rules.won_meld_open},
                                    {"won_first", rules.won_first}}},
    };
}

}  // namespace uneri::namima
