// What flat search adds to the greedy bot in Namima, one decision at a time: at every choice of greedy games of two
// seats it searches with 400, 1,000 and 4,000 simulations, and where it would do something else, with one margin or
// another, both actions are played on by greedy bots from the true state, under the same orders of the wall. A whole
// game tells far less: it is won or lost.
//   cmake -S . -B build/bench -DUNERI_BUILD_BENCH=ON -DUNERI_BUILD_PYTHON=OFF
//   cmake --build build/bench --target uneri_strength
//   build/bench/uneri_strength choices [games [first [orders [variant]]]]     # some 20 to 40 CPU seconds a game
#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "uneri/engine/search/flat.hpp"
#include "uneri/games/namima/namima.hpp"

namespace {

using namespace uneri;
using namespace uneri::namima;

constexpr std::array<std::uint64_t, 3> kBudgets = {400, 1000, 4000};
constexpr std::array<double, 6> kMargins = {0.5, 1, 1.5, 2, 2.5, 3};
template <class T>
using ByMargin = std::array<T, kMargins.size()>;
template <class T>
using ByBudget = std::array<ByMargin<T>, kBudgets.size()>;

// A seat's share of first place.
double greedy_end(const Namima& game, State s, int seat, std::uint64_t order) {
    SplitMix64 chance(order);
    for (int player = game.player(s); player != kTerminal; player = game.player(s))
        game.apply(s, player == kChance ? draw_chance(game, s, chance) : game.greedy(s));
    const unsigned winners = game.winners(s);
    return (winners >> seat & 1) != 0 ? 1.0 / std::popcount(winners) : 0.0;
}

ByMargin<Action> searched(const Namima& game, const State& s, std::uint64_t sims, std::uint64_t seed) {
    constexpr SearchDefaults defaults = search_defaults<Namima>();
    static_assert(defaults.margin > 0);
    SearchSettings settings;
    settings.sims = sims;
    settings.seed = seed;
    settings.margin = defaults.margin;
    settings.rollout = Rollout::kEpsilon;
    settings.epsilon = defaults.epsilon;
    settings.round_only = true;
    SearchReport report;
    FlatSearch search(AnyGame::of(game), AnyState(s), settings);
    search.run(Tick{}, report);
    ByMargin<Action> chosen;
    for (std::size_t m = 0; m < kMargins.size(); ++m) chosen[m] = search.best_of(report.arms, kMargins[m]);
    return chosen;
}

// A mean over choices, and half its 95 % interval from game to game: choices of one game hang together.
class Mean {
public:
    void add(double value) {
        ++game_.n;
        game_.sum += value;
    }
    void end_game() {
        games_.push_back(game_);
        all_.n += game_.n;
        all_.sum += game_.sum;
        game_ = {};
    }
    double count() const { return all_.n; }
    double value() const { return all_.sum / all_.n; }
    double half() const {
        double squares = 0;
        for (const Part& game : games_) squares += std::pow(game.sum - value() * game.n, 2);
        const auto n = static_cast<double>(games_.size());
        return 1.96 * std::sqrt(squares * n / (n - 1)) / all_.n;
    }

private:
    struct Part {
        double n = 0;
        double sum = 0;
    };
    Part game_;
    Part all_;
    std::vector<Part> games_;
};

struct Choices {
    ByBudget<Mean> gains;
    ByBudget<int> others{};
    ByMargin<Mean> most_over_least;

    void end_game() {
        for (auto& row : gains)
            for (Mean& gain : row) gain.end_game();
        for (Mean& gain : most_over_least) gain.end_game();
    }
};

// The seat's share of first place after an action, over all orders of the wall.
double share_after(const Namima& game, State s, Action action, int number, int orders) {
    const int seat = game.player(s);
    game.apply(s, action);
    double sum = 0;
    for (int i = 0; i < orders; ++i) {
        const auto order = std::uint64_t{1000003} * static_cast<std::uint64_t>(number) +
                           std::uint64_t{77777} * static_cast<std::uint64_t>(i) + 5;
        sum += greedy_end(game, s, seat, order);
    }
    return sum / orders;
}

// What the choices of all budgets and margins gain over `greedy`.
void judge(const Namima& game, const State& s, Action greedy, int number, int orders, SplitMix64& seeds, Choices& out) {
    std::map<Action, double> known;
    const auto share = [&](Action action) {
        const auto [at, is_new] = known.try_emplace(action, 0.0);
        if (is_new) at->second = share_after(game, s, action, number, orders);
        return at->second;
    };
    ByBudget<double> gains;
    for (std::size_t k = 0; k < kBudgets.size(); ++k) {
        const ByMargin<Action> chosen = searched(game, s, kBudgets[k], seeds.next());
        for (std::size_t m = 0; m < kMargins.size(); ++m) {
            const bool other = chosen[m] != greedy;
            gains[k][m] = other ? share(chosen[m]) - share(greedy) : 0.0;
            out.gains[k][m].add(gains[k][m]);
            out.others[k][m] += other ? 1 : 0;
        }
    }
    for (std::size_t m = 0; m < kMargins.size(); ++m) out.most_over_least[m].add(gains.back()[m] - gains.front()[m]);
}

void show(const Choices& found, int games) {
    std::printf("%d games, %.0f decisions; gain of a choice in %% of a win, 95 %% interval (another action in %%)\n",
                games, found.most_over_least[0].count());
    const auto line = [](const Mean& mean) { std::printf("  %+.3f +- %.3f", 100 * mean.value(), 100 * mean.half()); };
    for (std::size_t m = 0; m < kMargins.size(); ++m) {
        std::printf("margin %.1f", kMargins[m]);
        for (std::size_t k = 0; k < kBudgets.size(); ++k) {
            const Mean& gain = found.gains[k][m];
            std::printf("  %llu:", static_cast<unsigned long long>(kBudgets[k]));
            line(gain);
            std::printf(" (%.1f)", 100 * found.others[k][m] / gain.count());
        }
        std::printf("  %llu over %llu:", static_cast<unsigned long long>(kBudgets.back()),
                    static_cast<unsigned long long>(kBudgets.front()));
        line(found.most_over_least[m]);
        std::printf("\n");
    }
    std::printf("\n");
    std::fflush(stdout);
}

}  // namespace

int play_choices(int argc, char** argv) {
    const int games = argc > 1 ? std::atoi(argv[1]) : 12;
    const int first = argc > 2 ? std::atoi(argv[2]) : 0;
    const int orders = argc > 3 ? std::atoi(argv[3]) : 150;
    const std::string variant = argc > 4 ? argv[4] : std::string(kDefaultVariant);
    const Result<Namima> game =
        Namima::make(PlainData::Map{{"variant", variant}, {"players", std::int64_t{2}}, {"games", std::int64_t{1}}});
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
        found.end_game();
        show(found, number - first + 1);
    }
    return 0;
}
