#include "uneri/games/namima/namima.hpp"

#include "bench/game.hpp"
#include "bench/namima_batch.hpp"
#include "uneri/games/namima/hands/best.hpp"
#include "uneri/games/namima/hands/complete.hpp"
#include "uneri/games/namima/hands/distance/deficiency.hpp"

namespace uneri::bench {

using namespace namima;

namespace {

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
