// Types that every game uses.
#pragma once

#include <cstdint>

namespace uneri {

using Action = std::int32_t;   // an action id, or at a chance node an outcome
using Weight = std::uint64_t;  // an integer weight of a chance outcome

inline constexpr int kChance = -1;    // the node belongs to chance
inline constexpr int kTerminal = -4;  // the node is the end

}  // namespace uneri
