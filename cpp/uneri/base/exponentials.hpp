// Exponentials of many numbers at a time, in vector registers, with the same result on every platform: sums and
// products of doubles in a fixed order. (`exp_of_real` in elementary.hpp is for single numbers; searches depend on its
// last bits.)
#pragma once

#include <cstddef>

namespace uneri {

// How many numbers are computed together. Rows are padded to a multiple of it.
inline constexpr std::size_t kExponentials = 4;

// powers[j] := e to values[j], for j below `size`, a multiple of kExponentials. The values are from minus infinity to
// 0, powers of those below -700 are 0. The error is below 1.5 units in the last place.
void exponentials(const double* values, double* powers, std::size_t size) noexcept;

}  // namespace uneri
