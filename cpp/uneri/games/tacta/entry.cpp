#include "uneri/games/tacta/entry.hpp"

#include <algorithm>

#include "uneri/base/fields.hpp"
#include "uneri/games/tacta/deck.hpp"

namespace uneri::tacta {
namespace {

const PlainData& nothing() {
    static const PlainData kNothing;
    return kNothing;
}

}  // namespace

std::string told(const PlainData& value) {
    if (const auto* list = value.as<PlainData::List>()) return "a list of " + std::to_string(list->size());
    if (value.as<PlainData::Map>() != nullptr) return "a mapping";
    const auto* opaque = value.as<PlainData::Opaque>();
    if (opaque != nullptr && opaque->type != "int" && opaque->type != "str") return "a " + opaque->type;
    return shown(value);
}

void Entry::refuse(const std::string& allowed) const {
    const std::string where = path_.empty() ? "deck" : "deck: '" + path_ + "'";
    fail(where + " is " + told(value_) + "; allowed: " + allowed);
}

void Entry::keys(std::span<const std::string_view> names) const {
    const auto* map = value_.as<PlainData::Map>();
    if (map == nullptr) return refuse("a mapping");
    for (const auto& [key, item] : *map) {
        if (std::find(names.begin(), names.end(), key) == names.end())
            fail("deck: unknown key '" + below(key) + "'; keys: " + joined(names));
    }
    for (const std::string_view name : names) {
        if (value_.find(name) == nullptr) fail("deck: no key '" + below(name) + "'");
    }
}

Entry Entry::operator[](std::string_view key) const {
    const PlainData* found = value_.find(key);
    return {error_, found != nullptr ? *found : nothing(), below(key)};
}

Entry Entry::operator[](std::size_t index) const {
    const auto* items = value_.as<PlainData::List>();
    const bool there = items != nullptr && index < items->size();
    return {error_, there ? (*items)[index] : nothing(), path_ + "[" + std::to_string(index) + "]"};
}

int Entry::integer(int low, int high) const {
    const auto* number = value_.as<std::int64_t>();
    if (number != nullptr && *number >= low && *number <= high) return static_cast<int>(*number);
    refuse(low < high ? std::to_string(low) + " to " + std::to_string(high) : std::to_string(low));
    return low;
}

int Entry::even(int low, int high) const {
    const auto* number = value_.as<std::int64_t>();
    if (number != nullptr && *number >= low && *number <= high && *number % 2 == 0) return static_cast<int>(*number);
    refuse("an even number from " + std::to_string(low) + " to " + std::to_string(high));
    return low;
}

int Entry::word(std::span<const std::string_view> words) const {
    if (const auto* text = value_.as<std::string>()) {
        const auto found = std::find(words.begin(), words.end(), *text);
        if (found != words.end()) return static_cast<int>(found - words.begin());
    }
    refuse(joined(words));
    return 0;
}

std::string Entry::text() const {
    if (const auto* text = value_.as<std::string>()) return *text;
    refuse("a string");
    return {};
}

}  // namespace uneri::tacta
