// Names of cards and actions (rules, sections 1 and 7).
#pragma once

#include <string>
#include <string_view>

#include "uneri/base/result.hpp"
#include "uneri/base/types.hpp"

namespace uneri::tidal {

std::string action_text(Action a);  // "O0" .. "P9", "G1" .. "G4"; 0 <= a < kActions
// Ignores case and blanks at either end. With `cards_only`, gate moves are errors.
Result<Action> parse_action(std::string_view text, bool cards_only);

}  // namespace uneri::tidal
