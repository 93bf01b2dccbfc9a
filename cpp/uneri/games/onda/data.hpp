// A state as plain data and as bytes, checks of a state, and names (engine/game.hpp).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "uneri/base/bytes.hpp"
#include "uneri/base/plain_data.hpp"
#include "uneri/base/result.hpp"
#include "uneri/base/types.hpp"
#include "uneri/games/onda/options.hpp"
#include "uneri/games/onda/rules.hpp"

namespace uneri::onda {

PlainData to_value(const Options& o, const State& s, int seat);
Result<State> from_value(const Options& o, const PlainData& data);

inline constexpr int kCodecVersion = 1;
void pack(const State& s, ByteWriter& out);
Result<State> unpack(const Options& o, ByteReader& in);

// The first fault, with the field's name, or nothing. Checks domains, then the invariant of section 3, then the
// conditions of each phase; recomputes derived fields. Hands may be smaller than dealt (study positions): the missing
// cards must then be in `played`.
std::optional<Error> validate(const Options& o, const State& s);

// Names of kinds, actions and outcomes (rules, 6.2).
std::string kind_text(int kind);  // "b1" .. "g15"
std::optional<int> parse_kind(std::string_view text);
std::string action_text(Action a);                      // 0 <= a < kAllActions
std::string outcome_text(Phase phase, Action outcome);  // "seat 2" in FIRST, "b7" in DEAL
// The action of that name, below `actions`. Ignores case and extra blanks.
Result<Action> parse_action(std::string_view text, int actions);
Result<Action> parse_outcome(Phase phase, std::string_view text);

}  // namespace uneri::onda
