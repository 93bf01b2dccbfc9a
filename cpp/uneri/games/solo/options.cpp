#include "uneri/games/solo/options.hpp"

#include <algorithm>

#include "uneri/games/solo/data.hpp"

namespace uneri::solo {
namespace {

constexpr int kSmallDeal = 2;
constexpr std::array<std::string_view, 6> kSmallCards = {"R1", "R1", "R2", "G1", "G2", "GD2"};

bool read_cards(const PlainData& value, Cards& cards) {
    const auto* list = value.as<PlainData::List>();
    if (list == nullptr || list->size() > kDeckCards) return false;
    cards = {};
    for (const PlainData& item : *list) {
        const auto* name = item.as<std::string>();
        const std::optional<int> kind = name != nullptr ? parse_kind(*name) : std::nullopt;
        if (!kind || *name != kind_text(*kind) || cards.count(*kind) == most_of(*kind)) return false;
        cards.add(*kind);
    }
    return true;
}

std::string symbol_text(int kind) { return kind_text(kind).substr(is_black(kind) ? 0 : 1); }

// A kind's own entry goes before its symbol's.
bool read_values(const PlainData& value, Values& values) {
    const auto* map = value.as<PlainData::Map>();
    if (map == nullptr) return false;
    std::size_t used = 0;
    const auto read = [&](const std::string& name, int kind) {
        const PlainData* item = value.find(name);
        const auto* number = item != nullptr ? item->as<std::int64_t>() : nullptr;
        if (number == nullptr || *number < 1 || *number > kMostValue) return false;
        values[at(kind)] = static_cast<std::uint8_t>(*number);
        return true;
    };
    for (int k = 0; k < kKinds; ++k) {
        const bool by_symbol = read(symbol_text(k), k);
        used += by_symbol && (is_black(k) || k < kSymbols);
        used += !is_black(k) && read(kind_text(k), k);
    }
    return used == map->size();  // each entry was read
}

// Reads `{"deal": 2, "cards": ["R1", ...]}` into the full pack; false if `value` has another form. With `values` the
// other keys may be absent (S-1.5).
bool read_pack_data(const PlainData& value, Pack& pack) {
    const auto* map = value.as<PlainData::Map>();
    if (map == nullptr) return false;
    if (value.find("values") == nullptr && (value.find("deal") == nullptr || value.find("cards") == nullptr))
        return false;
    pack.name.clear();
    return std::all_of(map->begin(), map->end(), [&](const auto& entry) {
        const auto* number = entry.second.template as<std::int64_t>();
        if (entry.first == "cards") return read_cards(entry.second, pack.cards);
        if (entry.first == "values") return read_values(entry.second, pack.values);
        if (entry.first == "name") return read_name(entry.second, pack.title);
        if (entry.first != "deal" || number == nullptr || *number < 1 || *number > kMostDealt) return false;
        pack.deal = static_cast<int>(*number);
        return true;
    });
}

// The values that are not the printed ones, by symbol where all colours agree.
PlainData::Map values_value(const Values& values) {
    PlainData::Map map;
    const auto put = [&](const std::string& name, int kind) {
        const int value = values[at(kind)];
        if (value != card_value(kind)) map.emplace_back(name, value);
    };
    for (int symbol = 0; symbol < kSymbols; ++symbol) {
        const auto of_colour = [&](int colour) { return values[at(kSymbols * colour + symbol)]; };
        if (of_colour(0) == of_colour(1) && of_colour(0) == of_colour(2) && of_colour(0) == of_colour(3)) {
            put(symbol_text(symbol), symbol);
        } else {
            for (int colour = 0; colour < kColours; ++colour)
                put(kind_text(kSymbols * colour + symbol), kSymbols * colour + symbol);
        }
    }
    for (int kind = kColoured; kind < kKinds; ++kind) put(kind_text(kind), kind);
    return map;
}

int numbers_in(const Cards& cards) {
    int count = 0;
    for (int k = 0; k < kKinds; ++k) count += is_number(k) ? cards.count(k) : 0;
    return count;
}

}  // namespace

void read_pack(FieldReader& fields, Options& o) {
    constexpr std::string_view kAllowed =
        "full, small, a mapping of deal (1 to 30) and cards (a list of names such as R7, at most three of a coloured "
        "card, seven of a black one, 112 in all), or of values (1 to 99 by names such as R7, Sk and Wi) and if wanted "
        "these, a JSON file of one";
    const PlainData* value = fields.find("pack");
    if (value == nullptr || *value == PlainData("full")) return;
    if (*value == PlainData("small")) {
        o.pack.name = "small";
        o.pack.deal = kSmallDeal;
        o.pack.cards = {};
        for (const std::string_view name : kSmallCards) o.pack.cards.add(*parse_kind(name));
    } else if (!read_pack_data(*value, o.pack)) {
        return fields.fail("pack", *value, kAllowed);
    }
    o.pack.worth = std::max(kDeckValue, value_of(o.pack.cards, o.pack.values));
    const int needed = o.players * o.pack.deal + 1;
    if (numbers_in(o.pack.cards) < needed && (o.pack.cards != kDeck || o.pack.deal > kHandSize)) {
        fields.fail("pack", *value,
                    "a pack of at least " + std::to_string(needed) + " number cards for " + std::to_string(o.players) +
                        " players");
    }
}

PlainData pack_value(const Options& o) {
    if (!o.pack.name.empty()) return o.pack.name;
    PlainData::Map values = values_value(o.pack.values);
    PlainData::Map data;
    if (values.empty() || o.pack.deal != kHandSize) data.emplace_back("deal", o.pack.deal);
    PlainData::List cards;
    for (int k = 0; k < kKinds; ++k) {
        for (int i = 0; i < o.pack.cards.count(k); ++i) cards.emplace_back(kind_text(k));
    }
    if (values.empty() || o.pack.cards != kDeck) data.emplace_back("cards", std::move(cards));
    if (!values.empty()) data.emplace_back("values", std::move(values));
    if (!o.pack.title.is_null()) data.emplace_back("name", o.pack.title);
    return data;
}

Result<Options> read_options(const PlainData& data) {
    FieldReader fields(kName, "option", data);
    Options o;
    if (!option::read(kOptionTable, fields, o)) return fields.error();
    return o;
}

}  // namespace uneri::solo
