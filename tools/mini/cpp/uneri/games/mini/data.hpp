// A state of MINI as plain data and as bytes, checked; and the names of actions.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "uneri/base/bytes.hpp"
#include "uneri/base/plain_data.hpp"
#include "uneri/base/result.hpp"
#include "uneri/games/mini/rules.hpp"

namespace uneri::mini {

PlainData to_value(const Options& o, const State& s, int seat);  // seat -1: everything
Result<State> from_value(const Options& o, const PlainData& data);

inline constexpr int kCodecVersion = 1;
void pack(const State& s, ByteWriter& out);
Result<State> unpack(const Options& o, ByteReader& in);

std::optional<Error> validate(const Options& o, const State& s);

std::string kind_text(Action a);    // "1" .. "6"
std::string action_text(Action a);  // "PLAY 1" .. "PLAY 6"
Result<Action> parse_action(std::string_view text);
Result<Action> parse_outcome(std::string_view text);

}  // namespace uneri::mini
