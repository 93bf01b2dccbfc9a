#include "uneri/games/onda/options.hpp"

#include "uneri/games/onda/notation.hpp"

namespace uneri::onda {
namespace {

constexpr std::array<std::string_view, 6> kSmallCards = {"b1", "b1", "b2", "b2", "b3", "b3"};

// Reads `{"deal": 3, "down": 1, "cards": ["b1", ...]}`; false if `value` has another form.
bool read_pack_data(const PlainData& value, Pack& pack) {
    const auto data = numbers_and_words(value, {"deal", "down"}, "cards");
    if (!data) return false;
    const std::int64_t deal = data->numbers[0];
    const std::int64_t down = data->numbers[1];
    if (down < 1 || down > 2 || deal <= down || deal > kMaxDeal) return false;
    pack = {"", data->name, static_cast<int>(deal), static_cast<int>(down), Deck()};
    for (const std::string_view name : data->words) {
        const std::optional<int> kind = parse_kind(name);
        if (!kind || name != kind_text(*kind) || pack.cards.count(*kind) == 2) return false;
        pack.cards.add(*kind);
    }
    return true;
}

}  // namespace

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
        options.pack = {"small", {}, 3, 1, Deck()};
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

PlainData pack_value(const Options& options) {
    const Pack& pack = options.pack;
    if (!pack.name.empty()) return pack.name;
    PlainData::List cards;
    for (int k = 0; k < kKinds; ++k) {
        for (int i = 0; i < pack.cards.count(k); ++i) cards.emplace_back(kind_text(k));
    }
    PlainData::Map data{{"deal", pack.deal}, {"down", pack.down}, {"cards", std::move(cards)}};
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
