// Is a state one that play can meet? Asked of data and bytes from outside, and by tests after every move.
#pragma once

#include <optional>

#include "uneri/base/result.hpp"
#include "uneri/games/tidal/options.hpp"
#include "uneri/games/tidal/state.hpp"

namespace uneri::tidal {

// The first thing that is wrong, named by its field, or nothing. Domains come first, then the invariants of section 4,
// then what each phase demands; derived fields are recomputed. Study positions are allowed: profit, lead, boats and
// banners need not be what the bouts before would have led to.
std::optional<Error> validate(const Options& o, const State& s);

}  // namespace uneri::tidal
