// Can play reach a state? Used for data and bytes from outside, and by tests after every move.
#pragma once

#include <optional>

#include "uneri/base/result.hpp"
#include "uneri/games/tidal/options.hpp"
#include "uneri/games/tidal/state.hpp"

namespace uneri::tidal {

// The first fault, with the field's name, or nothing. Checks domains, then the invariants of section 4, then the
// conditions of each phase; recomputes derived fields. Study positions are allowed: profit, lead, boats and banners
// need not follow from earlier bouts.
std::optional<Error> validate(const Options& o, const State& s);

}  // namespace uneri::tidal
