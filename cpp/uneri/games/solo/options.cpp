#include "uneri/games/solo/options.hpp"

#include "uneri/games/solo/notation.hpp"

namespace uneri::solo {
namespace {

constexpr int kSmallDeal = 2;
constexpr std::array<std::string_view, 6> kSmallCards = {"R1", "R1", "R2", "G1", "G2", "GD2"};

// Reads `{"deal": 2, "cards": ["R1", ...]}`; false if `value` has another form.
bool read_pack_data(const PlainData& value, Pack& pack) {
    const auto data = numbers_and_words(value, {"deal"}, "cards");
    if (!data || data->numbers[0] < 1 || data->numbers[0] > kHandSize) return false;
    pack = {"", static_cast<int>(data->numbers[0]), Cards()};
    for (const std::string_view name : data->words) {
        const std::optional<int> kind = parse_kind(name);
        if (!kind || name != kind_text(*kind) || pack.cards.count(*kind) == multiplicity(*kind)) return false;
        pack.cards.add(*kind);
    }
    return true;
}

int numbers_in(const Cards& cards) {
    int count = 0;
    for (int k = 0; k < kKinds; ++k) count += is_number(k) ? cards.count(k) : 0;
    return count;
}

}  // namespace

void read_pack(FieldReader& fields, Options& o) {
    constexpr std::string_view kAllowed =
        "full, small, a mapping of deal (1 to 8) and cards (a list of names such as R7, each at most as often as in "
        "the full pack), a JSON file of one";
    const PlainData* value = fields.find("pack");
    if (value == nullptr || *value == PlainData("full")) return;
    if (*value == PlainData("small")) {
        o.pack = {"small", kSmallDeal, Cards()};
        for (const std::string_view name : kSmallCards) o.pack.cards.add(*parse_kind(name));
    } else if (!read_pack_data(*value, o.pack)) {
        return fields.fail("pack", *value, kAllowed);
    }
    const int needed = o.players * o.pack.deal + 1;
    if (numbers_in(o.pack.cards) < needed) {
        fields.fail("pack", *value,
                    "a pack of at least " + std::to_string(needed) + " number cards for " + std::to_string(o.players) +
                        " players");
    }
}

PlainData pack_value(const Options& o) {
    if (!o.pack.name.empty()) return o.pack.name;
    PlainData::List cards;
    for (int k = 0; k < kKinds; ++k) {
        for (int i = 0; i < o.pack.cards.count(k); ++i) cards.emplace_back(kind_text(k));
    }
    return PlainData::Map{{"deal", o.pack.deal}, {"cards", std::move(cards)}};
}

Result<Options> read_options(const PlainData& data) {
    FieldReader fields(kName, "option", data);
    Options o;
    if (!option::read(kOptionTable, fields, o)) return fields.error();
    return o;
}

}  // namespace uneri::solo
