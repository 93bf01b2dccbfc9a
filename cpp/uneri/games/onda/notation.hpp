// Names of kinds, actions and outcomes (rules, 6.2).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "uneri/base/result.hpp"
#include "uneri/base/types.hpp"
#include "uneri/games/onda/state.hpp"

namespace uneri::onda {

std::string kind_text(int kind);  // "b1" .. "g15"
std::optional<int> parse_kind(std::string_view text);
std::string action_text(Action a);                      // 0 <= a < kAllActions
std::string outcome_text(Phase phase, Action outcome);  // "seat 2" in FIRST, "b7" in DEAL
// The action of that name, below `actions`. Ignores case and extra blanks.
Result<Action> parse_action(std::string_view text, int actions);
Result<Action> parse_outcome(Phase phase, std::string_view text);

}  // namespace uneri::onda
