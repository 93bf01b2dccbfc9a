// Is a state one that play can meet? Asked of data and bytes from outside, and by tests after every move.
#pragma once

#include <optional>

#include "uneri/base/result.hpp"
#include "uneri/games/solo/options.hpp"
#include "uneri/games/solo/state.hpp"

namespace uneri::solo {

// The first thing that is wrong, named by its field, or nothing: domains, then cards and knowledge, then what each
// phase demands. Positions set up by hand are allowed (S-2.6): a running round need not hold all cards of a deck.
std::optional<Error> validate(const Options& o, const State& s);

}  // namespace uneri::solo
