// TACTA's inner loops in nanoseconds of CPU time, by the number of cards on the table (random games of six seats, so
// that the table holds up to 108), and the ways to find the neighbours of a new card that were compared.
//   cmake -S . -B build/bench -DUNERI_BUILD_BENCH=ON -DUNERI_BUILD_PYTHON=OFF && cmake --build build/bench
//   build/bench/bench_tacta_kernels [games [table, as 4000x4000]]
// The states of one line take 47 KB a game: with 40 games they stay in the cache, as in a search.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "uneri/engine/playout.hpp"
#include "uneri/games/tacta/tacta.hpp"

namespace {

using namespace uneri;
using namespace uneri::tacta;

template <class T>
void keep(const T& value) {
    asm volatile("" : : "r"(&value) : "memory");
}

double seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// Nanoseconds a call, the median of five runs over all items.
template <class Items, class Work>
double time_each(const Items& items, int repeats, Work&& work) {
    std::array<double, 5> runs{};
    for (double& run : runs) {
        const double start = seconds();
        for (int r = 0; r < repeats; ++r) {
            for (const auto& item : items) work(item);
        }
        run = (seconds() - start) / repeats / static_cast<double>(items.size()) * 1e9;
    }
    std::sort(runs.begin(), runs.end());
    return runs[2];
}

// A decision with a connection that can be laid.
struct Sample {
    tacta::State state;
    Placed laid;
    Action action;
};

int free_footprints(const Tables& t, const tacta::State& s) {
    int free = 0;
    for (const std::uint16_t cell : s.cell) free += std::popcount(cell & ((1u << t.feet) - 1));
    return free;
}

// Open shapes that some card can still cover.
int open_shapes(const tacta::State& s) {
    int open = 0;
    for (const std::uint64_t word : s.live) open += std::popcount(word);
    return open;
}

std::vector<std::vector<Sample>> samples_by_count(const Tacta& game, int games) {
    std::vector<std::vector<Sample>> samples(kMaxLaid / 12);
    Tacta::Actions list;
    for (int i = 0; i < games; ++i) {
        SplitMix64 rng = stream(1, static_cast<std::uint64_t>(i));
        tacta::State s = game.initial();
        while (game.player(s) != kTerminal) {
            game.legal_actions(s, list);
            const Action a = list[rng.below(list.size())];
            const Tables& t = game.rules().t();
            if (s.phase == kPlay && decode(t, a).kind == kConnect) {
                const Move m = decode(t, a);
                const int held = s.ends[at(s.turn)][at(m.end)];
                Placed laid = connected(t, s, m.target, m.shape, card_of(held), m.own, m.face);
                laid.colour = static_cast<std::int8_t>(colour_of(held));
                laid.seat = s.turn;
                samples[at((s.count - 1) / 12)].push_back({s, laid, a});
            }
            game.apply(s, a);
        }
    }
    return samples;
}

// --- finding neighbours --------------------------------------------------------------------------------------------

// A bucket grid with chains, as it would be kept along with the cards.
class Grid {
public:
    Grid(const tacta::State& s, Fixed reach) : reach_(reach) {
        heads_.fill(-1);
        for (int i = 0; i < s.count; ++i) {
            std::int8_t& head = heads_[cell(s.x[at(i)], s.y[at(i)])];
            next_[at(i)] = head;
            head = static_cast<std::int8_t>(i);
        }
    }
    void find(const tacta::State& s, Fixed x, Fixed y, Near& near) const {
        for (int row = line(y - reach_); row <= line(y + reach_); ++row) {
            for (int column = line(x - reach_); column <= line(x + reach_); ++column) {
                for (int i = heads_[at(row * kLines + column)]; i >= 0; i = next_[at(i)]) {
                    if (std::abs(s.x[at(i)] - x) > reach_ || std::abs(s.y[at(i)] - y) > reach_) continue;
                    near.index[at(near.size++)] = static_cast<std::uint8_t>(i);
                }
            }
        }
    }

private:
    static constexpr int kLines = 16;
    static constexpr Fixed kCell = 160 << kFixedBits;  // units, as proposed in the rules text
    static int line(Fixed at) { return std::clamp((at + kLines / 2 * kCell) / kCell, 0, kLines - 1); }
    static std::size_t cell(Fixed x, Fixed y) { return at(line(y) * kLines + line(x)); }

    Fixed reach_;
    std::array<std::int8_t, kLines * kLines> heads_{};
    std::array<std::int8_t, kRoomPadded> next_{};
};

// Cards in the order of x: a binary search, then a run.
class Sweep {
public:
    Sweep(const tacta::State& s, Fixed reach) : reach_(reach), size_(s.count) {
        for (int i = 0; i < size_; ++i) order_[at(i)] = static_cast<std::uint8_t>(i);
        std::sort(order_.begin(), order_.begin() + size_, [&](int a, int b) { return s.x[at(a)] < s.x[at(b)]; });
        for (int i = 0; i < size_; ++i) x_[at(i)] = s.x[order_[at(i)]];
    }
    void find(const tacta::State& s, Fixed x, Fixed y, Near& near) const {
        const auto first = std::lower_bound(x_.begin(), x_.begin() + size_, x - reach_);
        for (auto i = static_cast<int>(first - x_.begin()); i < size_ && x_[at(i)] <= x + reach_; ++i) {
            const int card = order_[at(i)];
            if (std::abs(s.y[at(card)] - y) <= reach_) near.index[at(near.size++)] = static_cast<std::uint8_t>(card);
        }
    }

private:
    Fixed reach_;
    int size_;
    std::array<std::uint8_t, kRoomPadded> order_{};
    std::array<Fixed, kRoomPadded> x_{};
};

template <class Index>
double time_index(const Options& o, const std::vector<Sample>& samples, long& found) {
    struct Query {
        const Sample* sample;
        Index index;
        Fixed x, y;
    };
    std::vector<Query> queries;
    for (const Sample& sample : samples) {
        const Twice m = middle_of(o.t(), sample.laid);
        queries.push_back({&sample, Index(sample.state, o.t().reach), fixed_half(m.ax, m.bx), fixed_half(m.ay, m.by)});
    }
    found = 0;
    return time_each(queries, 3, [&](const Query& q) {
        Near near;
        q.index.find(q.sample->state, q.x, q.y, near);
        keep(near);
        found += near.size;
    });
}

// What the game does: all cards, eight at a time.
struct Scan {
    Scan(const tacta::State&, Fixed) {}
    void find(const tacta::State& s, Fixed x, Fixed y, Near& near) const { find_near(*options, s, x, y, near); }
    static inline const Options* options = nullptr;
};

double playouts_a_second(int seats, int games) {
    const Tacta game = *Tacta::make(Value(Value::Map{{"players", seats}}));
    std::vector<double> returns(at(seats) * at(games));
    std::vector<std::int32_t> lengths(at(games));
    const double start = seconds();
    play_out_range(game, game.initial(), 1, 0, static_cast<std::uint64_t>(games), returns.data(), lengths.data());
    return games / (seconds() - start);
}

}  // namespace

int main(int argc, char** argv) {
    const int games = argc > 1 ? std::max(1, std::atoi(argv[1])) : 100;
    std::printf("a state has %zu bytes\n", sizeof(tacta::State));
    for (const int seats : {2, 4, 6})
        std::printf("playouts, %d seats: %.0f games/s\n", seats, playouts_a_second(seats, 50 * games));
    const auto made = Tacta::make(Value(Value::Map{{"players", 6}, {"table", argc > 2 ? argv[2] : "default"}}));
    if (!made) {
        std::printf("%s\n", made.error().c_str());
        return 1;
    }
    const Tacta& game = *made;
    const Options& o = game.rules();
    Scan::options = &o;
    std::printf("%-9s %6s %6s %6s | %7s %7s %7s %7s | %6s %6s %6s %6s\n", "cards", "open", "feet", "legal", "clone",
                "list", "lay", "step", "near", "scan", "grid", "sweep");
    const auto samples = samples_by_count(game, games);
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const std::vector<Sample>& group = samples[i];
        if (group.empty()) continue;
        double open = 0;
        double feet = 0;
        double legal = 0;
        Tacta::Actions list;
        for (const Sample& sample : group) {
            open += open_shapes(sample.state);
            feet += free_footprints(o.t(), sample.state);
            game.legal_actions(sample.state, list);
            legal += static_cast<double>(list.size());
        }
        const auto size = static_cast<double>(group.size());
        const double clone = time_each(group, 3, [](const Sample& sample) {
            const tacta::State copy = sample.state;
            keep(copy);
        });
        const double listing = time_each(group, 3, [&](const Sample& sample) {
            game.legal_actions(sample.state, list);
            keep(list);
        });
        const double laying = time_each(group, 3, [&](const Sample& sample) {
            tacta::State copy = sample.state;
            lay(o, copy, sample.laid);
            keep(copy);
        });
        const double step = time_each(group, 3, [&](const Sample& sample) {
            tacta::State copy = sample.state;
            game.apply(copy, sample.action);
            keep(copy);
        });
        long found = 0;
        long by_grid = 0;
        long by_sweep = 0;
        const double scan = time_index<Scan>(o, group, found);
        const double grid = time_index<Grid>(o, group, by_grid);
        const double sweep = time_index<Sweep>(o, group, by_sweep);
        if (found != by_grid || found != by_sweep) std::printf("the neighbours differ\n");
        std::printf("%3zu..%-4zu %6.1f %6.1f %6.1f | %7.1f %7.1f %7.1f %7.1f | %6.1f %6.1f %6.1f %6.1f\n", 12 * i,
                    12 * i + 11, open / size, feet / size, legal / size, clone, listing, laying - clone, step - clone,
                    static_cast<double>(found) / (15 * size), scan, grid, sweep);
    }
    return 0;
}
