// A value in a table of plain data (a board, a deck, a rule set) with its path, which errors name. The first fault is
// kept as the error; later reads give harmless defaults. So a reader can go through a whole table and check once at the
// end.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "uneri/base/plain_data.hpp"

namespace uneri {

class DataEntry {
public:
    using Names = std::span<const std::string_view>;

    // The whole table. Errors start with its name: `board: 'track.spaces' is 4; allowed: 5 to 16`.
    DataEntry(std::string_view table, const PlainData& data, std::string& error)
        : table_(table), error_(error), value_(&data) {}

    bool there() const { return value_ != nullptr; }
    bool null() const { return value_ == nullptr || value_->is_null(); }
    const PlainData& value() const;  // null if missing
    bool is_map() const { return value().as<PlainData::Map>() != nullptr; }
    std::size_t size() const;  // of a list; else 0

    DataEntry operator[](std::string_view key) const { return {*this, value().find(key), below(key)}; }
    DataEntry operator[](std::size_t index) const;

    bool failed() const { return !error_.empty(); }
    void refuse(const std::string& allowed) const;
    void require(bool good, const std::string& allowed) const {
        if (!good) refuse(allowed);
    }

    // Requires a mapping with exactly these keys.
    void keys(Names names) const { keys(names, names); }
    // Requires a mapping with all keys of `required` and no keys outside `known`; errors show these as `summary`.
    void keys(Names known, Names required, const std::string& summary = "") const;
    // Requires a list of least..most items; false if it is not a list.
    bool list(std::size_t least, std::size_t most, const std::string& allowed = "") const;
    // The same; also calls read(item, index) for each item.
    template <class Read>
    void each(std::size_t least, std::size_t most, Read&& read) const {
        if (!list(least, most)) return;
        for (std::size_t i = 0; i < size() && !failed(); ++i) read((*this)[i], i);
    }
    template <class Read>
    void each(std::size_t length, Read&& read) const {
        each(length, length, std::forward<Read>(read));
    }
    int integer(int low, int high) const;
    std::uint8_t small(int low, int high) const { return static_cast<std::uint8_t>(integer(low, high)); }
    int even(int low, int high) const;
    int exactly(int number) const;
    bool boolean() const;
    int word(Names words, const std::string& also = "") const;  // its index; `also` names other allowed values
    std::string text() const;
    PlainData name() const;  // see read_name

private:
    DataEntry(const DataEntry& parent, const PlainData* value, std::string path)
        : table_(parent.table_), error_(parent.error_), value_(value), path_(std::move(path)) {}

    std::string below(std::string_view key) const { return (path_.empty() ? "" : path_ + ".").append(key); }
    void fail(const std::string& message) const;

    std::string_view table_;
    std::string& error_;
    const PlainData* value_;
    std::string path_;
};

}  // namespace uneri
