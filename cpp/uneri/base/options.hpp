// The option table of a game. Each option is declared once, in one row: its name, field, allowed values and meaning.
// Parsing, plain data, help, the table of the docs and the JSON schema are derived from the rows.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "uneri/base/fields.hpp"
#include "uneri/base/plain_data.hpp"

namespace uneri {

// The description of an option, for people and programs.
struct OptionFacts {
    enum class Kind : std::uint8_t { kInteger, kFlag, kChoice, kText, kData };

    std::string_view name;
    Kind kind = Kind::kFlag;
    std::string_view meaning;
    int low = 0;  // limits of an integer
    int high = 0;
    std::span<const std::string_view> words;  // of a choice; for data, the built-in names
    std::string_view form;                    // the pattern of a text; for data, the form of values that are not names
    std::string_view allowed;                 // in words; empty: derived from the fields above
};

// A row of the option table of a game, whose options are a struct O.
template <class O>
struct Option : OptionFacts {
    using Reader = void (*)(FieldReader&, O&);

    void (*usual)(const Option&, FieldReader&, O&) = nullptr;
    PlainData (*value)(const Option&, const O&) = nullptr;
    Reader reader = nullptr;  // replaces the default reader
    int turn = 0;             // options of lower turns are read first

    // Says what is allowed in other words.
    constexpr Option in_words(std::string_view text) const noexcept {
        Option changed = *this;
        changed.allowed = text;
        return changed;
    }
    // Reads the option with the game's own function, even if it is not given: its value may depend on other options.
    constexpr Option read_by(Reader function) const noexcept {
        Option changed = *this;
        changed.reader = function;
        return changed;
    }
    constexpr Option in_turn(int number) const noexcept {
        Option changed = *this;
        changed.turn = number;
        return changed;
    }
};

namespace option {

template <class>
struct FieldOf;
template <class O, class T>
struct FieldOf<T O::*> {
    using Options = O;
    using Type = T;
};
template <auto kField>
using OptionOf = Option<typename FieldOf<decltype(kField)>::Options>;
template <auto kField>
using TypeOf = typename FieldOf<decltype(kField)>::Type;

// An integer from low to high.
template <auto kField>
constexpr OptionOf<kField> integer(std::string_view name, int low, int high, std::string_view meaning) {
    using Row = OptionOf<kField>;
    Row row{{name, Row::Kind::kInteger, meaning, low, high, {}, {}, {}}};
    row.usual = [](const Row& o, FieldReader& fields, auto& options) {
        options.*kField = static_cast<TypeOf<kField>>(fields.integer(o.name, o.low, o.high, options.*kField));
    };
    row.value = [](const Row&, const auto& options) { return PlainData(std::int64_t{options.*kField}); };
    return row;
}

// A seat, or -1 for a random one. The field kPlayers holds the number of seats, `most` is its maximum.
template <auto kField, auto kPlayers>
constexpr OptionOf<kField> seat(std::string_view name, int most, std::string_view meaning) {
    using Row = OptionOf<kField>;
    Row row = integer<kField>(name, -1, most - 1, meaning).in_words("-1 or a seat");
    row.usual = [](const Row& o, FieldReader& fields, auto& options) {
        options.*kField =
            static_cast<int>(fields.integer(o.name, -1, options.*kPlayers - 1, std::int64_t{options.*kField}));
    };
    return row;
}

template <auto kField>
constexpr OptionOf<kField> flag(std::string_view name, std::string_view meaning) {
    using Row = OptionOf<kField>;
    Row row{{name, Row::Kind::kFlag, meaning, 0, 0, {}, {}, {}}};
    row.usual = [](const Row& o, FieldReader& fields, auto& options) {
        options.*kField = fields.boolean(o.name, options.*kField);
    };
    row.value = [](const Row&, const auto& options) { return PlainData(options.*kField); };
    return row;
}

// One of a few words. The field (an enum, an int or a bool) holds its index.
template <auto kField>
constexpr OptionOf<kField> choice(std::string_view name, std::span<const std::string_view> words,
                                  std::string_view meaning) {
    using Row = OptionOf<kField>;
    Row row{{name, Row::Kind::kChoice, meaning, 0, 0, words, {}, {}}};
    row.usual = [](const Row& o, FieldReader& fields, auto& options) {
        options.*kField =
            static_cast<TypeOf<kField>>(fields.choice(o.name, o.words, static_cast<int>(options.*kField)));
    };
    row.value = [](const Row& o, const auto& options) {
        return PlainData(o.words[static_cast<std::size_t>(options.*kField)]);
    };
    return row;
}

// Text in the game's own format. `reader` parses it; `pattern` describes it in the JSON schema.
template <auto kField>
constexpr OptionOf<kField> text(std::string_view name, typename OptionOf<kField>::Reader reader,
                                std::string_view pattern, std::string_view meaning) {
    using Row = OptionOf<kField>;
    Row row{{name, Row::Kind::kText, meaning, 0, 0, {}, pattern, {}}};
    row.value = [](const Row&, const auto& options) { return PlainData(options.*kField); };
    return row.read_by(reader);
}

// Data: a built-in name, or a value in the form of `form`. The game's schema file defines that as `$defs/NAME`.
template <auto kValue, class O>
constexpr Option<O> data(std::string_view name, std::span<const std::string_view> names, std::string_view form,
                         void (*reader)(FieldReader&, O&), std::string_view meaning) {
    Option<O> row{{name, OptionFacts::Kind::kData, meaning, 0, 0, names, form, {}}};
    row.value = [](const Option<O>&, const O& options) { return kValue(options); };
    return row.read_by(reader);
}

// R-4, the same in every game.
inline constexpr std::array<std::string_view, 3> kUtilityNames = {"score", "margin", "win"};
template <auto kField>
constexpr OptionOf<kField> utility() {
    return choice<kField>("utility", kUtilityNames,
                          "what returns are: points, points less their mean, shares of the win (R-4)");
}

// {"name", "allowed", "meaning", "default", "schema"} and, for data, {"builtin"}.
PlainData described(const OptionFacts& facts, PlainData default_value);

// Reads the options given in `data` into `options`, which holds the defaults. False if `fields` has an error.
template <class O, std::size_t kRows>
bool read(const std::array<Option<O>, kRows>& table, FieldReader& fields, O& options) {
    std::array<std::string_view, kRows> names;
    int first = 0;
    int last = 0;
    for (std::size_t i = 0; i < kRows; ++i) {
        names[i] = table[i].name;
        first = std::min(first, table[i].turn);
        last = std::max(last, table[i].turn);
    }
    fields.check_names(names, false);
    for (int turn = first; turn <= last; ++turn) {
        for (const Option<O>& row : table) {
            if (fields.failed()) return false;
            if (row.turn != turn) continue;
            row.reader != nullptr ? row.reader(fields, options) : row.usual(row, fields, options);
        }
    }
    return !fields.failed();
}

// Every option with its value.
template <class O, std::size_t kRows>
PlainData values(const std::array<Option<O>, kRows>& table, const O& options) {
    PlainData::Map map;
    for (const Option<O>& row : table) map.emplace_back(std::string(row.name), row.value(row, options));
    return map;
}

// Every option `described`, in order.
template <class O, std::size_t kRows>
PlainData descriptions(const std::array<Option<O>, kRows>& table, const O& defaults) {
    PlainData::List list;
    for (const Option<O>& row : table) list.push_back(described(row, row.value(row, defaults)));
    return list;
}

}  // namespace option
}  // namespace uneri
