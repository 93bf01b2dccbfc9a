// Can play reach a state? Used for data and bytes from outside, and by tests after every move.
#pragma once

#include <optional>

#include "uneri/base/result.hpp"
#include "uneri/games/namima/options.hpp"
#include "uneri/games/namima/state.hpp"

namespace uneri::namima {

// The first fault, with the field's name, or nothing. Hands may be smaller than dealt. It does not check whether an
// asked seat has a call or whether a declared hand is ready, since resampled states need not satisfy that.
std::optional<Error> validate(const Options& o, const State& s);

}  // namespace uneri::namima
