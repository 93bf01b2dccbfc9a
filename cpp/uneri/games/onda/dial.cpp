// The option `bomb_sequence` (O-5.20, O-5.26, O-5.28). The named dials are python/uneri/data/onda_dial.json.
#include <algorithm>
#include <optional>

#include "uneri/base/global_lazy.hpp"
#include "uneri/base/json.hpp"
#include "uneri/games/onda/notation.hpp"
#include "uneri/games/onda/options.hpp"

namespace uneri::onda {

std::string_view dial_json() noexcept;  // compiled in, see cmake/UneriData.cmake

namespace {

constexpr std::array<std::string_view, 3> kSuitNames = {"same", "mixed", "any"};
constexpr unsigned kBothSuits = 3;  // bit 0: natural cards of one suit, bit 1: of both

std::optional<int> find_word(std::span<const std::string_view> words, const PlainData* value) {
    const auto* word = value != nullptr ? value->as<std::string>() : nullptr;
    const auto found = word != nullptr ? std::find(words.begin(), words.end(), *word) : words.end();
    if (found == words.end()) return std::nullopt;
    return static_cast<int>(found - words.begin());
}

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
            std::uint16_t& ranks = bomb.ranks[mixed][static_cast<std::size_t>(*shape)];
            ranks = static_cast<std::uint16_t>(ranks | ((1u << to) - (1u << (from - 1))));
        }
        o.mixed_runs |= is_run(*shape) && suits > 1;
        PlainData::Map form{{"shape", kShapeNames[static_cast<std::size_t>(*shape)]}};
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
    const PlainData written = DialReader(o).read(named ? dials[static_cast<std::size_t>(*named)] : *value);
    if (written.is_null()) return fields.fail("bomb_sequence", *value, kAllowed);
    o.bomb_sequence = named ? *value : written;
}

}  // namespace uneri::onda
