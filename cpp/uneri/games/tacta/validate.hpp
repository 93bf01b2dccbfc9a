// Can play reach a state? Used for bytes from outside, and by tests after every move.
#pragma once

#include <optional>

#include "uneri/base/result.hpp"
#include "uneri/games/tacta/options.hpp"
#include "uneri/games/tacta/state.hpp"

namespace uneri::tacta {

// The first fault, or nothing. Runs the checks of build(), then compares each derived field with its definition. It
// computes footprints with exact integers, without the data kept by laying.hpp.
std::optional<Error> validate(const Options& o, const State& s);

}  // namespace uneri::tacta
