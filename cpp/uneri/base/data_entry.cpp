#include "uneri/base/data_entry.hpp"

#include <algorithm>

#include "uneri/base/fields.hpp"

namespace uneri {
namespace {

const PlainData kNothing;

// A value as errors show it. Lists and mappings are abbreviated.
std::string brief(const PlainData& value) {
    if (const auto* list = value.as<PlainData::List>()) return "a list of " + std::to_string(list->size());
    if (value.as<PlainData::Map>() != nullptr) return "not valid";
    const auto* opaque = value.as<PlainData::Opaque>();
    if (opaque != nullptr && opaque->type != "int" && opaque->type != "str") return "a " + opaque->type;
    return shown(value);
}

std::string range(std::size_t low, std::size_t high) {
    return std::to_string(low) + (low < high ? " to " + std::to_string(high) : "");
}

}  // namespace

const PlainData& DataEntry::value() const { return value_ != nullptr ? *value_ : kNothing; }

std::size_t DataEntry::size() const {
    const auto* items = value().as<PlainData::List>();
    return items != nullptr ? items->size() : 0;
}

DataEntry DataEntry::operator[](std::size_t index) const {
    const auto* items = value().as<PlainData::List>();
    const bool there = items != nullptr && index < items->size();
    return {*this, there ? &(*items)[index] : nullptr, path_ + "[" + std::to_string(index) + "]"};
}

void DataEntry::fail(const std::string& message) const {
    if (error_.empty()) error_ = std::string(table_) + message;
}

void DataEntry::refuse(const std::string& allowed) const {
    fail((path_.empty() ? "" : ": '" + path_ + "'") + " is " + brief(value()) + "; allowed: " + allowed);
}

void DataEntry::keys(Names known, Names required, const std::string& summary) const {
    const auto* map = value().as<PlainData::Map>();
    if (map == nullptr) return refuse("a mapping");
    for (const auto& [key, item] : *map) {
        if (std::find(known.begin(), known.end(), key) == known.end())
            fail(": unknown key '" + below(key) + "'; keys: " + (summary.empty() ? joined(known) : summary));
    }
    for (const std::string_view key : required) {
        if (value().find(key) == nullptr) fail(": no key '" + below(key) + "'");
    }
}

bool DataEntry::list(std::size_t least, std::size_t most, const std::string& allowed) const {
    const bool good = value().as<PlainData::List>() != nullptr && size() >= least && size() <= most;
    require(good, allowed.empty() ? "a list of " + range(least, most) : allowed);
    return good;
}

int DataEntry::integer(int low, int high) const {
    const auto* number = value().as<std::int64_t>();
    if (number != nullptr && *number >= low && *number <= high) return static_cast<int>(*number);
    refuse(std::to_string(low) + " to " + std::to_string(high));
    return low;
}

int DataEntry::even(int low, int high) const {
    const auto* number = value().as<std::int64_t>();
    if (number != nullptr && *number >= low && *number <= high && *number % 2 == 0) return static_cast<int>(*number);
    refuse("an even number from " + std::to_string(low) + " to " + std::to_string(high));
    return low;
}

int DataEntry::exactly(int number) const {
    require(value() == PlainData(number), std::to_string(number));
    return number;
}

bool DataEntry::boolean() const {
    const auto* flag = value().as<bool>();
    require(flag != nullptr, "true, false");
    return flag != nullptr && *flag;
}

int DataEntry::word(Names words, const std::string& also) const {
    if (const auto found = find_word(words, &value())) return *found;
    refuse(also + joined(words));
    return 0;
}

PlainData DataEntry::name() const {
    PlainData found;
    require(read_name(value(), found), "a string, a mapping of en, ja or both to strings");
    return found;
}

std::string DataEntry::text() const {
    const auto* text = value().as<std::string>();
    require(text != nullptr, "a string");
    return text != nullptr ? *text : std::string();
}

}  // namespace uneri
