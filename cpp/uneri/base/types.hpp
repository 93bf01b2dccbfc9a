// Types that every game uses.
#pragma once

#include <cstddef>
#include <cstdint>

namespace uneri {

using Action = std::int32_t;   // an action id, or at a chance node an outcome
using Weight = std::uint64_t;  // an integer weight of a chance outcome

inline constexpr int kChance = -1;    // the node belongs to chance
inline constexpr int kTerminal = -4;  // the node is the end

// Indices are ints; the standard library takes others.
constexpr std::size_t at(int index) noexcept { return static_cast<std::size_t>(index); }

}  // namespace uneri
