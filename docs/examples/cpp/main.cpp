// Counts ONDA's openings and searches for the first move of a game.
#include <cstdint>
#include <iostream>

#include "uneri/engine/perft.hpp"
#include "uneri/engine/position.hpp"
#include "uneri/engine/search/ismcts.hpp"
#include "uneri/games/onda/onda.hpp"

int main() {
    using uneri::onda::Onda;
    const auto made = Onda::make(uneri::PlainData::Map{{"players", 2}, {"rounds", 1}});
    if (!made) {
        std::cerr << made.error() << '\n';
        return 1;
    }
    const Onda& game = *made;
    const uneri::Tick always = [](double) { return true; };  // called now and then; false stops the search

    // A game by seed 7: the cards are dealt, and seat 0 or 1 is to act.
    const uneri::Position<Onda> position = uneri::new_position(game, 7);
    for (int depth = 1; depth <= 3; ++depth)
        std::cout << "perft " << depth << ": " << *uneri::perft(game, position.state, depth, 1, always) << '\n';

    uneri::SearchSettings settings;
    settings.sims = 2'000;
    settings.seed = 1;
    settings.rollout = uneri::Rollout::kGreedy;
    settings.exploration = 0.5;  // from here on: Python's defaults
    settings.widening = 1;
    settings.bias = uneri::search_defaults<Onda>().bias;
    settings.round_only = true;
    uneri::SearchReport report;
    uneri::InformationSetSearch(uneri::AnyGame(game), uneri::AnyState(position.state), settings).run(always, report);
    for (const uneri::ArmStat& arm : report.arms)
        std::cout << game.action_text(position.state, arm.action) << ": " << arm.visits << " visits, mean "
                  << arm.mean() << '\n';
    std::cout << "best: " << game.action_text(position.state, report.best) << '\n';
}
