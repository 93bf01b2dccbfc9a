// A state as plain data and as bytes, checks of a state, and names (engine/game.hpp).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "uneri/base/bytes.hpp"
#include "uneri/base/plain_data.hpp"
#include "uneri/base/result.hpp"
#include "uneri/base/types.hpp"
#include "uneri/games/namima/options.hpp"
#include "uneri/games/namima/state.hpp"

namespace uneri::namima {

PlainData to_value(const Options& o, const State& s, int seat);
Result<State> from_value(const Options& o, const PlainData& data);

// The fields in a fixed order, little-endian. kCodecVersion changes with them, and with the rules they imply: since
// version 2 a call window may still ask the seats after `to_act` for WON (N-5.6).
inline constexpr int kCodecVersion = 2;
void pack(const State& s, ByteWriter& out);
Result<State> unpack(const Options& o, ByteReader& in);

// The first fault, with the field's name, or nothing. Hands may be smaller than dealt. It does not check whether an
// asked seat has a call or whether a declared hand is ready, since resampled states need not satisfy that.
std::optional<Error> validate(const Options& o, const State& s);

// Names of kinds, hands, actions and outcomes (rules, N-1.6, N-5.11, N-5.12).
// Parses hands such as "B123 R44". Blanks, commas or dots separate tokens; case does not matter. If the rule set has
// ranks of two digits, a token is one card: "B10". Nothing if the text is not a hand of at most 7 cards per kind.
std::optional<Cards> parse_cards(const RuleSet& rules, std::string_view text);

std::string action_text(const Options& o, Action a);
std::string outcome_text(const Options& o, Phase phase, Action outcome);
// Ignores case and extra blanks.
Result<Action> parse_action(const Options& o, std::string_view text);
Result<Action> parse_outcome(const Options& o, Phase phase, std::string_view text);

}  // namespace uneri::namima
