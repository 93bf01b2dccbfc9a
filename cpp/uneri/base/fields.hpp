// Reads checked values from plain data. The first fault is kept as the error; later reads give harmless defaults. So a
// reader can go through a whole table and check once at the end.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "uneri/base/plain_data.hpp"
#include "uneri/base/result.hpp"

namespace uneri {

class FieldReader {
public:
    // `what` is "option" or "field"; messages read `onda: option 'players' is 7; allowed: 2 to 5`.
    FieldReader(std::string_view game, std::string_view what, const PlainData& data)
        : game_(game), what_(what), data_(data) {}

    // Every key must be one of `names`; with `all` each name must be there too.
    void check_names(std::span<const std::string_view> names, bool all);
    // The same for a state, which holds the options of its game.
    void check_state(std::span<const std::string_view> names, const PlainData& options);

    const PlainData* find(std::string_view name) const { return data_.find(name); }
    std::int64_t integer(std::string_view name, std::int64_t low, std::int64_t high, std::int64_t fallback = 0);
    template <class T>
    void read(std::string_view name, std::int64_t low, std::int64_t high, T& out) {
        out = static_cast<T>(integer(name, low, high, std::clamp<std::int64_t>(0, low, high)));
    }
    bool boolean(std::string_view name, bool fallback = false);
    int choice(std::string_view name, std::span<const std::string_view> words, int fallback = 0);
    // A list of `length` ints, each low..high, at data[name], or at data[name][index].
    std::vector<int> ints(std::string_view name, std::size_t length, int low, int high, int index = -1);
    // The first `length` entries of an array.
    template <class T, std::size_t kSize>
    void read(std::string_view name, std::size_t length, int low, int high, std::array<T, kSize>& out) {
        const std::vector<int> numbers = ints(name, length, low, high);
        for (std::size_t i = 0; i < std::min(length, kSize); ++i) out[i] = static_cast<T>(numbers[i]);
    }
    // A list of ints of any length up to `most`.
    std::vector<int> short_ints(std::string_view name, std::size_t most, int low, int high, int index = -1);

    // Calls visit(entry, index) for each entry of a list with one for every seat.
    template <class Visit>
    void each_seat(std::string_view name, const PlainData& value, int seats, Visit&& visit) {
        const auto* items = value.as<PlainData::List>();
        if (items == nullptr || items->size() != static_cast<std::size_t>(seats))
            return fail(name, value, "a list of " + std::to_string(seats) + " entries, one for every seat");
        for (std::size_t i = 0; i < items->size(); ++i) visit((*items)[i], i);
    }
    template <class Visit>
    void each_seat(std::string_view name, int seats, Visit&& visit) {
        each_seat(name, *find(name), seats, visit);
    }

    void fail(std::string_view name, const PlainData& value, std::string_view allowed);
    void fail(std::string_view name, std::string_view allowed) { fail(name, *find(name), allowed); }
    void fail(std::string message) {
        if (!error_) error_ = Error{std::string(game_) + ": " + message};
    }
    // An error of validate(), `onda: field 'hand' has too few cards`, with what the field holds.
    Error with_value(const Error& contradiction) const;
    bool failed() const { return error_.has_value(); }
    const Error& error() const { return *error_; }

private:
    const PlainData* at(std::string_view name, int index);
    std::vector<int> list(std::string_view name, int index, std::size_t least, std::size_t most, int low, int high);

    std::string_view game_;
    std::string_view what_;
    const PlainData& data_;
    std::optional<Error> error_;
};

// The ints of a list of least..most, item i from `low` to high_of(i); nothing if the value is not such a list.
template <class High>
std::optional<std::vector<int>> ints_of(const PlainData& value, std::size_t least, std::size_t most, int low,
                                        High&& high_of) {
    const auto* items = value.as<PlainData::List>();
    if (items == nullptr || items->size() < least || items->size() > most) return std::nullopt;
    std::vector<int> numbers;
    for (const PlainData& item : *items) {
        const auto* number = item.as<std::int64_t>();
        if (number == nullptr || *number < low || *number > high_of(static_cast<int>(numbers.size())))
            return std::nullopt;
        numbers.push_back(static_cast<int>(*number));
    }
    return numbers;
}

// The index of a text in `words`; nothing for another value.
std::optional<int> find_word(std::span<const std::string_view> words, const PlainData* value);

// Reads what the key `name` of all data holds: a text, or a mapping with a text for `en`, for `ja` or for both, in this
// order, so that equal names are written alike. False if it is neither.
bool read_name(const PlainData& value, PlainData& name);

// A mapping that holds integers, one list of words and perhaps a name.
struct NumbersAndWords {
    std::vector<std::int64_t> numbers;    // in the order of the names asked for
    std::vector<std::string_view> words;  // views into the mapping
    PlainData name;                       // null if there is none
};
// The integers at `numbers`, the words at `words` and what is at `name`; nothing if the value is another mapping.
std::optional<NumbersAndWords> numbers_and_words(const PlainData& value,
                                                 std::initializer_list<std::string_view> numbers,
                                                 std::string_view words);

// "a, b, c"
std::string joined(std::span<const std::string_view> words);

}  // namespace uneri
