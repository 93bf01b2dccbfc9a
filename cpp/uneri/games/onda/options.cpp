#include "uneri/games/onda/options.hpp"

#include <algorithm>

#include "uneri/games/onda/notation.hpp"

namespace uneri::onda {
namespace {

constexpr std::array<std::string_view, 6> kSmallCards = {"b1", "b1", "b2", "b2", "b3", "b3"};

bool read_cards(const PlainData& value, Deck& cards) {
    const auto* list = value.as<PlainData::List>();
    if (list == nullptr) return false;
    cards = {};
    for (const PlainData& item : *list) {
        const auto* name = item.as<std::string>();
        const std::optional<int> kind = name != nullptr ? parse_kind(*name) : std::nullopt;
        if (!kind || *name != kind_text(*kind) || cards.count(*kind) == 2) return false;
        cards.add(*kind);
    }
    return true;
}

int full_deal(const Options& options) { return options.players == kMaxSeats ? 12 : kMaxDeal; }  // O-2.3

// Reads `{"deal": 3, "down": 1, "cards": ["b1", ...]}` into the full pack; false if `value` has another form. With
// `runs` the other keys may be absent (O-1.8).
bool read_pack_data(const PlainData& value, Pack& pack) {
    const auto* map = value.as<PlainData::Map>();
    if (map == nullptr) return false;
    const bool good = std::all_of(map->begin(), map->end(), [&](const auto& entry) {
        const auto& [key, item] = entry;
        const auto* number = item.template as<std::int64_t>();
        if (key == "cards") return read_cards(item, pack.cards);
        if (key == "name") return read_name(item, pack.title);
        if (key == "runs") return (pack.runs_any = item == PlainData("any")) || item == PlainData("suited");
        if (number == nullptr || *number < 1 || *number > kMaxDeal || (key != "deal" && key != "down")) return false;
        (key == "deal" ? pack.deal : pack.down) = static_cast<int>(*number);
        return true;
    });
    for (const std::string_view key : {"deal", "down", "cards"}) {
        if (value.find(key) == nullptr && value.find("runs") == nullptr) return false;
    }
    pack.name.clear();
    return good && pack.down <= 2 && pack.deal > pack.down;
}

}  // namespace

void read_pack(FieldReader& fields, Options& options) {
    constexpr std::string_view kAllowed =
        "full, small, a mapping of down (1, 2), deal (more than down, at most 15) and cards (a list of names such as "
        "b7, each at most twice), or of runs (suited, any) and if wanted these, a JSON file of one";
    const PlainData* value = fields.find("pack");
    const PlainData full("full");
    if (value == nullptr) value = &full;
    options.pack.deal = full_deal(options);
    if (*value == PlainData("small")) {
        options.pack = {"small", 3, 1, false, Deck(), kNumbers, {}};
        for (const std::string_view name : kSmallCards) options.pack.cards.add(*parse_kind(name));
    } else if (*value != full && !read_pack_data(*value, options.pack)) {
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

PlainData pack_value(const Options& options) {
    const Pack& pack = options.pack;
    if (!pack.name.empty()) return pack.name;
    PlainData::List cards;
    for (int k = 0; k < kKinds; ++k) {
        for (int i = 0; i < pack.cards.count(k); ++i) cards.emplace_back(kind_text(k));
    }
    PlainData::Map data;
    if (!pack.runs_any || pack.deal != full_deal(options)) data.emplace_back("deal", pack.deal);
    if (!pack.runs_any || pack.down != 2) data.emplace_back("down", pack.down);
    if (!pack.runs_any || pack.cards != Deck(Deck::kFull)) data.emplace_back("cards", std::move(cards));
    if (pack.runs_any) data.emplace_back("runs", "any");
    if (!pack.title.is_null()) data.emplace_back("name", pack.title);
    return data;
}

Result<Options> read_options(const PlainData& data) {
    FieldReader fields(kName, "option", data);
    Options options;
    if (!option::read(kOptionTable, fields, options)) return fields.error();
    return options;
}

}  // namespace uneri::onda
