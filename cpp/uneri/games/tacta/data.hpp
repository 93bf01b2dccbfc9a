// A state as plain data and as bytes, checks of a state, and names (engine/game.hpp).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "uneri/base/bytes.hpp"
#include "uneri/base/plain_data.hpp"
#include "uneri/base/result.hpp"
#include "uneri/base/types.hpp"
#include "uneri/games/tacta/options.hpp"
#include "uneri/games/tacta/state.hpp"

namespace uneri::tacta {

PlainData to_value(const Options& o, const State& s, int seat);
// The fields of to_value() that are not the same for all seats.
PlainData fields_by_seat(const Options& o, const State& s, int seat);
Result<State> from_value(const Options& o, const PlainData& data);

// The fields that are not derived, in a fixed order, little-endian. kCodecVersion changes with them.
inline constexpr int kCodecVersion = 1;
void pack(const State& s, ByteWriter& out);
Result<State> unpack(const Options& o, ByteReader& in);

// The first fault, or nothing. Runs the checks of build(), then compares each derived field with its definition. It
// computes footprints with exact integers, without the data kept by placement.hpp.
std::optional<Error> validate(const Options& o, const State& s);

// Names: `top on 0.8 with 2 front`, `bottom free 4 portrait 0 back`, `pass`, `hand 0`; `0c5` for a revealed card
// (colour, suit, value), `seat 3` for a mover.
std::string action_text(const Options& o, Action a);  // of a seat's action
std::string card_text(const Options& o, int coloured);
std::string seat_text(int seat);
std::string action_text(const Options& o, const State& s, Action a);  // an outcome at a chance node

// Checks only the form, not legality. Ignores case and extra blanks.
Result<Action> parse_action(const Options& o, std::string_view text);
Result<Action> parse_action(const Options& o, const State& s, std::string_view text);

}  // namespace uneri::tacta
