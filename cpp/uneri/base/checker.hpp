// Checks a state from outside against the rules. The first fault found is the error.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "uneri/base/result.hpp"

namespace uneri {

class Checker {
public:
    explicit Checker(std::string_view game) : game_(game) {}

    // Errors read `onda: field 'hand' has too few cards`.
    void check(bool good, std::string_view field, std::string_view why) {
        if (good || error_) return;
        error_ = Error{std::string(game_) + ": field '" + std::string(field) + "' " + std::string(why)};
    }
    bool good() const { return !error_; }
    std::optional<Error> take() { return std::move(error_); }

private:
    std::string_view game_;
    std::optional<Error> error_;
};

constexpr bool in_range(std::int64_t value, std::int64_t low, std::int64_t high) noexcept {
    return value >= low && value <= high;
}

}  // namespace uneri
