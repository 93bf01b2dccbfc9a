// Plain data (what JSON can express) that enters or leaves the library: options, boards, `to_dict`. Not for hot paths.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace uneri {

class PlainData {
public:
    // A value that no option or field can have (an object, an integer beyond 64 bits). Kept so that errors can name it.
    struct Opaque {
        std::string text;
        std::string type;
        bool operator==(const Opaque&) const = default;
    };
    struct Null {
        bool operator==(const Null&) const = default;
    };
    using List = std::vector<PlainData>;
    struct Entry;
    struct Map : std::vector<std::pair<std::string, PlainData>> {  // in the order given
        Map() = default;
        // `Map{{"name", value}, ...}` moves the values out of the list, where that of a vector would copy them.
        Map(std::initializer_list<Entry> entries);
    };

    PlainData() = default;
    PlainData(bool value) : held_(value) {}                           // NOLINT: implicit on purpose, as all below
    PlainData(int value) : held_(std::int64_t{value}) {}              // NOLINT
    PlainData(std::int64_t value) : held_(value) {}                   // NOLINT
    PlainData(double value) : held_(value) {}                         // NOLINT
    PlainData(const char* value) : held_(std::string(value)) {}       // NOLINT
    PlainData(std::string_view value) : held_(std::string(value)) {}  // NOLINT
    PlainData(std::string value) : held_(std::move(value)) {}         // NOLINT
    PlainData(List value) : held_(std::move(value)) {}                // NOLINT
    PlainData(Map value) : held_(std::move(value)) {}                 // NOLINT
    PlainData(Opaque value) : held_(Rare{std::make_shared<const Opaque>(std::move(value))}) {}  // NOLINT

    template <class T>
    const T* as() const noexcept {
        if constexpr (std::is_same_v<T, Opaque>) {
            const Rare* rare = std::get_if<Rare>(&held_);
            return rare != nullptr ? rare->value.get() : nullptr;
        } else {
            return std::get_if<T>(&held_);
        }
    }
    bool is_null() const noexcept { return as<Null>() != nullptr; }
    const PlainData* find(std::string_view key) const noexcept;  // of a map; nullptr if there is no such entry

    bool operator==(const PlainData& other) const;  // maps are equal whatever the order of their keys

    template <class Visitor>
    decltype(auto) visit(Visitor&& visitor) const {
        return std::visit(
            [&visitor](const auto& held) -> decltype(auto) {
                if constexpr (std::is_same_v<decltype(held), const Rare&>) {
                    return visitor(*held.value);
                } else {
                    return visitor(held);
                }
            },
            held_);
    }

private:
    // Elsewhere, since two strings would make all values nearly twice as large.
    struct Rare {
        std::shared_ptr<const Opaque> value;
        bool operator==(const Rare& other) const { return *value == *other.value; }
    };
    std::variant<Null, bool, std::int64_t, double, std::string, List, Map, Rare> held_;
};

struct PlainData::Entry {
    std::string_view name;
    mutable PlainData value;  // the entries of an initializer_list are const
};

inline PlainData::Map::Map(std::initializer_list<Entry> entries) {
    reserve(entries.size());
    for (const Entry& entry : entries) emplace_back(entry.name, std::move(entry.value));
}

// Compact JSON: no blanks, keys in their order, text as UTF-8.
std::string to_json(const PlainData& value);

// The value as errors show it: as Python prints it, with its type where the text alone would mislead.
std::string shown(const PlainData& value);

// The list of make(item) for each item.
template <class Range, class Make>
    requires requires(const Range& range) { range.size(); }
PlainData::List list_of(const Range& range, Make&& make) {
    PlainData::List list;
    list.reserve(range.size());
    for (const auto& item : range) list.emplace_back(make(item));
    return list;
}
// A list of integers, of flags, or of such lists.
template <class Range>
PlainData::List list_of(const Range& range) {
    return list_of(range, [](const auto& item) {
        if constexpr (requires { item.size(); }) {
            return list_of(item);
        } else if constexpr (std::is_same_v<decltype(item), const bool&>) {
            return item;
        } else {
            return static_cast<std::int64_t>(item);
        }
    });
}
// The list of make(0), make(1) and so on.
template <class Make>
PlainData::List list_of(int size, Make&& make) {
    PlainData::List list;
    list.reserve(static_cast<std::size_t>(size));
    for (int i = 0; i < size; ++i) list.emplace_back(make(i));
    return list;
}

}  // namespace uneri
