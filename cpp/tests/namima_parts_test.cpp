// Tests the parts of rule sets, and the tables over their counts against the definitions of their entries.
#include <algorithm>
#include <bit>
#include <set>

#include "check.hpp"
#include "uneri/base/rng.hpp"
#include "uneri/games/namima/hands/distance/part_tables.hpp"
#include "uneri/games/namima/hands/tables.hpp"

namespace {

using namespace uneri;
using namespace uneri::namima;

// A type of part with all counts that melds use up.
struct Local {
    const Parts::Type& type;
    std::set<Counts> whole{Counts{}};

    explicit Local(const Parts::Type& source) : type(source) {
        each_counts(type.caps, [&](const Counts& counts) {
            for (const Counts& meld : type.melds) {
                if (within(meld, counts) && whole.contains(minus(counts, meld))) whole.insert(counts);
            }
        });
    }
};

void compare_lanes(const Local& local, const Counts& hand, const Counts& spare, const SweepTables::Part& part) {
    std::array<int, kLanes> least{};
    least.fill(kFar);
    std::uint64_t lacked = 0;
    int weight = kFar;
    for (const bool marking : {false, true}) {
        for (const Counts& target : local.whole) {
            const Taking taking(target, hand);
            const int lane = kNoRise + sum(target) - sum(hand);
            if (!within(taking.lack, spare) || lane >= kLanes || sum(taking.rest) > kNoRise) continue;
            const auto at = static_cast<std::size_t>(lane);
            if (!marking) {
                least[at] = std::min(least[at], int{taking.lacking});
                weight = std::min(weight, taking.lacking + sum(taking.rest));
            } else if (least[at] == taking.lacking) {
                lacked |= std::uint64_t{taking.kinds} << (4 * lane);
            }
        }
    }
    CHECK(std::equal(least.begin(), least.end(), part.least.begin()));
    CHECK(part.lacked == lacked);
    CHECK(part.weight == weight);
}

}  // namespace

TEST(namima_parts_that_are_alike_share_tables) {
    constexpr std::array<int, kVariants.size()> kTypes = {2, 4, 2, 4, 2, 2};  // long, short; white has its own
    for (std::size_t v = 0; v < kVariants.size(); ++v) {
        const Melds melds = *Melds::make(built_in(static_cast<int>(v)), 4);
        CHECK(Parts(melds).types() == kTypes[v]);
    }
}

// Each pair comes in the order of its place, after all that melds leave of it.
TEST(namima_pairs_in_order) {
    const Tables tables(*Melds::make(built_in(5), 4));
    const NeedTables& needs = tables.needs();
    for (int t = 0; t < tables.parts.types(); ++t) {
        const NeedTables::Type& type = needs.types[static_cast<std::size_t>(t)];
        const Parts::Type& source = tables.parts.type(t);
        std::uint32_t expected = 0;
        bool good = true;
        each_pair(type, source,
                  [&](const Counts& hand, const Counts& spare, std::uint32_t place, std::span<const Case> cases) {
                      good &= place == expected++ && place == type.place(Parts::index_of(hand), Parts::index_of(spare));
                      std::size_t i = 0;
                      for (const Counts& meld : source.melds) {
                          const Taking taking(meld, hand);
                          if (!within(taking.lack, spare)) continue;
                          const std::uint32_t rest =
                              type.place(Parts::index_of(taking.rest), Parts::index_of(minus(spare, taking.lack)));
                          good &= i < cases.size() && cases[i].place == rest && rest < place &&
                                  cases[i].lacking == sum(taking.lack) && cases[i].kinds == taking.kinds;
                          ++i;
                      }
                      good &= i == cases.size();
                  });
        CHECK(good && expected == type.pairs.size());
    }
}

TEST(namima_lanes_as_defined) {
    SplitMix64 rng(61);
    for (int v = 0; v < static_cast<int>(kVariants.size()); ++v) {
        const Tables tables(*Melds::make(built_in(v), 4));
        const SweepTables& sweeps = tables.sweeps();
        CHECK(sweeps.ready());
        for (int t = 0; t < tables.parts.types(); ++t) {
            const Local local(tables.parts.type(t));
            const auto at = static_cast<std::size_t>(t);
            each_pair(tables.needs().types[at], local.type,
                      [&](const Counts& hand, const Counts& spare, std::uint32_t place, std::span<const Case>) {
                          if (rng.below(100) != 0) return;
                          compare_lanes(local, hand, spare, sweeps.parts[at][place]);
                      });
        }
    }
}

// If all other colours cross with the wild colour, its parts are swept last, whichever colour it is.
TEST(namima_parts_that_all_cross_with_come_last) {
    for (int colour = 0; colour < built_in(3).colours; ++colour) {
        RuleSet rules = built_in(3);
        rules.wild.colour = colour;
        const Tables tables(*Melds::make(rules, 4));
        const auto& layers = tables.sweeps().layers;
        std::size_t at = 0;
        for (const unsigned group : tables.parts.groups()) {
            at += static_cast<std::size_t>(std::popcount(group));
            const int kind = tables.parts.kind_at(kPartKinds * layers[at - 1].part);
            CHECK(rules.colour_of(kind) == colour);
        }
    }
}
