// The options of MINI.
#pragma once

#include <array>
#include <string_view>

#include "uneri/base/options.hpp"
#include "uneri/base/plain_data.hpp"
#include "uneri/base/result.hpp"

namespace uneri::mini {

inline constexpr std::string_view kName = "mini";
inline constexpr int kMaxSeats = 4;
inline constexpr int kKinds = 6;   // M-1
inline constexpr int kCopies = 2;  // M-1
inline constexpr int kMaxHand = 3;

struct Options {
    int players = 2;
    int hand = 3;     // cards dealt to a seat
    int utility = 0;  // a Utility
};

inline constexpr std::array kOptionTable = {
    option::integer<&Options::players>("players", 2, kMaxSeats, "number of seats"),
    option::integer<&Options::hand>("hand", 1, kMaxHand, "cards dealt to a seat, and tricks in a game (M-2)"),
    option::utility<&Options::utility>(),
};

inline Result<Options> read_options(const PlainData& data) {
    FieldReader fields(kName, "option", data);
    Options options;
    if (!option::read(kOptionTable, fields, options)) return fields.error();
    return options;
}
inline PlainData options_value(const Options& options) { return option::values(kOptionTable, options); }

}  // namespace uneri::mini
