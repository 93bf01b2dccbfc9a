// Writes what a seat would see after each of its actions (after.hpp), for a game of its own type; for its tables
// (define_loops.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "uneri/engine/net/after.hpp"
#include "uneri/engine/net/feature_game.hpp"
#include "uneri/engine/net/secret_choice.hpp"
#include "uneri/engine/utility.hpp"

namespace uneri {

// Visits what comes of the actions of one decision.
template <FeatureGame G>
class AfterStates {
public:
    using State = typename G::State;

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
    template <class List, class Visit>
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

template <FeatureGame G>
class AfterWriter {
public:
    using State = typename G::State;

    AfterWriter(const G& game, const AfterWork& work) noexcept : game_(game), work_(work), players_(game.players()) {}

    std::int64_t count(const State& s, std::span<const Action> legal) const noexcept {
        auto rows = static_cast<std::int64_t>(legal.size());
        const AfterStates<G> after(game_, s, work_.settings.worlds);
        for (const Action a : legal) rows += after.is_drawn(a) ? work_.settings.worlds - 1 : 0;
        return rows;
    }
    void write(const State& s, SplitMix64 rng, const AfterRows& rows, std::size_t start) const noexcept {
        const int seat = game_.player(s);
        if (seat < 0) return;
        typename G::Actions list;
        list.clear();
        game_.legal_actions(s, list);
        std::array<std::int64_t, kMostSeats> before;
        points_by_seat(game_, s, before.data());
        AfterStates<G>(game_, s, work_.settings.worlds)
            .walk(list, rng, [&](std::size_t place, Action a, const State& after, const SharedWork<G>* shared) {
                const std::size_t row = start + place;
                rows.actions[row] = a;
                rows.terminated[row] = game_.player(after) == kTerminal ? 1 : 0;
                rows.rewards[row] = earned(after, before.data(), seat);
                show(after, seat, a, shared, rows.seen, row * work_.width);
            });
    }

private:
    float earned(const State& after, const std::int64_t* before, int seat) const noexcept {
        bool changed = game_.player(after) == kTerminal;
        for (int p = 0; p < players_; ++p) changed = changed || game_.points(after, p) != before[p];
        if (!changed) return 0;
        std::array<double, kMostSeats> values;
        returns_of(game_, after, values.data());
        take_off_earlier(game_.utility(), players_, before, values.data());
        return static_cast<float>(values[static_cast<std::size_t>(seat)]);
    }
    void show(const State& after, int seat, Action a, const SharedWork<G>* shared, void* seen,
              std::size_t at) const noexcept {
        if (work_.settings.features) {
            FeatureRow levels;
            write_row_after(game_, after, seat, a, shared, static_cast<int>(work_.width), levels);
            write_numbers(levels, work_.layout, static_cast<float*>(seen) + at);
        } else if (work_.bytes) {
            game_.observe(after, seat, std::span(static_cast<std::uint8_t*>(seen) + at, work_.width));
        } else {
            game_.observe(after, seat, std::span(static_cast<float*>(seen) + at, work_.width));
        }
    }

    const G& game_;
    const AfterWork& work_;
    int players_;
};

template <FeatureGame G>
constexpr void set_after(BatchTable& table) noexcept {
    table.count_after = [](const void* g, const AfterWork& work, const void* s, const Action* legal,
                           std::size_t size) noexcept {
        const AfterWriter<G> writer(*static_cast<const G*>(g), work);
        return writer.count(*static_cast<const typename G::State*>(s), {legal, size});
    };
    table.write_after = [](const void* g, const AfterWork& work, const void* s, std::uint64_t numbers,
                           const AfterRows& rows, std::size_t start) noexcept {
        const AfterWriter<G> writer(*static_cast<const G*>(g), work);
        writer.write(*static_cast<const typename G::State*>(s), SplitMix64(numbers), rows, start);
    };
}

}  // namespace uneri
