// How much work questions about hands may take (base/work.hpp). In some rule sets a search over melds takes hours.
#pragma once

#include "uneri/base/work.hpp"

namespace uneri::namima {

// The melds that searches may look at: for one question from Python about a hand, for one decision of the greedy
// player, and for one decision in a rollout or the inputs of a network. They take 5 to 10 ns each.
inline constexpr std::int64_t kQuestionWork = 200'000'000;
inline constexpr std::int64_t kDecisionWork = 10'000'000;
inline constexpr std::int64_t kRolloutWork = 1'000'000;

}  // namespace uneri::namima
