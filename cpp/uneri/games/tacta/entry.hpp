// An entry of a deck with its path: where reading has come to. The first thing that is wrong is kept; what is read
// after it is harmless and thrown away.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "uneri/base/plain_data.hpp"

namespace uneri::tacta {

class Entry {
public:
    Entry(std::string& error, const PlainData& value, std::string path)
        : error_(error), value_(value), path_(std::move(path)) {}

    bool failed() const { return !error_.empty(); }
    void fail(std::string message) const {
        if (error_.empty()) error_ = std::move(message);
    }
    void refuse(const std::string& allowed) const;
    void require(bool good, const std::string& allowed) const {
        if (!good) refuse(allowed);
    }

    // Is it a mapping with exactly these keys?
    void keys(std::span<const std::string_view> names) const;
    Entry operator[](std::string_view key) const;
    Entry operator[](std::size_t index) const;
    // The first item, the second ... of a list of least..most, to be read by read(item, index).
    template <class Read>
    void each(std::size_t least, std::size_t most, Read&& read) const {
        const auto* items = value_.as<PlainData::List>();
        if (items == nullptr || items->size() < least || items->size() > most) {
            const std::string count = std::to_string(least);
            return refuse("a list of " + (least == most ? count : count + " to " + std::to_string(most)));
        }
        for (std::size_t i = 0; i < items->size() && !failed(); ++i) read((*this)[i], i);
    }
    int integer(int low, int high) const;
    int even(int low, int high) const;
    int word(std::span<const std::string_view> words) const;
    std::string text() const;  // free text
    const PlainData& value() const { return value_; }

private:
    std::string below(std::string_view key) const { return (path_.empty() ? "" : path_ + ".").append(key); }

    std::string& error_;
    const PlainData& value_;
    std::string path_;
};

}  // namespace uneri::tacta
