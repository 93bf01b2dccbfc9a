// What Python cannot time: copying a state, one legal list, one step, one resampled world, in nanoseconds of CPU time.
//   cmake -S . -B build/bench -DUNERI_BUILD_BENCH=ON -DUNERI_BUILD_PYTHON=OFF && cmake --build build/bench
//   build/bench/bench_onda
#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <vector>

#include "uneri/engine/playout.hpp"
#include "uneri/engine/position.hpp"
#include UNERI_BENCH_HEADER

namespace {

using namespace uneri;
using BenchGame = UNERI_BENCH_CLASS;

// Keeps the compiler from leaving out work whose result nobody reads.
template <class T>
void keep(const T& value) {
    asm volatile("" : : "r"(&value) : "memory");
}

double seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// Median, least and greatest of seven runs of `calls` calls each.
template <class Work>
void measure(const char* name, int calls, Work&& work) {
    std::array<double, 7> runs{};
    for (double& run : runs) {
        const double start = seconds();
        for (int i = 0; i < calls; ++i) work(i);
        run = (seconds() - start) / calls * 1e9;
    }
    std::sort(runs.begin(), runs.end());
    std::printf("%-12s %8.1f ns   [%.1f .. %.1f]\n", name, runs[3], runs[0], runs[6]);
}

}  // namespace

int main() {
    const BenchGame game = *BenchGame::make(Value(Value::Map{}));
    std::vector<Position<BenchGame>> middle;  // seats' nodes of random games
    for (std::uint64_t seed = 0; middle.size() < 1024; ++seed) {
        Position<BenchGame> position = new_position(game, seed);
        SplitMix64 rng(seed);
        typename BenchGame::Actions list;
        for (std::uint64_t steps = 20 + rng.below(60); steps > 0 && game.player(position.state) >= 0; --steps) {
            game.legal_actions(position.state, list);
            position.apply(game, game.limits().players, list[rng.below(list.size())]);
        }
        if (game.player(position.state) >= 0) middle.push_back(position);
    }
    const auto at = [&](int i) -> const Position<BenchGame>& {
        return middle[static_cast<std::size_t>(i) % middle.size()];
    };
    std::printf("%s: a state has %zu bytes, a position %zu\n", std::string(BenchGame::kName).c_str(),
                sizeof(BenchGame::State), sizeof(Position<BenchGame>));
    measure("clone", 10'000'000, [&](int i) {
        const Position<BenchGame> copy = at(i);
        keep(copy);
    });
    typename BenchGame::Actions list;
    measure("legal", 5'000'000, [&](int i) {
        game.legal_actions(at(i).state, list);
        keep(list);
    });
    measure("clone+step", 2'000'000, [&](int i) {
        Position<BenchGame> copy = at(i);
        game.legal_actions(copy.state, list);
        game.apply(copy.state, list[static_cast<std::size_t>(i) % list.size()]);
        keep(copy);
    });
    measure("world", 300'000, [&](int i) {
        SplitMix64 rng(static_cast<std::uint64_t>(i));
        keep(game.resample(at(i).state, 0, rng));
    });
    return 0;
}
