#include "uneri/games/onda/options.hpp"

#include <algorithm>

#include "uneri/games/onda/dial.hpp"
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
    pack = {"", static_cast<int>(deal), static_cast<int>(down), Deck()};
    for (const std::string_view name : data->words) {
        const std::optional<int> kind = parse_kind(name);
        if (!kind || name != kind_text(*kind) || pack.cards.count(*kind) == 2) return false;
        pack.cards.add(*kind);
    }
    return true;
}

void set_dial(const Dial& dial, std::string_view name, Options& options) {
    options.dial = {};
    std::copy(dial.begin(), dial.end(), options.dial.begin());
    options.dial_length = static_cast<int>(dial.size());
    options.bomb_sequence = name;
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

PlainData pack_value(const Options& options) {
    const Pack& pack = options.pack;
    if (!pack.name.empty()) return pack.name;
    PlainData::List cards;
    for (int k = 0; k < kKinds; ++k) {
        for (int i = 0; i < pack.cards.count(k); ++i) cards.emplace_back(kind_text(k));
    }
    return PlainData::Map{{"deal", pack.deal}, {"down", pack.down}, {"cards", std::move(cards)}};
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

PlainData dial_value(const Options& options) {
    if (!options.bomb_sequence.empty()) return options.bomb_sequence;
    return list_of(std::span(options.dial).first(static_cast<std::size_t>(options.dial_length)));
}

Result<Options> read_options(const PlainData& data) {
    FieldReader fields(kName, "option", data);
    Options options;
    if (!option::read(kOptionTable, fields, options)) return fields.error();
    return options;
}

}  // namespace uneri::onda
