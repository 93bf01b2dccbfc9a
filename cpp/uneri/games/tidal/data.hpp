// A state as plain data and as bytes, checks of a state, and names (engine/game.hpp).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "uneri/base/bytes.hpp"
#include "uneri/base/plain_data.hpp"
#include "uneri/base/result.hpp"
#include "uneri/base/types.hpp"
#include "uneri/games/tidal/options.hpp"
#include "uneri/games/tidal/rules.hpp"

namespace uneri::tidal {

PlainData to_value(const Options& o, const State& s, int seat);
Result<State> from_value(const Options& o, const PlainData& data);

inline constexpr int kCodecVersion = 1;
void pack(const State& s, ByteWriter& out);
Result<State> unpack(const Options& o, ByteReader& in);

// The first fault, with the field's name, or nothing. Checks domains, then the invariants of section 4, then the
// conditions of each phase; recomputes derived fields. Study positions are allowed: profit, lead, boats and banners
// need not follow from earlier bouts.
std::optional<Error> validate(const Options& o, const State& s);

// Names of cards and actions (rules, sections 1 and 7).
std::string action_text(Action a);  // "O0" .. "P9", "G1" .. "G4"; 0 <= a < kActions
// Ignores case and blanks at either end. With `cards_only`, gate moves are errors.
Result<Action> parse_action(std::string_view text, bool cards_only);

}  // namespace uneri::tidal
