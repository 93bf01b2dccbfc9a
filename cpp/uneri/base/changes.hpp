// What an event changed in plain data: the same as python/uneri/records/changes.py, which describes it.
#pragma once

#include <cstddef>
#include <string_view>
#include <variant>
#include <vector>

#include "uneri/base/plain_data.hpp"

namespace uneri {

// `path` leads from the top to the new value: keys and places in lists. It points into both sides that were compared.
struct Change {
    using Step = std::variant<std::string_view, std::size_t>;
    std::vector<Step> path;
    const PlainData* value;

    bool operator==(const Change& other) const {
        return path == other.path && (value == other.value || *value == *other.value);
    }
};

using Changes = std::vector<Change>;

// What turns `before` into `after`, which are maps. The key `without` is left out.
Changes changes_between(const PlainData& before, const PlainData& after, std::string_view without);

// Takes those changes out of all lists that are in every one of them, and returns them in the order of the first.
Changes take_shared(std::vector<Changes>& by_seat);

}  // namespace uneri
