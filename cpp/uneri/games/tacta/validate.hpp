// Is a state one that play can meet? Asked of bytes from outside, and by tests after every move.
#pragma once

#include <optional>

#include "uneri/base/result.hpp"
#include "uneri/games/tacta/options.hpp"
#include "uneri/games/tacta/state.hpp"

namespace uneri::tacta {

// The first thing that is wrong, or nothing: the checks of build(), then every derived field is compared with what it
// is by definition. The footprints are worked out anew with exact integers, without what laying.hpp keeps.
std::optional<Error> validate(const Options& o, const State& s);

}  // namespace uneri::tacta
