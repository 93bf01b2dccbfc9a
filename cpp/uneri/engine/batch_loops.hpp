// The loops over the lanes of a batch, for a game of its own type; for its tables (define_loops.hpp).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "uneri/base/clear.hpp"
#include "uneri/base/cpu.hpp"
#include "uneri/engine/batch.hpp"
#include "uneri/engine/lane.hpp"
#include "uneri/engine/utility.hpp"

namespace uneri {

// When a whole step is inlined, gcc 12 follows chance nodes (where no seat is to act) into the code for seats and warns
// of a bad index. It also misses that a seat to act always has a legal action.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Warray-bounds"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
template <Game G>
class BatchLoops {
public:
    using State = typename G::State;
    using Lane = OwnLane<G>;
    static_assert(std::is_standard_layout_v<State> && alignof(Lane) == 8);
    // Batch finds both by these places alone.
    static_assert(offsetof(Lane, state) == sizeof(uneri::Lane));
    static_assert(offsetof(Lane, before) == uneri::Lane::points_offset(sizeof(State)));

    static constexpr BatchTable table() noexcept {
        BatchTable table{};
        table.lane_bytes = sizeof(Lane);
        table.begin = [](Batch& batch, std::size_t i, int passed) noexcept { begin(BatchLoops(batch), i, passed); };
        table.show = [](Batch& batch, std::size_t i) noexcept { BatchLoops(batch).show(i); };
        table.step_lanes = step_lanes;
        table.observe_lanes = observe_lanes;
        table.play_opponents = [](Batch& batch, std::size_t i) noexcept { BatchLoops(batch).play_opponents(i); };
        table.show_asked = show_asked;
        table.answer_lanes = answer_lanes;
        return table;
    }

private:
    explicit BatchLoops(Batch& batch) noexcept
        : batch_(batch),
          game_(*static_cast<const G*>(batch.game_.self())),
          lanes_(reinterpret_cast<Lane*>(batch.lanes_.data())) {}

    static constexpr std::size_t kAhead = 2;  // lanes to prefetch before their step
    // How many games in a row may end before the learner's first decision. After that the lane stays over.
    static constexpr int kMostPassedOver = 64;

    UNERI_FLATTEN static void step_lanes(Batch& batch, std::size_t first, std::size_t last,
                                         const Action* chosen) noexcept {
        BatchLoops loops(batch);
        for (std::size_t i = first; i < last; ++i) {
            if (i + kAhead < batch.size()) loops.prefetch(i + kAhead);
            loops.step_lane(i, chosen != nullptr ? chosen[i] : batch.random_action(i));
        }
    }
    static void observe_lanes(Batch& batch, std::size_t first, std::size_t last) noexcept {
        const std::size_t rows = batch.views_of_lane();
        if (rows == 0) return;
        const BatchLoops loops(batch);
        const bool bytes = batch.settings_.numbers == Numbers::kUint8;
        for (std::size_t i = first; i < last; ++i) {
            const State& s = loops.lanes_[i].state;
            for (std::size_t row = 0; row < rows; ++row) {
                const int seat = rows > 1 ? static_cast<int>(row) : loops.watcher(i);
                if (bytes) {
                    loops.write(batch.observation_bytes, i * rows + row, s, seat);
                } else {
                    loops.write(batch.observation, i * rows + row, s, seat);
                }
            }
        }
    }
    static void show_asked(Batch& batch, const std::size_t* waiting, std::size_t first, std::size_t last,
                           void* observations) noexcept {
        const BatchLoops loops(batch);
        const std::size_t width = batch.tensor_size_;
        for (std::size_t j = first; j < last; ++j) {
            const std::size_t i = waiting[j];
            const State& s = loops.lanes_[i].state;
            const int seat = loops.game_.player(s);
            if (batch.settings_.numbers == Numbers::kUint8) {
                loops.game_.observe(s, seat, std::span(static_cast<std::uint8_t*>(observations) + j * width, width));
            } else {
                loops.game_.observe(s, seat, std::span(static_cast<float*>(observations) + j * width, width));
            }
            typename G::Actions list;
            list.clear();
            loops.game_.legal_actions(s, list);
            batch.asked_counts_[i] = static_cast<std::int32_t>(list.size());
            Action* row = batch.asked_row(i);
            for (const Action a : list) *row++ = a;
        }
    }
    // Plays the answers, and everything up to the next one that is asked for.
    static void answer_lanes(Batch& batch, const std::size_t* waiting, std::size_t first, std::size_t last,
                             const Action* answers) noexcept {
        BatchLoops loops(batch);
        for (std::size_t j = first; j < last; ++j) loops.answer(waiting[j], answers[j]);
    }

    // Deals a lane's game and, with opponents, plays it to the learner's first decision. A game that ends before that
    // is skipped; `passed` were. Not inlined: a step calls it from two places, and each would get its own copy of the
    // rules.
    UNERI_NOINLINE static void begin(BatchLoops loops, std::size_t i, int passed) noexcept {
        Batch& batch = loops.batch_;
        Lane& lane = loops.lanes_[i];
        lane.lane.length = 0;
        for (;; ++passed) {
            batch.seeds[i] = episode_seed(lane.lane.seed, lane.lane.episode);
            loops.deal(lane, batch.seeds[i]);
            if (!batch.has_opponents()) return;
            batch.seat_players(i);
            loops.play_opponents(i);
            if (loops.waits(lane)) {
                batch.stages_[i] = static_cast<std::uint8_t>(Batch::kBeginning + passed);
                return;
            }
            if (loops.game_.player(lane.state) != kTerminal || passed == kMostPassedOver) return;
            ++lane.lane.episode;
        }
    }
    void deal(Lane& lane, std::uint64_t seed) const noexcept {
        lane.state = game_.initial();
        points_by_seat(game_, lane.state, lane.before.data());
        lane.lane.rng = seed;
        resolve_chance(game_, lane);
    }
    static void resolve_chance(const G& game, Lane& lane) noexcept {
        SplitMix64 generator(lane.lane.rng);
        while (game.player(lane.state) == kChance) game.apply(lane.state, draw_chance(game, lane.state, generator));
        lane.lane.rng = generator.state();
    }
    void play(Lane& lane, Action a) const noexcept {
        game_.apply(lane.state, a);
        resolve_chance(game_, lane);
    }
    // Is somebody outside of the core to act?
    bool waits(const Lane& lane) const noexcept {
        if (!batch_.has_places()) return false;
        const int seat = game_.player(lane.state);
        return seat != lane.lane.learner && seat != kTerminal;
    }
    void play_opponents(std::size_t i) noexcept {
        std::array<Opponent, kMostSeats> drawn;
        Lane& lane = lanes_[i];
        play_opponents(game_, batch_.players_of(i, drawn), static_cast<int>(batch_.seats_), lane);
    }
    // Plays on until the learner or somebody outside of the core is to act, or the game is over. Points earned
    // meanwhile count for the learner's last action. Not inlined: it is called from several places, and players are
    // long.
    UNERI_NOINLINE static void play_opponents(const G& game, const Opponent* players, int seats, Lane& lane) noexcept {
        SplitMix64 numbers(lane.lane.others);
        const int learner = lane.lane.learner;
        for (int seat = game.player(lane.state); seat != learner && seat != kTerminal; seat = game.player(lane.state)) {
            const auto place = static_cast<std::size_t>((seat - learner - 1 + seats) % seats);
            if (players[place] == Opponent::kAsked) break;
            game.apply(lane.state, opponent_action(game, lane.state, players[place], numbers));
            resolve_chance(game, lane);
        }
        lane.lane.others = numbers.state();
    }
    static Action opponent_action(const G& game, const State& s, Opponent player, SplitMix64& generator) noexcept {
        if constexpr (GreedyGame<G>) {
            if (player == Opponent::kGreedy) return game.greedy(s);
        }
        typename G::Actions list;
        list.clear();
        game.legal_actions(s, list);
        return list[generator.below(static_cast<std::uint64_t>(list.size()))];
    }
    void answer(std::size_t i, Action a) noexcept {
        Lane& lane = lanes_[i];
        play(lane, a);
        play_opponents(i);
        if (waits(lane)) return;
        const std::uint8_t stage = batch_.stages_[i];
        batch_.stages_[i] = Batch::kReady;
        if (stage == Batch::kInStep) {
            end_step(i);
        } else if (stage >= Batch::kBeginning && stage - Batch::kBeginning < kMostPassedOver &&
                   game_.player(lane.state) == kTerminal) {
            ++lane.lane.episode;
            begin(*this, i, stage - Batch::kBeginning + 1);
        }
        if (!batch_.is_waiting(i)) show(i);
    }

    // The seat whose observation is written when only one is. A learner sees the end of its game, too.
    int watcher(std::size_t i) const noexcept {
        return batch_.has_opponents() ? lanes_[i].lane.learner : batch_.current_player[i];
    }
    // Prefetches what a lane's step reads first. Its writes are sequential; the processor prefetches those by itself.
    void prefetch(std::size_t i) const noexcept {
#if defined(__GNUC__)
        const auto* bytes = reinterpret_cast<const char*>(&lanes_[i]);
        for (std::size_t at = 0; at < sizeof lanes_[i]; at += 64) __builtin_prefetch(bytes + at, 1);
        __builtin_prefetch(batch_.legal_row(i), 1);
#else
        static_cast<void>(i);
#endif
    }
    void step_lane(std::size_t i, Action a) noexcept {
        Lane& lane = lanes_[i];
        if (lane.lane.over != 0) {
            batch_.actions[i] = -1;
            batch_.log_prob[i] = 0;
            clear(batch_.rewards.data() + i * batch_.seats_, batch_.seats_);
            if (batch_.settings_.autoreset == AutoReset::kNone) return;
            ++lane.lane.episode;
            lane.lane.length = 0;
            batch_.clear_row(i);
            begin(*this, i, 0);
        } else {
            batch_.actions[i] = a;
            batch_.log_prob[i] = 0;
            // Rewards from before a learner's first decision are added to that decision's.
            if (!batch_.has_opponents() || lane.lane.length > 0) points_by_seat(game_, lane.state, lane.before.data());
            play(lane, a);
            if (batch_.has_opponents()) play_opponents(i);
            if (waits(lane)) {
                batch_.stages_[i] = Batch::kInStep;
                return;
            }
            end_step(i);
        }
        if (!batch_.is_waiting(i)) show(i);
    }
    void end_step(std::size_t i) noexcept {
        Lane& lane = lanes_[i];
        batch_.episode_length[i] = ++lane.lane.length;
        const bool over = game_.player(lane.state) == kTerminal;
        batch_.terminated[i] = over ? 1 : 0;
        earn(i, over);
        if (over && batch_.settings_.autoreset == AutoReset::kSame) {
            ++lane.lane.episode;
            begin(*this, i, 0);
        }
    }
    void earn(std::size_t i, bool over) noexcept {
        const Lane& lane = lanes_[i];
        const std::size_t seats = batch_.seats_;
        float* row = batch_.rewards.data() + i * seats;
        bool changed = over;
        for (std::size_t p = 0; p < seats; ++p)
            changed = changed || game_.points(lane.state, static_cast<int>(p)) != lane.before[p];
        if (!changed) {
            clear(row, seats);
            return;
        }
        std::array<double, kMostSeats> values;
        returns_of(game_, lane.state, values.data());
        if (over) {
            for (std::size_t p = 0; p < seats; ++p) batch_.final_returns[i * seats + p] = static_cast<float>(values[p]);
        }
        take_off_earlier(game_.utility(), batch_.limits_.players, lane.before.data(), values.data());
        for (std::size_t p = 0; p < seats; ++p) row[p] = static_cast<float>(values[p]);
    }
    // Writes the player to act and the legal actions; observe_lanes writes the rest.
    void show(std::size_t i) noexcept {
        Lane& lane = lanes_[i];
        const int player = game_.player(lane.state);
        batch_.current_player[i] = player;
        batch_.learner[i] = lane.lane.learner;
        lane.lane.over = player == kTerminal ? 1 : 0;
        show_legal(i, lane.state);
    }
    void show_legal(std::size_t i, const State& s) noexcept {
        typename G::Actions list;
        list.clear();
        game_.legal_actions(s, list);
        const auto count = static_cast<std::int32_t>(list.size());
        Action* row = batch_.legal_row(i);
        const std::size_t width = batch_.mask_width();
        std::uint8_t* flags = batch_.mask.data() + i * width;
        clear(flags, width);
        Action* next = row;
        if (batch_.settings_.mask_in_bits) {
            for (const Action a : list) {
                *next++ = a;
                flags[a >> 3] = static_cast<std::uint8_t>(flags[a >> 3] | 1 << (a & 7));
            }
        } else {
            for (const Action a : list) {
                *next++ = a;
                flags[a] = 1;
            }
        }
        std::int32_t& listed = batch_.num_legal[i];
        if (count < listed) std::fill(row + count, row + listed, Action{-1});
        listed = count;
    }
    // Writes a seat's row; zeros if no seat is watched.
    template <class T>
    void write(const Block<T>& rows, std::size_t row, const State& s, int seat) const noexcept {
        const std::size_t size = batch_.tensor_size_;
        const std::span<T> out{rows.data() + row * size, size};
        seat < 0 ? clear(out.data(), out.size()) : game_.observe(s, seat, out);
    }

    Batch& batch_;
    const G& game_;
    Lane* lanes_;
};

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

}  // namespace uneri
