// What the seats to act in the lanes of a batch would see after each of their legal actions, as networks look at it
// (judge.hpp): where an action reveals something, or ends an episode, or seats choose in secret, in worlds drawn for
// the seat.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "uneri/base/rng.hpp"
#include "uneri/engine/batch.hpp"
#include "uneri/engine/loops.hpp"
#include "uneri/engine/net/feature_game.hpp"
#include "uneri/engine/net/secret_choice.hpp"

namespace uneri {

inline constexpr int kMostWorlds = 1024;

struct AfterSettings {
    int worlds = 1;          // drawn for an action whose result is
    std::uint64_t seed = 0;  // of the worlds
    bool features = false;   // rows of features, in place of observations
};

// Memory of the caller's. The rows of lane i are offsets[i]..offsets[i + 1] - 1.
struct AfterRows {
    std::int64_t* offsets;
    Action* actions;
    void* seen;
    float* rewards;  // what the seat earns by the action
    std::uint8_t* terminated;
};

// The generator of the worlds of a decision. It depends on the lane's game and the number of steps in it alone.
constexpr SplitMix64 after_stream(std::uint64_t game_seed, std::int32_t length, std::uint64_t seed) noexcept {
    constexpr std::uint64_t kStream = (std::uint64_t{1} << 63) - 1;  // no episode has this number
    return stream(stream(game_seed, kStream).next() + seed, static_cast<std::uint64_t>(length));
}

// Visits what comes of the actions of one decision.
template <FeatureGame G>
class AfterStates {
public:
    using State = typename G::State;
    using List = typename G::Actions;

    AfterStates(const G& game, const State& s, int worlds) noexcept
        : game_(game), s_(s), seat_(game.player(s)), worlds_(worlds), from_(game, s) {}

    // Is the result of an action judged in drawn worlds?
    bool is_drawn(Action a) const noexcept {
        if (shows_something(a)) return true;
        State after = s_;
        game_.apply(after, a);
        return is_past(after);
    }

    // Calls visit(row, action, state, shared work or nullptr). Rows are in the order of actions; those of one action,
    // one for each world, are neighbours.
    template <class Visit>
    void walk(const List& list, SplitMix64& rng, Visit&& visit) const noexcept {
        if constexpr (SecretChoiceGame<G>) {
            if (game_.is_secret_choice(s_)) {
                const auto first = static_cast<int>(rng.next() & 1);  // who begins: the greedy or the random others
                for (int w = 0; w < worlds_; ++w) {
                    const SecretChoice<G> choice(game_, s_, (w + first) % 2 == 0, rng);
                    auto row = static_cast<std::size_t>(w);
                    for (const Action a : list) {
                        visit(row, a, choice.after(a, from_, SplitMix64(rng.state())),
                              static_cast<const SharedWork<G>*>(nullptr));
                        row += static_cast<std::size_t>(worlds_);
                    }
                }
                return;
            }
        }
        const SharedWork<G> shared(game_, s_);
        std::size_t row = 0;
        for (const Action a : list) {
            if (!shows_something(a)) {
                State after = s_;
                game_.apply(after, a);
                if (!is_past(after)) {
                    visit(row++, a, after, &shared);
                    continue;
                }
            }
            for (int w = 0; w < worlds_; ++w) {
                State after = game_.resample(s_, seat_, rng);
                game_.apply(after, a);
                visit(row++, a, after, static_cast<const SharedWork<G>*>(nullptr));
            }
        }
    }

private:
    bool shows_something(Action a) const noexcept {
        if constexpr (SecretChoiceGame<G>) {
            if (game_.is_secret_choice(s_)) return true;
        }
        if constexpr (RevealingGame<G>) return game_.reveals(s_, a);
        static_cast<void>(a);
        return false;
    }
    bool is_past(const State& after) const noexcept { return from_.is_past(game_, after, game_.player(after)); }

    const G& game_;
    const State& s_;
    int seat_;
    int worlds_;
    Episode from_;
};

// How rows of one game are written, after the actions of one decision.
template <Game G>
class AfterWriter {
public:
    using State = typename G::State;
    using List = typename G::Actions;

    // `bytes`: observations are bytes. `width`: of a row.
    AfterWriter(const G& game, const AfterSettings& settings, const std::vector<Segment>& layout, std::size_t width,
                bool bytes) noexcept
        : game_(game), settings_(settings), layout_(layout), width_(width), bytes_(bytes), players_(game.players()) {}

    // The number of rows of a decision.
    std::int64_t count(const State& s, std::span<const Action> legal) const noexcept {
        auto rows = static_cast<std::int64_t>(legal.size());
        if (settings_.worlds == 1 || rows == 0) return rows;
        const AfterStates<G> after(game_, s, settings_.worlds);
        for (const Action a : legal) rows += after.is_drawn(a) ? settings_.worlds - 1 : 0;
        return rows;
    }

    // Writes them from row `start` on. No rows where the game is over.
    void write(const State& s, SplitMix64 rng, const AfterRows& rows, std::size_t start) const noexcept {
        const int seat = game_.player(s);
        if (seat < 0) return;
        List list;
        list.clear();
        game_.legal_actions(s, list);
        Position<G> position{s};
        position.remember_points(game_, players_);
        AfterStates<G>(game_, s, settings_.worlds)
            .walk(list, rng, [&](std::size_t place, Action a, const State& after, const SharedWork<G>* shared) {
                const std::size_t row = start + place;
                rows.actions[row] = a;
                rows.terminated[row] = game_.player(after) == kTerminal ? 1 : 0;
                position.state = after;
                rows.rewards[row] = earned(position, seat);
                show(after, seat, a, shared, rows.seen, row * width_);
            });
    }

private:
    float earned(const Position<G>& position, int seat) const noexcept {
        bool changed = game_.player(position.state) == kTerminal;
        for (int p = 0; p < players_; ++p)
            changed = changed || game_.points(position.state, p) != position.before[static_cast<std::size_t>(p)];
        if (!changed) return 0;
        std::array<double, static_cast<std::size_t>(G::kMaxSeats)> values{};
        position.rewards(game_, players_, values.data());
        return static_cast<float>(values[static_cast<std::size_t>(seat)]);
    }
    void show(const State& after, int seat, Action a, const SharedWork<G>* shared, void* seen,
              std::size_t at) const noexcept {
        if (settings_.features) {
            FeatureRow levels;
            write_row_after(game_, after, seat, a, shared, static_cast<int>(width_), levels);
            write_numbers(levels, layout_, static_cast<float*>(seen) + at);
        } else if (bytes_) {
            game_.observe(after, seat, std::span(static_cast<std::uint8_t*>(seen) + at, width_));
        } else {
            game_.observe(after, seat, std::span(static_cast<float*>(seen) + at, width_));
        }
    }

    const G& game_;
    AfterSettings settings_;
    const std::vector<Segment>& layout_;
    std::size_t width_;
    bool bytes_;
    int players_;
};

// Writes `offsets` for all lanes, and returns the number of rows.
template <FeatureGame G>
std::size_t count_after(Batch<G>& batch, const AfterWriter<G>& writer, std::int64_t* offsets) {
    offsets[0] = 0;
    batch.by_chunks([&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i)
            offsets[i + 1] = writer.count(batch.lane(i).position.state, batch.legal_of(i));
    });
    for (std::size_t i = 0; i < batch.size(); ++i) offsets[i + 1] += offsets[i];
    return static_cast<std::size_t>(offsets[batch.size()]);
}

// Writes the rows of lanes first..last-1, at their offsets. For cpp/loops.
template <FeatureGame G>
void write_after(const Batch<G>& batch, const AfterWriter<G>& writer, std::uint64_t seed, const AfterRows& rows,
                 std::size_t first, std::size_t last) noexcept {
    for (std::size_t i = first; i < last; ++i) {
        const Lane<G>& lane = batch.lane(i);
        writer.write(lane.position.state, after_stream(batch.seeds[i], lane.length, seed), rows,
                     static_cast<std::size_t>(rows.offsets[i]));
    }
}

}  // namespace uneri
