// A state as plain data and as bytes, checks of a state, and names (engine/game.hpp).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "uneri/base/bytes.hpp"
#include "uneri/base/plain_data.hpp"
#include "uneri/base/result.hpp"
#include "uneri/base/types.hpp"
#include "uneri/games/solo/options.hpp"
#include "uneri/games/solo/state.hpp"

namespace uneri::solo {

PlainData to_value(const Options& o, const State& s, int seat);
Result<State> from_value(const Options& o, const PlainData& data);

inline constexpr int kCodecVersion = 1;
void pack(const State& s, ByteWriter& out);
Result<State> unpack(const Options& o, ByteReader& in);

// The first fault, with the field's name, or nothing. Checks domains, then cards and knowledge, then the conditions of
// each phase. Positions set up by hand are allowed (S-2.6): a running round need not hold all cards of a deck.
std::optional<Error> validate(const Options& o, const State& s);

// Names of kinds, actions and outcomes (rules, sections 1 and 6).
std::string kind_text(int kind);
std::optional<int> parse_kind(std::string_view text);
std::string action_text(Action a);
std::string outcome_text(Phase phase, Action outcome);
// Ignores case and extra blanks.
Result<Action> parse_action(std::string_view text);
Result<Action> parse_outcome(Phase phase, std::string_view text);

}  // namespace uneri::solo
