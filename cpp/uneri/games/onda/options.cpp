#include "uneri/games/onda/options.hpp"

#include <algorithm>
#include <optional>

#include "uneri/base/global_lazy.hpp"
#include "uneri/base/json.hpp"
#include "uneri/games/onda/data.hpp"

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

// The option `bomb_sequence` (O-5.20, O-5.26, O-5.28). The named dials are python/uneri/data/onda_dial.json.

std::string_view dial_json() noexcept;  // compiled in, see cmake/UneriData.cmake

namespace {

constexpr std::array<std::string_view, 3> kSuitNames = {"same", "mixed", "any"};
constexpr unsigned kBothSuits = 3;  // bit 0: natural cards of one suit, bit 1: of both

std::optional<int> read_shape(const PlainData& value) {
    if (const auto* number = value.as<std::int64_t>())
        return *number >= kRun2 && *number <= kSet4 ? std::optional(static_cast<int>(*number)) : std::nullopt;
    const std::optional<int> shape = find_word(kShapeNames, &value);
    return shape != kSingle ? shape : std::nullopt;
}

// Reads bombs into `o` and writes them as O-5.28 says. Null stands for a fault.
class DialReader {
public:
    explicit DialReader(Options& options) : o(options) {}

    PlainData read(const PlainData& value) {
        const PlainData* given_name = value.find("name");
        PlainData name;
        const PlainData* bombs = value.find("bombs");
        if (const auto* map = value.as<PlainData::Map>()) {
            if (bombs == nullptr || map->size() != 1u + (given_name != nullptr)) return {};
            if (given_name != nullptr && !read_name(*given_name, name)) return {};
        } else {
            bombs = &value;
        }
        const auto* list = bombs->as<PlainData::List>();
        if (list == nullptr || list->empty() || list->size() > kMaxDial) return {};
        PlainData::List written;
        for (const PlainData& item : *list) {
            o.bombs[written.size()] = {};
            written.push_back(read_bomb(item, o.bombs[written.size()]));
            const auto* shape = written.back().as<std::int64_t>();
            if (written.back().is_null()) return {};
            o.dial[written.size() - 1] = shape != nullptr ? static_cast<std::uint8_t>(*shape) : std::uint8_t{kSingle};
            o.special |= shape == nullptr;
        }
        o.dial_length = static_cast<int>(written.size());
        if (name.is_null()) return written;
        return PlainData::Map{{"name", std::move(name)}, {"bombs", std::move(written)}};
    }

private:
    PlainData read_bomb(const PlainData& value, Bomb& bomb) {
        const auto* list = value.as<PlainData::List>();
        if (list == nullptr) return read_form(value, bomb);
        if (list->empty() || list->size() > 6) return {};
        PlainData::List forms;
        for (const PlainData& item : *list) {
            forms.push_back(read_form(item, bomb));
            if (forms.back().is_null()) return {};
        }
        return forms.size() == 1 ? forms[0] : PlainData(std::move(forms));
    }

    PlainData read_form(const PlainData& value, Bomb& bomb) {
        const auto* map = value.as<PlainData::Map>();
        const PlainData* named = value.find("shape");
        if (map != nullptr && (named == nullptr || named->as<std::string>() == nullptr)) return {};
        const std::optional<int> shape = read_shape(map != nullptr ? *named : value);
        if (!shape) return {};
        const unsigned usual = is_run(*shape) && !o.pack.runs_any ? 1u : kBothSuits;
        unsigned suits = usual;
        std::int64_t from = 1;
        std::int64_t to = kNumbers;
        for (const auto& [key, item] : map != nullptr ? *map : PlainData::Map{}) {
            const auto* number = item.as<std::int64_t>();
            if (key == "suit") {
                const std::optional<int> suit = find_word(kSuitNames, &item);
                if (!suit) return {};
                suits = static_cast<unsigned>(*suit) + 1;
            } else if ((key == "from" || key == "to") && number != nullptr) {
                (key == "from" ? from : to) = *number;
            } else if (key != "shape") {
                return {};
            }
        }
        if (from < 1 || from > to || to > kNumbers) return {};
        for (std::size_t mixed = 0; mixed < 2; ++mixed) {
            if ((suits >> mixed & 1) == 0) continue;
            std::uint16_t& ranks = bomb.ranks[mixed][at(*shape)];
            ranks = static_cast<std::uint16_t>(ranks | ((1u << to) - (1u << (from - 1))));
        }
        o.mixed_runs |= is_run(*shape) && suits > 1;
        PlainData::Map form{{"shape", kShapeNames[at(*shape)]}};
        if (suits != usual) form.emplace_back("suit", kSuitNames[suits - 1]);
        if (from != 1) form.emplace_back("from", from);
        if (to != kNumbers) form.emplace_back("to", to);
        return form.size() > 1 ? PlainData(std::move(form)) : PlainData(*shape);
    }

    Options& o;
};

using NamedDials = std::array<PlainData, kBombPresets.size()>;
constinit GlobalLazy<NamedDials> kDials;

Result<NamedDials> read_dials(const PlainData& file) {
    NamedDials dials;
    for (std::size_t i = 0; i < dials.size(); ++i) {
        const PlainData* list = file.find(kBombPresets[i]);
        Options options;
        if (list == nullptr || DialReader(options).read(*list).is_null())
            return Error{std::string(kBombPresets[i]) + " is not a list of bombs"};
        dials[i] = *list;
    }
    return dials;
}

}  // namespace

void read_dial_option(FieldReader& fields, Options& o) {
    constexpr std::string_view kAllowed =
        "ladder, runs_first, a list of 1 to 16 bombs, a JSON file of one; a bomb is a shape in capitals (RUN2, RUN3, "
        "RUN4, SET2, SET3, SET4) or its number 1 to 6, a mapping of shape, suit (same, mixed, any), from and to (1 to "
        "15), or a list of 1 to 6 of these";
    const PlainData preset = o.bomb_sequence;
    const PlainData* value = fields.find("bomb_sequence");
    if (value == nullptr) value = &preset;
    const std::optional<int> named = find_word(kBombPresets, value);
    const NamedDials& dials = kDials.get([] { return built_in_data("onda_dial.json", dial_json(), read_dials); });
    o.special = o.mixed_runs = o.pack.runs_any;
    const PlainData written = DialReader(o).read(named ? dials[at(*named)] : *value);
    if (written.is_null()) return fields.fail("bomb_sequence", *value, kAllowed);
    o.bomb_sequence = named ? *value : written;
}

}  // namespace uneri::onda
