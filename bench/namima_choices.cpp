// What flat search adds to the greedy bot in Namima, one decision at a time: at every choice of greedy games of two
// seats it searches with 400, 1,000 and 4,000 simulations, and where it would do something else both actions are played
// on by greedy bots from the true state, under the same orders of the wall. A whole game tells far less: it is won or
// lost.
//   cmake -S . -B build/bench -DUNERI_BUILD_BENCH=ON -DUNERI_BUILD_PYTHON=OFF && cmake --build build/bench
//   build/bench/bench_namima_choices [games [first [orders [variant]]]]     # some 20 CPU seconds a game
#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "uneri/engine/search/flat.hpp"
#include "uneri/games/namima/namima.hpp"

namespace {

using namespace uneri;
using namespace uneri::namima;

constexpr std::array<std::uint64_t, 3> kBudgets = {400, 1000, 4000};

// A seat's share of first place.
double greedy_end(const Namima& game, State s, int seat, std::uint64_t order) {
    SplitMix64 chance(order);
    for (int player = game.player(s); player != kTerminal; player = game.player(s))
        game.apply(s, player == kChance ? draw_chance(game, s, chance) : game.greedy(s));
    const unsigned winners = game.winners(s);
    return (winners >> seat & 1) != 0 ? 1.0 / std::popcount(winners) : 0.0;
}

Action searched(const Namima& game, const State& s, std::uint64_t sims, std::uint64_t seed) {
    constexpr SearchDefaults defaults = search_defaults<Namima>();
    SearchSettings settings;
    settings.sims = sims;
    settings.seed = seed;
    settings.margin = defaults.margin;
    settings.rollout = Rollout::kEpsilon;
    settings.epsilon = defaults.epsilon;
    settings.round_only = true;
    SearchReport report;
    FlatSearch<Namima>(game, s, settings).run(Tick{}, report);
    return report.best;
}

struct Sum {
    double n = 0;
    double sum = 0;
    double squares = 0;

    void add(double value) {
        ++n;
        sum += value;
        squares += value * value;
    }
    double mean() const { return sum / n; }
    double half() const { return 1.96 * std::sqrt((squares / n - mean() * mean()) / (n - 1)); }
};

struct Choices {
    std::array<Sum, kBudgets.size()> gains;
    std::array<int, kBudgets.size()> others{};
    Sum most_over_least;
};

// What each budget's choice gains over `greedy`.
void judge(const Namima& game, const State& s, Action greedy, int number, int orders, SplitMix64& seeds, Choices& out) {
    const int seat = game.player(s);
    std::array<Action, kBudgets.size()> chosen;
    for (std::size_t k = 0; k < kBudgets.size(); ++k) chosen[k] = searched(game, s, kBudgets[k], seeds.next());
    std::array<double, kBudgets.size()> gain{};
    for (std::size_t k = 0; k < kBudgets.size(); ++k) {
        if (chosen[k] == greedy) continue;
        ++out.others[k];
        State with = s;
        State without = s;
        game.apply(with, chosen[k]);
        game.apply(without, greedy);
        for (int i = 0; i < orders; ++i) {
            const auto order = std::uint64_t{1000003} * static_cast<std::uint64_t>(number) +
                               std::uint64_t{77777} * static_cast<std::uint64_t>(i) + 5;
            gain[k] += greedy_end(game, with, seat, order) - greedy_end(game, without, seat, order);
        }
        gain[k] /= orders;
    }
    for (std::size_t k = 0; k < kBudgets.size(); ++k) out.gains[k].add(gain[k]);
    out.most_over_least.add(gain.back() - gain.front());
}

void show(const Choices& found, int games) {
    std::printf("%d games, %.0f decisions; gain of a choice in %% of a win, 95 %% interval\n", games,
                found.most_over_least.n);
    const auto line = [](const Sum& sum) { std::printf("%+.3f +- %.3f", 100 * sum.mean(), 100 * sum.half()); };
    for (std::size_t k = 0; k < kBudgets.size(); ++k) {
        std::printf("%5d simulations  ", static_cast<int>(kBudgets[k]));
        line(found.gains[k]);
        std::printf("  (another action in %.1f %%)\n", 100 * found.others[k] / found.gains[k].n);
    }
    std::printf("%d over %d  ", static_cast<int>(kBudgets.back()), static_cast<int>(kBudgets.front()));
    line(found.most_over_least);
    std::printf("\n\n");
    std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
    const int games = argc > 1 ? std::atoi(argv[1]) : 12;
    const int first = argc > 2 ? std::atoi(argv[2]) : 0;
    const int orders = argc > 3 ? std::atoi(argv[3]) : 150;
    const std::string variant = argc > 4 ? argv[4] : std::string(kDefaultVariant);
    const Result<Namima> game =
        Namima::make(Value::Map{{"variant", variant}, {"players", std::int64_t{2}}, {"games", std::int64_t{1}}});
    if (games < 1 || orders < 1 || !game) {
        std::fprintf(stderr, "games is %d, orders is %d; allowed: 1 or more\n%s\n", games, orders,
                     game ? "" : game.error().c_str());
        return 2;
    }
    Choices found;
    for (int number = first; number < first + games; ++number) {
        SplitMix64 seeds = stream(7, static_cast<std::uint64_t>(number));
        SplitMix64 chance(500000 + static_cast<std::uint64_t>(number));
        Namima::Actions list;
        State s = game->initial();
        for (int player = game->player(s); player != kTerminal; player = game->player(s)) {
            if (player == kChance) {
                game->apply(s, draw_chance(*game, s, chance));
                continue;
            }
            const Action greedy = game->greedy(s);
            game->legal_actions(s, list);
            if (list.size() > 1) judge(*game, s, greedy, number, orders, seeds, found);
            game->apply(s, greedy);
        }
        show(found, number - first + 1);
    }
}
