// How well Namima's quick player, of which rollouts are made, plays against the greedy bot, and what an action of each
// takes: two seats, one game a deal and seat, all of chance fixed by the deal.
//   build/bench/uneri_strength quick [deals [variant]]     # built as choices.cpp says
#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

#include "uneri/games/namima/namima.hpp"

namespace {

using namespace uneri;
using namespace uneri::namima;

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

struct Time {
    double seconds = 0;
    double actions = 0;
};

// The quick player's share of first place from `seat`.
double play(const Namima& game, int deal, int seat, std::array<Time, 2>& times) {
    SplitMix64 chance(static_cast<std::uint64_t>(deal));
    State s = game.initial();
    for (int player = game.player(s); player != kTerminal; player = game.player(s)) {
        if (player == kChance) {
            game.apply(s, draw_chance(game, s, chance));
            continue;
        }
        Time& time = times[player == seat ? 0 : 1];
        const double start = cpu_seconds();
        const Action action = player == seat ? game.rollout_action(s) : game.greedy(s);
        time.seconds += cpu_seconds() - start;
        ++time.actions;
        game.apply(s, action);
    }
    const unsigned winners = game.winners(s);
    return (winners >> seat & 1) != 0 ? 1.0 / std::popcount(winners) : 0.0;
}

void measure(std::string_view variant, int deals) {
    const Result<Namima> game = Namima::make(
        PlainData::Map{{"variant", std::string(variant)}, {"players", std::int64_t{2}}, {"games", std::int64_t{1}}});
    if (!game) {
        std::fprintf(stderr, "%s\n", game.error().c_str());
        std::exit(2);
    }
    std::array<Time, 2> times;
    double sum = 0;
    double squares = 0;
    for (int deal = 0; deal < deals; ++deal) {
        const double first = (play(*game, deal, 0, times) + play(*game, deal, 1, times)) / 2;
        sum += first;
        squares += first * first;
    }
    const double mean = sum / deals;
    const double half = 1.96 * std::sqrt((squares / deals - mean * mean) / (deals - 1));
    const auto each = [&](std::size_t who) { return 1e6 * times[who].seconds / times[who].actions; };
    std::printf("%-11s first %.1f +- %.1f %% of %d games; an action: quick %.1f us, greedy %.1f us\n", variant.data(),
                100 * mean, 100 * half, 2 * deals, each(0), each(1));
    std::fflush(stdout);
}

}  // namespace

int play_quick(int argc, char** argv) {
    const int deals = argc > 1 ? std::atoi(argv[1]) : 300;
    if (deals < 2) {
        std::fprintf(stderr, "deals is %s; allowed: 2 or more\n", argv[1]);
        return 2;
    }
    if (argc > 2) {
        measure(argv[2], deals);
    } else {
        for (const std::string_view variant : kVariants) measure(variant, deals);
    }
    return 0;
}
