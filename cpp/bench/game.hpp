// Benchmarks for any game. They time what Python cannot: copying a position, one list of legal actions, one step, one
// resampled world.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "bench/bench.hpp"
#include "uneri/engine/game.hpp"

namespace uneri::bench {

template <class G>
struct Middle {
    G game = *G::make(PlainData(PlainData::Map{}));
    std::vector<typename G::State> positions;  // decisions of seats in random games

    Middle() {
        const auto longest = static_cast<std::uint64_t>(std::min<std::int64_t>(80, game.limits().decisions));
        const std::uint64_t first = longest / 4;
        for (std::uint64_t seed = 0; positions.size() < 1024; ++seed) {
            typename G::State s = game.initial();
            SplitMix64 rng(seed);
            typename G::Actions list;
            const auto deal = [&] {
                while (game.player(s) == kChance) game.apply(s, draw_chance(game, s, rng));
            };
            deal();
            for (std::uint64_t steps = first + rng.below(longest - first); steps > 0 && game.player(s) >= 0; --steps) {
                game.legal_actions(s, list);
                game.apply(s, list[rng.below(list.size())]);
                deal();
            }
            if (game.player(s) >= 0) positions.push_back(s);
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
    using State = typename G::State;
    add("clone", [](const G&, const State& s, std::size_t) {
        const State copy = s;
        keep(copy);
    });
    cases.back().note = [] { return "a state has " + std::to_string(sizeof(State)) + " bytes"; };
    add("legal", [list = typename G::Actions()](const G& game, const State& s, std::size_t) mutable {
        game.legal_actions(s, list);
        keep(list);
    });
    add("step", [list = typename G::Actions()](const G& game, const State& s, std::size_t i) mutable {
        State copy = s;
        game.legal_actions(copy, list);
        game.apply(copy, list[i % list.size()]);
        keep(copy);
    });
    add("world", [](const G& game, const State& s, std::size_t i) {
        SplitMix64 rng(i);
        keep(game.resample(s, 0, rng));
    });
}

}  // namespace uneri::bench
