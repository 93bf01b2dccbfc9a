// Is a state one that play can meet? Asked of data and bytes from outside, and by tests after every move.
#pragma once

#include <optional>

#include "uneri/base/result.hpp"
#include "uneri/games/onda/options.hpp"
#include "uneri/games/onda/state.hpp"

namespace uneri::onda {

// The first thing that is wrong, named by its field, or nothing. Domains come first, then the invariant of section 3,
// then what each phase demands; derived fields are recomputed. Hands may be smaller than dealt (study positions): the
// cards missing must then lie in `played`.
std::optional<Error> validate(const Options& o, const State& s);

}  // namespace uneri::onda
