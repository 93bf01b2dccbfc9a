// Names of kinds, actions and outcomes (rules, sections 1 and 6).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "uneri/base/result.hpp"
#include "uneri/base/types.hpp"
#include "uneri/games/solo/state.hpp"

namespace uneri::solo {

std::string kind_text(int kind);
std::optional<int> parse_kind(std::string_view text);
std::string action_text(Action a);
std::string outcome_text(Phase phase, Action outcome);
// Ignores case and extra blanks.
Result<Action> parse_action(std::string_view text);
Result<Action> parse_outcome(Phase phase, std::string_view text);

}  // namespace uneri::solo
