// Names of kinds, hands, actions and outcomes (rules, N-1.6, N-5.11, N-5.12).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "uneri/base/result.hpp"
#include "uneri/base/types.hpp"
#include "uneri/games/namima/options.hpp"
#include "uneri/games/namima/state.hpp"

namespace uneri::namima {

// Parses hands such as "B123 R44". Blanks, commas or dots separate tokens; case does not matter. If the rule set has
// ranks of two digits, a token is one card: "B10". Nothing if the text is not a hand of at most 7 cards per kind.
std::optional<Cards> parse_cards(const RuleSet& rules, std::string_view text);

std::string action_text(const Options& o, Action a);
std::string outcome_text(const Options& o, Phase phase, Action outcome);
// Ignores case and extra blanks.
Result<Action> parse_action(const Options& o, std::string_view text);
Result<Action> parse_outcome(const Options& o, Phase phase, std::string_view text);

}  // namespace uneri::namima
