// Names of kinds, hands, actions and outcomes (text, N-1.6, N-5.11, N-5.12).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "uneri/base/result.hpp"
#include "uneri/base/types.hpp"
#include "uneri/games/namima/options.hpp"
#include "uneri/games/namima/state.hpp"

namespace uneri::namima {

// "B123 R44", tokens apart by blanks, commas or dots; letters of either case. With ranks of two digits in the set a
// token is one card: "B10". Nothing if the text is no hand of at most 7 of a kind.
std::optional<Cards> parse_cards(const RuleSet& rules, std::string_view text);

std::string action_text(const Options& o, Action a);
std::string outcome_text(const Options& o, Phase phase, Action outcome);
// Letters of either case; blanks at the ends do not matter, inside one counts as much as several.
Result<Action> parse_action(const Options& o, std::string_view text);
Result<Action> parse_outcome(const Options& o, Phase phase, std::string_view text);

}  // namespace uneri::namima
