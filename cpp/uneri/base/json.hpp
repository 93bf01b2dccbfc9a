// Parses JSON into plain data, for the compiled-in data files (cmake/UneriData.cmake).
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "uneri/base/plain_data.hpp"
#include "uneri/base/result.hpp"

namespace uneri {

// Numbers must be 64-bit integers: no data file has others. Errors read `line 3: a comma or ] is missing`.
Result<PlainData> read_json(std::string_view text);

// Applies `read` to the compiled-in file `name`. If that fails, throws std::logic_error with the file's name.
template <class T>
T built_in_data(std::string_view name, std::string_view text, Result<T> (*read)(const PlainData&)) {
    const Result<PlainData> data = read_json(text);
    const Result<T> made = data ? read(*data) : Result<T>(Error{data.error()});
    if (!made) throw std::logic_error("the built-in file " + std::string(name) + " is wrong: " + made.error());
    return *made;
}

}  // namespace uneri
