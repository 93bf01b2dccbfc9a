// JSON as plain data, for the data files that are compiled in (cmake/UneriData.cmake).
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "uneri/base/plain_data.hpp"
#include "uneri/base/result.hpp"

namespace uneri {

// Numbers are integers of 64 bits: no data file of ours has others. Errors read `line 3: a comma or ] is missing`.
Result<PlainData> read_json(std::string_view text);

// What `read` makes of the compiled-in file `name`. Throws std::logic_error, which names the file, if it is wrong.
template <class T>
T built_in_data(std::string_view name, std::string_view text, Result<T> (*read)(const PlainData&)) {
    const Result<PlainData> data = read_json(text);
    const Result<T> made = data ? read(*data) : Result<T>(Error{data.error()});
    if (!made) throw std::logic_error("the built-in file " + std::string(name) + " is wrong: " + made.error());
    return *made;
}

}  // namespace uneri
