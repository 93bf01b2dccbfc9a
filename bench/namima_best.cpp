// Points and penalties of Namima hands, in millions of hands a second of CPU time, on hands made by seed. Each figure
// is the median of five passes over the same hands.
//   cmake -S . -B build/bench -DUNERI_BUILD_BENCH=ON -DUNERI_BUILD_PYTHON=OFF && cmake --build build/bench
//   build/bench/bench_namima_best [variant [kernel]]
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <vector>

#include "tests/namima_hands.hpp"
#include "uneri/games/namima/hands/best.hpp"

namespace {

using namespace uneri;
using namespace uneri::namima;

struct Batch {
    std::vector<hands::Hand> hands;
    std::vector<std::uint8_t> counts;
    std::vector<std::uint16_t> exposed;
    std::vector<std::uint32_t> start{0};

    void add(const Melds& melds, hands::Hand hand) {
        for (int k = 0; k < melds.kinds(); ++k) counts.push_back(static_cast<std::uint8_t>(hand.cards.count(k)));
        exposed.insert(exposed.end(), hand.exposed.begin(), hand.exposed.end());
        start.push_back(static_cast<std::uint32_t>(exposed.size()));
        hands.push_back(std::move(hand));
    }
    Rows rows() const { return {counts.data(), hands.size(), exposed, start.data()}; }
};

enum Sort { kRandom, kNear, kWhole, kOpen };
constexpr std::array<const char*, 4> kSorts = {"random", "near", "complete", "exposed"};

// 12 to 16 cards; `near`: one card of a complete hand swapped; `exposed`: complete with two to four melds open and 4 to
// 9 cards concealed.
Batch make_batch(const Melds& melds, Sort sort, std::size_t hands) {
    Batch batch;
    SplitMix64 rng(static_cast<std::uint64_t>(sort) + 1);
    for (std::size_t i = 0; i < hands; ++i) {
        const auto cards = static_cast<int>(12 + rng.below(5));
        if (sort == kRandom) {
            batch.add(melds, hands::random_hand(melds, cards, rng));
        } else if (sort == kOpen) {
            const auto open = static_cast<int>(2 + rng.below(3));
            batch.add(melds, hands::complete_hand(melds, static_cast<int>(4 + rng.below(6)), open, rng));
        } else {
            hands::Hand hand = hands::complete_hand(melds, cards, 0, rng);
            if (sort == kNear) hands::swap_cards(melds, hand, 1, rng);
            batch.add(melds, hand);
        }
    }
    return batch;
}

double seconds() {
    std::timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

const char* only_kernel = "";

template <class Work>
void measure(const char* kernel, Sort sort, const Batch& batch, Work&& work) {
    if (std::strstr(kernel, only_kernel) == nullptr) return;
    std::array<double, 5> runs{};
    long sum = 0;
    for (double& run : runs) {
        const double start = seconds();
        double now = start;
        int passes = 0;
        for (; now < start + 0.1; now = seconds(), ++passes) sum = work();
        run = (now - start) / static_cast<double>(batch.hands.size()) / passes;
    }
    std::sort(runs.begin(), runs.end());
    std::printf("  %-14s %-9s %9.3f M/s  %10.1f ns  [%.1f .. %.1f]  sum %ld\n", kernel,
                kSorts[static_cast<std::size_t>(sort)], 1e-6 / runs[2], 1e9 * runs[2], 1e9 * runs[0], 1e9 * runs[4],
                sum);
}

void bench(int variant) {
    const Tables tables(*Melds::make(built_in(variant), 4));
    std::printf("%s\n", std::string(kVariants[static_cast<std::size_t>(variant)]).c_str());
    for (const Sort sort : {kRandom, kNear, kWhole, kOpen}) {
        const Batch batch = make_batch(tables.melds, sort, 20'000);
        std::vector<std::int32_t> out(batch.hands.size());
        const auto total = [&] {
            long sum = 0;
            for (const std::int32_t points : out) sum += points;
            return sum;
        };
        measure("best_rows", sort, batch, [&] {
            best_rows(tables, batch.rows(), -1, out.data());
            return total();
        });
        measure("best", sort, batch, [&] {
            long sum = 0;
            for (const hands::Hand& hand : batch.hands) sum += best(tables, hand.cards, hand.exposed, -1, 0).points;
            return sum;
        });
        measure("arrangements", sort, batch, [&] {
            long sum = 0;
            for (const hands::Hand& hand : batch.hands)
                sum += static_cast<long>(arrangements(tables, hand.cards, hand.exposed)->size());
            return sum;
        });
        measure("min_penalty", sort, batch, [&] {
            min_penalty_rows(tables, batch.rows(), -1, -1, out.data());
            return total();
        });
        measure("min_penalty 1", sort, batch, [&] {
            min_penalty_rows(tables, batch.rows(), 1, -1, out.data());
            return total();
        });
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc > 2) only_kernel = argv[2];
    for (int variant = 0; variant < static_cast<int>(kVariants.size()); ++variant) {
        if (argc < 2 || kVariants[static_cast<std::size_t>(variant)] == argv[1]) bench(variant);
    }
    return 0;
}
