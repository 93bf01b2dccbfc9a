// Can play reach a state? Used for data and bytes from outside, and by tests after every move.
#pragma once

#include <optional>

#include "uneri/base/result.hpp"
#include "uneri/games/onda/options.hpp"
#include "uneri/games/onda/state.hpp"

namespace uneri::onda {

// The first fault, with the field's name, or nothing. Checks domains, then the invariant of section 3, then the
// conditions of each phase; recomputes derived fields. Hands may be smaller than dealt (study positions): the missing
// cards must then be in `played`.
std::optional<Error> validate(const Options& o, const State& s);

}  // namespace uneri::onda
