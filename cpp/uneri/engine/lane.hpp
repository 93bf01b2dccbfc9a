// One game of a batch: always seeded.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "uneri/engine/any_state.hpp"
#include "uneri/engine/game.hpp"

namespace uneri {

inline constexpr std::int32_t kNoLearner = -1;

// What all games have. The state follows at once, then the points of all seats before their last action.
struct Lane {
    std::uint64_t seed = 0;
    std::uint64_t episode = 0;
    std::uint64_t rng = 0;              // generator of chance
    std::uint64_t chooser = 0;          // generator of step_random
    std::uint64_t others = 0;           // generator of the opponents
    std::int32_t length = 0;            // decisions in this game
    std::int32_t over = 0;              // 0 or 1: the game has ended, the next has not begun
    std::int32_t learner = kNoLearner;  // the learner's seat, if opponents play the others
    std::int32_t unused = 0;

    const std::byte* state() const noexcept { return reinterpret_cast<const std::byte*>(this + 1); }
    std::byte* state() noexcept { return reinterpret_cast<std::byte*>(this + 1); }
    static constexpr std::size_t points_offset(std::size_t state_bytes) noexcept {
        return sizeof(Lane) + (state_bytes + 7) / 8 * 8;
    }
};

// Of a game's own type.
template <Game G>
struct OwnLane {
    Lane lane;
    typename G::State state;
    std::array<std::int64_t, static_cast<std::size_t>(G::kMaxSeats)> before;
};

}  // namespace uneri
