// Micro-benchmarks of the core. They report nanoseconds of CPU time per unit: the median of several runs, with the
// least and the greatest.
// cmake -S . -B build/bench -DUNERI_BUILD_BENCH=ON -DUNERI_BUILD_PYTHON=OFF && cmake --build build/bench
// build/bench/uneri_bench --list
// build/bench/uneri_bench onda/ namima/aranami/waits     # all whose names contain one of these
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "bench/bench.hpp"

namespace uneri::bench {
#define UNERI_GAME(game) void add_##game(Cases& cases);
#include "uneri_games.inc"
#undef UNERI_GAME
}  // namespace uneri::bench

namespace {

using namespace uneri::bench;

constexpr const char* kUsage = "usage: uneri_bench [--list] [--runs N] [--seconds S] [NAME ...]\n";

struct Settings {
    std::vector<std::string> names;
    int runs = 5;
    double seconds = 0.1;  // least length of a run
    bool list = false;
};

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

bool is_chosen(const Settings& settings, const std::string& name) {
    return settings.names.empty() ||
           std::any_of(settings.names.begin(), settings.names.end(),
                       [&](const std::string& part) { return name.find(part) != std::string::npos; });
}

// Nanoseconds per unit.
double time_run(const Pass& pass, double least) {
    const double start = cpu_seconds();
    double spent = 0;
    std::uint64_t units = 0;
    do {
        units += pass();
        spent = cpu_seconds() - start;
    } while (spent < least);
    return 1e9 * spent / static_cast<double>(units);
}

void measure(const Case& item, const Settings& settings) {
    const Pass pass = item.start();
    if (settings.runs > 1) pass();  // a warm-up, which does not count
    std::vector<double> runs(static_cast<std::size_t>(settings.runs));
    for (double& run : runs) run = time_run(pass, settings.seconds);
    std::sort(runs.begin(), runs.end());
    std::printf("%-44s %10.1f ns a %s [%.1f .. %.1f] %s\n", item.name.c_str(), runs[runs.size() / 2], item.unit.c_str(),
                runs.front(), runs.back(), item.note ? item.note().c_str() : "");
    std::fflush(stdout);
}

bool read(int argc, char** argv, Settings& settings) {
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        if (word == "--list") {
            settings.list = true;
        } else if (word == "--runs" && i + 1 < argc) {
            settings.runs = std::atoi(argv[++i]);
        } else if (word == "--seconds" && i + 1 < argc) {
            settings.seconds = std::atof(argv[++i]);
        } else if (word.starts_with("-")) {
            return false;
        } else {
            settings.names.emplace_back(word);
        }
    }
    return settings.runs > 0;
}

}  // namespace

int main(int argc, char** argv) {
    Settings settings;
    if (!read(argc, argv, settings)) {
        std::fputs(kUsage, stderr);
        return 2;
    }
    Cases cases;
#define UNERI_GAME(game) add_##game(cases);
#include "uneri_games.inc"
#undef UNERI_GAME
    int chosen = 0;
    for (const Case& item : cases) {
        if (!is_chosen(settings, item.name)) continue;
        ++chosen;
        if (settings.list) {
            std::printf("%s\n", item.name.c_str());
        } else {
            measure(item, settings);
        }
    }
    if (chosen == 0) std::fputs("no benchmark has such a name; --list prints all names\n", stderr);
    return chosen == 0 ? 2 : 0;
}
