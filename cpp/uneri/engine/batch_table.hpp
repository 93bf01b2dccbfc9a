// The loops over the lanes of a batch, as a table of functions for each game. Like HotTable (game_table.hpp) it is
// compiled once for all processors and once for x86-64-v3.
#pragma once

#include <cstddef>
#include <cstdint>

#include "uneri/base/types.hpp"

namespace uneri {

class Batch;
struct AfterRows;
struct AfterWork;

struct BatchTable {
    std::size_t lane_bytes;  // lane.hpp

    // batch_loops.hpp
    void (*begin)(Batch& batch, std::size_t lane, int passed) noexcept;
    void (*show)(Batch& batch, std::size_t lane) noexcept;
    void (*step_lanes)(Batch& batch, std::size_t first, std::size_t last, const Action* chosen) noexcept;
    void (*observe_lanes)(Batch& batch, std::size_t first, std::size_t last) noexcept;
    void (*play_opponents)(Batch& batch, std::size_t lane) noexcept;
    void (*show_asked)(Batch& batch, const std::size_t* waiting, std::size_t first, std::size_t last,
                       void* observations) noexcept;
    void (*answer_lanes)(Batch& batch, const std::size_t* waiting, std::size_t first, std::size_t last,
                         const Action* answers) noexcept;
    // net/after_loops.hpp; nullptr in games without features.
    std::int64_t (*count_after)(const void* game, const AfterWork& work, const void* s, const Action* legal,
                                std::size_t size) noexcept;
    void (*write_after)(const void* game, const AfterWork& work, const void* s, std::uint64_t numbers,
                        const AfterRows& rows, std::size_t start) noexcept;
};

}  // namespace uneri
