// The hand kernels of Namima, in millions of hands a second of CPU time, on hands made by seed. Each figure is the
// median of five passes over the same hands.
//   cmake -S . -B build/bench -DUNERI_BUILD_BENCH=ON -DUNERI_BUILD_PYTHON=OFF && cmake --build build/bench
//   build/bench/bench_namima_kernels [variant [kernel [random, near, complete, mixed, seen or exposed]]]
#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <vector>

#include "tests/namima_hands.hpp"
#include "uneri/games/namima/hands/complete.hpp"
#include "uneri/games/namima/hands/distance/deficiency.hpp"

namespace {

using namespace uneri;
using namespace uneri::namima;

struct Batch {
    hands::HandRows hands;
    std::vector<std::uint8_t> seen;  // counts a row, or nothing

    // So many cards of the rest of the deck are visible.
    void see(const Melds& melds, const Cards& hand, int cards, SplitMix64& rng) {
        Cards wall = melds.deck() - hand;
        Cards visible{};
        for (; cards > 0; --cards) {
            const int kind = hands::random_kind(wall, rng);
            wall.remove(kind);
            visible.add(kind);
        }
        for (int k = 0; k < melds.kinds(); ++k) seen.push_back(static_cast<std::uint8_t>(visible.count(k)));
    }
    const std::uint8_t* visible() const { return seen.empty() ? nullptr : seen.data(); }
    Rows rows() const { return hands.rows(!hands.exposed.empty()); }
};

enum Sort { kRandom, kNear, kWhole, kMixed, kOpen, kSeen };
constexpr std::array<const char*, 6> kSorts = {"random", "near", "complete", "mixed", "exposed", "seen"};

// 12 to 16 cards; `near`: one card of a complete hand swapped; `mixed`: half random, half near; `seen`: these, 40 other
// cards visible; `exposed`: two to four melds open, 4 to 9 cards concealed, half of them near.
Batch make_batch(const Melds& melds, Sort sort, std::size_t hands) {
    Batch batch;
    SplitMix64 rng(static_cast<std::uint64_t>(sort) + 1);
    for (std::size_t i = 0; i < hands; ++i) {
        const auto cards = static_cast<int>(12 + rng.below(5));
        if (sort == kOpen) {
            const auto open = static_cast<int>(2 + rng.below(3));
            hands::Hand hand = hands::complete_hand(melds, static_cast<int>(4 + rng.below(6)), open, rng);
            hands::swap_cards(melds, hand, i % 2 == 0 ? 1 : 4, rng);
            batch.hands.add(melds, hand);
            continue;
        }
        hands::Hand hand;
        if (sort == kRandom || ((sort == kMixed || sort == kSeen) && i % 2 == 0)) {
            hand = hands::random_hand(melds, cards, rng);
        } else {
            hand = hands::complete_hand(melds, cards, 0, rng);
            if (sort != kWhole) hands::swap_cards(melds, hand, 1, rng);
        }
        batch.hands.add(melds, hand);
        if (sort == kSeen) batch.see(melds, hand.cards, 40, rng);
    }
    return batch;
}

double seconds() {
    std::timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

const char* only_kernel = "";
const char* only_sort = "";

template <class Work>
void measure(const char* kernel, Sort sort, const Batch& batch, Work&& work) {
    if (std::strstr(kernel, only_kernel) == nullptr) return;
    std::array<double, 5> runs{};
    unsigned long sum = 0;
    for (double& run : runs) {
        const double start = seconds();
        double now = start;
        int passes = 0;
        for (; now < start + 0.1; now = seconds(), ++passes) sum = work();
        run = (now - start) / static_cast<double>(batch.hands.size()) / passes;
    }
    std::sort(runs.begin(), runs.end());
    std::printf("  %-13s %-9s %9.3f M/s  %10.1f ns  [%.1f .. %.1f]  sum %lu\n", kernel, kSorts[sort], 1e-6 / runs[2],
                1e9 * runs[2], 1e9 * runs[0], 1e9 * runs[4], sum);
}

template <class T>
unsigned long total(const std::vector<T>& items) {
    unsigned long sum = 0;
    for (const T item : items) sum += static_cast<unsigned long>(item);
    return sum;
}

unsigned long kinds(const std::vector<std::uint64_t>& sets) {
    unsigned long sum = 0;
    for (const std::uint64_t set : sets) sum += static_cast<unsigned long>(std::popcount(set));
    return sum;
}

void bench(int variant) {
    const Melds melds = *Melds::make(built_in(variant), 4);
    const double start = seconds();
    const Tables tables(melds);
    const double made = seconds();
    tables.needs();
    const double needs = seconds();
    tables.sweeps();  // else made when somebody first asks
    std::printf("%s: tables made in %.1f ms, of needs in %.1f, of sweeps in %.1f\n",
                std::string(kVariants[static_cast<std::size_t>(variant)]).c_str(), 1e3 * (made - start),
                1e3 * (needs - made), 1e3 * (seconds() - needs));
    for (const Sort sort : {kRandom, kNear, kWhole, kMixed, kOpen, kSeen}) {
        if (std::strstr(kSorts[sort], only_sort) == nullptr) continue;
        const Batch batch = make_batch(melds, sort, 100'000);
        std::vector<std::uint8_t> bytes(batch.hands.size());
        std::vector<std::uint64_t> words(batch.hands.size());
        measure("is_complete", sort, batch, [&] {
            complete_rows(tables, batch.rows(), bytes.data());
            return total(bytes);
        });
        measure("waits", sort, batch, [&] {
            waits_rows(tables, batch.rows(), words.data());
            return kinds(words);
        });
        measure("deficiency", sort, batch, [&] {
            deficiency_rows(tables, batch.rows(), kAnyGrowth, batch.visible(), bytes.data());
            return total(bytes);
        });
        const Batch few = make_batch(melds, sort, 2'000);
        std::vector<std::uint8_t> left(few.hands.size() * static_cast<std::size_t>(melds.kinds()));
        std::vector<std::uint16_t> copies(left.size());
        std::vector<std::uint64_t> accepted(few.hands.size());
        measure("acceptance", sort, few, [&] {
            acceptance_rows(tables, few.rows(), kAnyGrowth, few.visible(), accepted.data());
            return kinds(accepted);
        });
        measure("discard_table", sort, few, [&] {
            discard_table_rows(tables, few.rows(), kAnyGrowth, few.visible(), left.data(), copies.data());
            return total(left) + total(copies);
        });
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc > 2) only_kernel = argv[2];
    if (argc > 3) only_sort = argv[3];
    for (int variant = 0; variant < static_cast<int>(kVariants.size()); ++variant) {
        if (argc < 2 || kVariants[static_cast<std::size_t>(variant)] == argv[1]) bench(variant);
    }
    return 0;
}
