// A state as plain data with the field names of the rules' state table, and as bytes.
#pragma once

#include "uneri/base/bytes.hpp"
#include "uneri/base/plain_data.hpp"
#include "uneri/base/result.hpp"
#include "uneri/games/tacta/options.hpp"
#include "uneri/games/tacta/state.hpp"

namespace uneri::tacta {

// All fields if `seat` is -1. Else what that seat may know (section 9): the same keys, with null for hidden values.
PlainData to_value(const Options& o, const State& s, int seat);
// The fields of to_value() that are not the same for all seats.
PlainData fields_by_seat(const Options& o, const State& s, int seat);
// The inverse of to_value(o, s, -1), checked field by field and by build().
Result<State> from_value(const Options& o, const PlainData& data);

// The fields that are not derived, in a fixed order, little-endian. kCodecVersion changes with them.
inline constexpr int kCodecVersion = 1;
void pack(const State& s, ByteWriter& out);
Result<State> unpack(const Options& o, ByteReader& in);

}  // namespace uneri::tacta
