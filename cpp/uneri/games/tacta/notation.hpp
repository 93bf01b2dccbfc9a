// Names: `top on 0.8 with 2 front`, `bottom free 4 portrait 0 back`, `pass`, `hand 0`; `0c5` for a revealed card
// (colour, suit, value), `seat 3` for a mover.
#pragma once

#include <string>
#include <string_view>

#include "uneri/base/result.hpp"
#include "uneri/base/types.hpp"
#include "uneri/games/tacta/options.hpp"
#include "uneri/games/tacta/state.hpp"

namespace uneri::tacta {

std::string action_text(const Options& o, Action a);  // of a seat's action
std::string card_text(const Options& o, int coloured);
std::string seat_text(int seat);
std::string action_text(const Options& o, const State& s, Action a);  // an outcome at a chance node

// Checks only the form, not legality. Ignores case and extra blanks.
Result<Action> parse_action(const Options& o, std::string_view text);
Result<Action> parse_action(const Options& o, const State& s, std::string_view text);

}  // namespace uneri::tacta
