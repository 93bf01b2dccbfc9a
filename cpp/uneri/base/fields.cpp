#include "uneri/base/fields.hpp"

#include <algorithm>

namespace uneri {

std::string joined(std::span<const std::string_view> words) {
    std::string text;
    for (const std::string_view word : words) {
        if (!text.empty()) text += ", ";
        text += word;
    }
    return text;
}

std::optional<int> find_word(std::span<const std::string_view> words, const PlainData* value) {
    const auto* word = value != nullptr ? value->as<std::string>() : nullptr;
    const auto found = word != nullptr ? std::find(words.begin(), words.end(), *word) : words.end();
    if (found == words.end()) return std::nullopt;
    return static_cast<int>(found - words.begin());
}

bool read_name(const PlainData& value, PlainData& name) {
    name = value;
    const auto* map = value.as<PlainData::Map>();
    if (map == nullptr) return value.as<std::string>() != nullptr;
    PlainData::Map texts;
    for (const std::string_view language : {"en", "ja"}) {
        const PlainData* text = value.find(language);
        if (text != nullptr && text->as<std::string>() != nullptr) texts.emplace_back(language, *text);
    }
    const bool is_read = !texts.empty() && texts.size() == map->size();
    name = std::move(texts);
    return is_read;
}

std::optional<NumbersAndWords> numbers_and_words(const PlainData& value,
                                                 std::initializer_list<std::string_view> numbers,
                                                 std::string_view words) {
    const auto* map = value.as<PlainData::Map>();
    const PlainData* at_words = value.find(words);
    const auto* list = at_words == nullptr ? nullptr : at_words->as<PlainData::List>();
    const PlainData* title = value.find("name");
    if (map == nullptr || map->size() != numbers.size() + 1 + (title != nullptr) || list == nullptr)
        return std::nullopt;
    NumbersAndWords found;
    if (title != nullptr && !read_name(*title, found.name)) return std::nullopt;
    for (const std::string_view name : numbers) {
        const PlainData* at = value.find(name);
        const auto* number = at == nullptr ? nullptr : at->as<std::int64_t>();
        if (number == nullptr) return std::nullopt;
        found.numbers.push_back(*number);
    }
    for (const PlainData& item : *list) {
        const auto* word = item.as<std::string>();
        if (word == nullptr) return std::nullopt;
        found.words.push_back(*word);
    }
    return found;
}

namespace {

// A name from outside as a message shows it: quoted, and cut if it is long.
std::string quoted(const std::string& name) {
    std::string text = shown(PlainData(name));
    text.resize(text.size() - std::string_view(" (str)").size());
    return text;
}

}  // namespace

void FieldReader::fail(std::string_view name, const PlainData& value, std::string_view allowed) {
    fail(std::string(what_) + " '" + std::string(name) + "' is " + shown(value) + "; allowed: " + std::string(allowed));
}

void FieldReader::check_names(std::span<const std::string_view> names, bool all) {
    const auto* map = data_.as<PlainData::Map>();
    if (map == nullptr) {
        fail("the " + std::string(what_) + "s are " + shown(data_) + "; allowed: a mapping of names to values");
        return;
    }
    for (const auto& [name, value] : *map) {
        if (std::find(names.begin(), names.end(), name) == names.end()) {
            fail("no " + std::string(what_) + " " + quoted(name) + "; " + std::string(what_) + "s: " + joined(names));
        }
    }
    if (!all) return;
    for (const std::string_view name : names) {
        if (data_.find(name) == nullptr) fail(std::string(what_) + " '" + std::string(name) + "' is missing");
    }
}

void FieldReader::check_state(std::span<const std::string_view> names, const PlainData& options) {
    check_names(names, true);
    if (!failed() && *find("options") != options) fail("options", "the options of this game");
}

Error FieldReader::with_value(const Error& contradiction) const {
    const std::string start = std::string(game_) + ": " + std::string(what_) + " '";
    for (const auto& [name, value] : *data_.as<PlainData::Map>()) {
        if (contradiction.message.starts_with(start + name + "' "))
            return Error{contradiction.message + "; given: " + shown(value)};
    }
    return contradiction;
}

const PlainData* FieldReader::at(std::string_view name, int index) {
    const PlainData* value = data_.find(name);
    if (value == nullptr || index < 0) return value;
    const auto* list = value->as<PlainData::List>();
    if (list == nullptr || static_cast<std::size_t>(index) >= list->size()) {
        fail(name, *value, "a list with an entry for every seat");
        return nullptr;
    }
    return &(*list)[static_cast<std::size_t>(index)];
}

std::int64_t FieldReader::integer(std::string_view name, std::int64_t low, std::int64_t high, std::int64_t fallback) {
    const PlainData* value = data_.find(name);
    if (value == nullptr) return fallback;
    const auto* number = value->as<std::int64_t>();
    if (number == nullptr || *number < low || *number > high) {
        fail(name, *value, std::to_string(low) + " to " + std::to_string(high));
        return fallback;
    }
    return *number;
}

bool FieldReader::boolean(std::string_view name, bool fallback) {
    const PlainData* value = data_.find(name);
    if (value == nullptr) return fallback;
    const auto* flag = value->as<bool>();
    if (flag == nullptr) {
        fail(name, *value, "true, false");
        return fallback;
    }
    return *flag;
}

int FieldReader::choice(std::string_view name, std::span<const std::string_view> words, int fallback) {
    const PlainData* value = data_.find(name);
    if (value == nullptr) return fallback;
    if (const auto found = find_word(words, value)) return *found;
    fail(name, *value, joined(words));
    return fallback;
}

std::vector<int> FieldReader::list(std::string_view name, int index, std::size_t least, std::size_t most, int low,
                                   int high) {
    if (const PlainData* value = at(name, index)) {
        if (auto numbers = ints_of(*value, least, most, low, [&](int) { return high; })) return *std::move(numbers);
        const std::string count = least == most ? std::to_string(most) : "at most " + std::to_string(most);
        fail(name, *value, "a list of " + count + " ints, each " + std::to_string(low) + " to " + std::to_string(high));
    }
    return std::vector<int>(least, std::max(low, std::min(high, 0)));
}

std::vector<int> FieldReader::ints(std::string_view name, std::size_t length, int low, int high, int index) {
    return list(name, index, length, length, low, high);
}

std::vector<int> FieldReader::short_ints(std::string_view name, std::size_t most, int low, int high, int index) {
    return list(name, index, 0, most, low, high);
}

}  // namespace uneri
