// The loops in which the engine spends its time, as a table of functions for each game. cpp/loops/GAME.cpp has the
// table. It is compiled once for all processors and once for x86-64-v3 (base/cpu.hpp), so nothing else needs to be.
#pragma once

#include <cstddef>
#include <cstdint>

#include "uneri/engine/game.hpp"

namespace uneri {

enum class Opponent : std::uint8_t;
class Network;
struct AfterRows;
template <Game G>
class Batch;
template <Game G>
struct Position;
template <Game G>
class AfterWriter;

template <Game G>
struct Loops {
    using State = typename G::State;

    // One step of a game, for the methods of a state.
    void (*legal_actions)(const G& game, const State& s, typename G::Actions& list) noexcept;
    bool (*is_legal)(const G& game, const State& s, Action a) noexcept;
    void (*apply)(const G& game, int players, Position<G>& position, Action a) noexcept;  // a legal action

    // opponents.hpp
    void (*play_opponents)(const G& game, const Opponent* players, int seats, int learner, Position<G>& position,
                           std::uint64_t& generator) noexcept;
    // batch.hpp
    void (*begin)(Batch<G>& batch, std::size_t lane, int passed) noexcept;
    std::size_t (*first_illegal)(const Batch<G>& batch, const Action* chosen) noexcept;  // the number of lanes: none
    void (*step_lanes)(Batch<G>& batch, std::size_t first, std::size_t last, const Action* chosen) noexcept;
    void (*observe_lanes)(Batch<G>& batch, std::size_t first, std::size_t last) noexcept;
    void (*show_asked)(Batch<G>& batch, const std::size_t* waiting, std::size_t first, std::size_t last,
                       void* observations) noexcept;
    void (*answer_lanes)(Batch<G>& batch, const std::size_t* waiting, std::size_t first, std::size_t last,
                         const Action* answers) noexcept;
    // The heuristic players of game.hpp; nullptr in games without one.
    Action (*greedy)(const G& game, const State& s) noexcept;
    Action (*rollout_action)(const G& game, const State& s) noexcept;

    // net/judge.hpp; nullptr in games without features.
    void (*judge_actions)(const G& game, const Network& net, int worlds, const State& s,
                          const typename G::Actions& list, SplitMix64& rng, std::int32_t* values) noexcept;

    // net/after.hpp; nullptr in games without features.
    void (*write_after)(const Batch<G>& batch, const AfterWriter<G>& writer, std::uint64_t seed, const AfterRows& rows,
                        std::size_t first, std::size_t last) noexcept;

    // Of the file that is being compiled (define_loops.hpp).
    static constexpr Loops of_this_build() noexcept;
};

// The table for this processor.
template <Game G>
const Loops<G>& loops() noexcept;

}  // namespace uneri
