#include "uneri/games/namima/namima.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bench/game.hpp"
#include "digest/namima_random.hpp"
#include "uneri/games/namima/hands/best.hpp"
#include "uneri/games/namima/hands/complete.hpp"
#include "uneri/games/namima/hands/distance/deficiency.hpp"

namespace uneri::bench {

using namespace namima;

namespace {

// Seeded batches of Namima hands for benchmarks.

// Near: complete hands with one card swapped. Mixed: half random, half near. Exposed: two to four exposed melds and 4
// to 9 concealed cards, half near, half further off. Whole: the same, complete. Seen: mixed, with 40 other cards
// visible. Hands without exposed melds have 12 to 16 cards.
enum class Sort { kRandom, kNear, kComplete, kMixed, kExposed, kSeen, kWhole };
constexpr std::array<const char*, 7> kSorts = {"random", "near", "complete", "mixed", "exposed", "seen", "whole"};
const char* name_of(Sort sort) { return kSorts[static_cast<std::size_t>(sort)]; }

struct Batch {
    std::shared_ptr<namima::Tables> tables;
    std::vector<namima::hands::Hand> hands;
    namima::hands::HandRows counts;
    std::vector<std::uint8_t> seen;  // counts per row, or empty

    std::size_t size() const { return hands.size(); }
    const std::uint8_t* visible() const { return seen.empty() ? nullptr : seen.data(); }
    namima::Rows rows() const { return counts.rows(!counts.exposed.empty()); }
};

namima::hands::Hand make_hand(const namima::Melds& melds, Sort sort, bool even, SplitMix64& rng) {
    using namespace namima::hands;
    const auto cards = static_cast<int>(12 + rng.below(5));
    if (sort == Sort::kExposed || sort == Sort::kWhole) {
        const auto open = static_cast<int>(2 + rng.below(3));
        Hand hand = complete_hand(melds, static_cast<int>(4 + rng.below(6)), open, rng);
        if (sort == Sort::kExposed) swap_cards(melds, hand, even ? 1 : 4, rng);
        return hand;
    }
    if (sort == Sort::kRandom || ((sort == Sort::kMixed || sort == Sort::kSeen) && even))
        return random_hand(melds, cards, rng);
    Hand hand = complete_hand(melds, cards, 0, rng);
    if (sort != Sort::kComplete) swap_cards(melds, hand, 1, rng);
    return hand;
}

// `cards` random cards of the rest of the deck, as counts.
void see(const namima::Melds& melds, const namima::Cards& hand, int cards, SplitMix64& rng,
         std::vector<std::uint8_t>& seen) {
    namima::Cards wall = melds.deck() - hand;
    namima::Cards visible{};
    for (; cards > 0; --cards) {
        const int kind = namima::hands::random_kind(wall, rng);
        wall.remove(kind);
        visible.add(kind);
    }
    for (int k = 0; k < melds.kinds(); ++k) seen.push_back(static_cast<std::uint8_t>(visible.count(k)));
}

std::shared_ptr<namima::Tables> make_tables(int variant) {
    return std::make_shared<namima::Tables>(*namima::Melds::make(namima::built_in(variant), 4));
}

std::shared_ptr<const Batch> make_batch(int variant, Sort sort, std::size_t hands) {
    auto batch = std::make_shared<Batch>();
    batch->tables = make_tables(variant);
    const namima::Melds& melds = batch->tables->melds;
    SplitMix64 rng(static_cast<std::uint64_t>(sort) + 1);
    for (std::size_t i = 0; i < hands; ++i) {
        batch->hands.push_back(make_hand(melds, sort, i % 2 == 0, rng));
        batch->counts.add(melds, batch->hands.back());
        if (sort == Sort::kSeen) see(melds, batch->hands.back().cards, 40, rng, batch->seen);
    }
    return batch;
}

// The batch of these settings. Keeps the last one, since cases with the same batch follow one another.
std::shared_ptr<const Batch> batch_of(int variant, Sort sort, std::size_t hands) {
    static std::pair<std::string, std::shared_ptr<const Batch>> kept;
    const std::string key = std::to_string(variant) + name_of(sort) + std::to_string(hands);
    if (kept.first != key) kept = {key, make_batch(variant, sort, hands)};
    return kept.second;
}

// The output of a kernel.
struct Out {
    std::vector<std::uint8_t> bytes;
    std::vector<std::uint16_t> copies;
    std::vector<std::uint64_t> words;
    std::vector<std::int32_t> points;

    explicit Out(const Batch& batch)
        : bytes(batch.size() * static_cast<std::size_t>(batch.tables->melds.kinds())),
          copies(bytes.size()),
          words(batch.size()),
          points(batch.size()) {}
};

// Runs a kernel once over all hands of a batch.
using Kernel = void (*)(const Batch&, Out&);

struct Named {
    const char* name;
    Kernel run;
};

constexpr std::size_t kMany = 100'000;
constexpr std::array kFastKernels = {
    Named{"is_complete", [](const Batch& b, Out& out) { complete_rows(*b.tables, b.rows(), out.bytes.data()); }},
    Named{"waits", [](const Batch& b, Out& out) { waits_rows(*b.tables, b.rows(), out.words.data()); }},
    Named{"deficiency",
          [](const Batch& b, Out& out) {
              deficiency_rows(*b.tables, b.rows(), kAnyGrowth, b.visible(), out.bytes.data());
          }},
};

constexpr std::size_t kFew = 2'000;
constexpr std::array kSlowKernels = {
    Named{"acceptance",
          [](const Batch& b, Out& out) {
              acceptance_rows(*b.tables, b.rows(), kAnyGrowth, b.visible(), out.words.data());
          }},
    Named{"discard_table",
          [](const Batch& b, Out& out) {
              discard_table_rows(*b.tables, b.rows(), kAnyGrowth, b.visible(), out.bytes.data(), out.copies.data());
          }},
};

constexpr std::size_t kScored = 20'000;
constexpr std::array kPointKernels = {
    Named{"best_rows", [](const Batch& b, Out& out) { best_rows(*b.tables, b.rows(), -1, out.points.data()); }},
    Named{"best",
          [](const Batch& b, Out&) {
              for (const hands::Hand& hand : b.hands) keep(best(*b.tables, hand.cards, hand.exposed, -1, 0));
          }},
    Named{"arrangements",
          [](const Batch& b, Out&) {
              for (const hands::Hand& hand : b.hands) keep(arrangements(*b.tables, hand.cards, hand.exposed));
          }},
    Named{"min_penalty",
          [](const Batch& b, Out& out) { min_penalty_rows(*b.tables, b.rows(), -1, -1, out.points.data()); }},
    Named{"min_penalty_1",
          [](const Batch& b, Out& out) { min_penalty_rows(*b.tables, b.rows(), 1, -1, out.points.data()); }},
};

template <class Kernels>
void add_kernels(Cases& cases, const std::string& prefix, int variant, Sort sort, std::size_t hands,
                 const Kernels& kernels) {
    for (const Named& kernel : kernels) {
        const auto start = [=, run = kernel.run] {
            const auto batch = batch_of(variant, sort, hands);
            return Pass([=, out = std::make_shared<Out>(*batch)] {
                run(*batch, *out);
                keep(*out);
                return static_cast<std::uint64_t>(batch->size());
            });
        };
        cases.push_back({prefix + kernel.name + "/" + name_of(sort), start, "hand"});
    }
}

// The tables that a process makes once per rule set, on first use: for `is_complete`, `waits` and `best`; for
// deficiencies of many hands; for discard tables.
void add_tables(Cases& cases, const std::string& prefix, int variant) {
    const auto add = [&](const char* name, void (*more)(Tables&)) {
        cases.push_back({prefix + name, [=] {
                             return Pass([=] {
                                 const auto tables = make_tables(variant);
                                 more(*tables);
                                 keep(*tables);
                                 return std::uint64_t{1};
                             });
                         }});
    };
    add("tables", [](Tables&) {});
    add("tables+needs", [](Tables& tables) { tables.needs(); });
    add("tables+needs+sweeps", [](Tables& tables) {
        tables.needs();
        tables.sweeps();
    });
}

}  // namespace

void add_namima(Cases& cases) {
    add_game<Namima>(cases);
    for (int variant = 0; variant < static_cast<int>(kVariants.size()); ++variant) {
        const std::string prefix = "namima/" + std::string(kVariants[static_cast<std::size_t>(variant)]) + "/";
        add_tables(cases, prefix, variant);
        for (const Sort sort :
             {Sort::kRandom, Sort::kNear, Sort::kComplete, Sort::kMixed, Sort::kExposed, Sort::kSeen}) {
            add_kernels(cases, prefix, variant, sort, kMany, kFastKernels);
            add_kernels(cases, prefix, variant, sort, kFew, kSlowKernels);
        }
        for (const Sort sort : {Sort::kRandom, Sort::kNear, Sort::kComplete, Sort::kWhole})
            add_kernels(cases, prefix, variant, sort, kScored, kPointKernels);
    }
}

}  // namespace uneri::bench
