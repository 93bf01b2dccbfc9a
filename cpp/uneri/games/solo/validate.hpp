// Can play reach a state? Used for data and bytes from outside, and by tests after every move.
#pragma once

#include <optional>

#include "uneri/base/result.hpp"
#include "uneri/games/solo/options.hpp"
#include "uneri/games/solo/state.hpp"

namespace uneri::solo {

// The first fault, with the field's name, or nothing. Checks domains, then cards and knowledge, then the conditions of
// each phase. Positions set up by hand are allowed (S-2.6): a running round need not hold all cards of a deck.
std::optional<Error> validate(const Options& o, const State& s);

}  // namespace uneri::solo
