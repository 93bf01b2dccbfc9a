// Benchmarks for any game. They time what Python cannot: copying a position, one list of legal actions, one step, one
// resampled world.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bench/bench.hpp"
#include "uneri/engine/playout.hpp"
#include "uneri/engine/position.hpp"

namespace uneri::bench {

template <class G>
struct Middle {
    G game = *G::make(PlainData(PlainData::Map{}));
    std::vector<Position<G>> positions;  // decisions of seats in random games

    Middle() {
        for (std::uint64_t seed = 0; positions.size() < 1024; ++seed) {
            Position<G> position = new_position(game, seed);
            SplitMix64 rng(seed);
            typename G::Actions list;
            for (std::uint64_t steps = 20 + rng.below(60); steps > 0 && game.player(position.state) >= 0; --steps) {
                game.legal_actions(position.state, list);
                position.apply(game, game.limits().players, list[rng.below(list.size())]);
            }
            if (game.player(position.state) >= 0) positions.push_back(position);
        }
    }
};

// Adds GAME/clone, /legal, /step (a copy, its list of legal actions and one action) and /world.
template <class G>
void add_game(Cases& cases) {
    const std::string name(G::kName);
    const auto middle = [] {
        static const auto made = std::make_shared<Middle<G>>();
        return made;
    };
    const auto add = [&](const char* what, auto work) {
        cases.push_back({name + "/" + what, [=] {
                             return Pass([of = middle(), work]() mutable {
                                 for (std::size_t i = 0; i < of->positions.size(); ++i)
                                     work(of->game, of->positions[i], i);
                                 return static_cast<std::uint64_t>(of->positions.size());
                             });
                         }});
    };
    add("clone", [](const G&, const Position<G>& position, std::size_t) {
        const Position<G> copy = position;
        keep(copy);
    });
    cases.back().note = [] {
        return "a position has " + std::to_string(sizeof(Position<G>)) + " bytes, of these the state " +
               std::to_string(sizeof(typename G::State));
    };
    add("legal", [list = typename G::Actions()](const G& game, const Position<G>& position, std::size_t) mutable {
        game.legal_actions(position.state, list);
        keep(list);
    });
    add("step", [list = typename G::Actions()](const G& game, const Position<G>& position, std::size_t i) mutable {
        Position<G> copy = position;
        game.legal_actions(copy.state, list);
        game.apply(copy.state, list[i % list.size()]);
        keep(copy);
    });
    add("world", [](const G& game, const Position<G>& position, std::size_t i) {
        SplitMix64 rng(i);
        keep(game.resample(position.state, 0, rng));
    });
}

}  // namespace uneri::bench
