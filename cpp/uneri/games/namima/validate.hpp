// Is a state one that play can meet? Asked of data and bytes from outside, and by tests after every move.
#pragma once

#include <optional>

#include "uneri/base/result.hpp"
#include "uneri/games/namima/options.hpp"
#include "uneri/games/namima/state.hpp"

namespace uneri::namima {

// The first thing that is wrong, named by its field, or nothing. Hands may be smaller than dealt; whether a seat that
// is asked has a call, or a declared hand is ready, is not asked (resampled states need not).
std::optional<Error> validate(const Options& o, const State& s);

}  // namespace uneri::namima
