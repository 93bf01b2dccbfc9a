// A state as plain data with the field names of the rules' state table, and as bytes.
#pragma once

#include "uneri/base/bytes.hpp"
#include "uneri/base/plain_data.hpp"
#include "uneri/base/result.hpp"
#include "uneri/games/namima/options.hpp"
#include "uneri/games/namima/state.hpp"

namespace uneri::namima {

// All fields if `seat` is -1. Else what that seat may know (section 10): the same keys, with null for hidden values.
PlainData to_value(const Options& o, const State& s, int seat);
// The inverse of to_value(o, s, -1), checked field by field and by validate().
Result<State> from_value(const Options& o, const PlainData& data);

// The fields in a fixed order, little-endian. kCodecVersion changes with them, and with the rules they imply: since
// version 2 a call window may still ask the seats after `to_act` for WON (N-5.6).
inline constexpr int kCodecVersion = 2;
void pack(const State& s, ByteWriter& out);
Result<State> unpack(const Options& o, ByteReader& in);

}  // namespace uneri::namima
