// Tests Namima from the inside: rule sets, tables against the digests of the rules, and every hand kernel against the
// plainest reading of the rules.
#include <algorithm>
#include <array>
#include <string>

#include "check.hpp"
#include "sha256.hpp"
#include "uneri/games/namima/melds.hpp"

namespace {

using namespace uneri;
using namespace uneri::namima;

const Melds& table_of(std::size_t variant) {
    static const std::array<Melds, 6> kTables = {*Melds::make(built_in(0), 4), *Melds::make(built_in(1), 4),
                                                 *Melds::make(built_in(2), 4), *Melds::make(built_in(3), 4),
                                                 *Melds::make(built_in(4), 4), *Melds::make(built_in(5), 4)};
    return kTables[variant];
}

// N-3.12, N-3.13
TEST(namima_digests) {
    struct Row {
        int melds;
        std::uint64_t meld_table;
        std::size_t layoffs;
        std::uint64_t layoff_table;
    };
    constexpr std::array<Row, 6> kRows = {{{100, 0xef2bf73ac496e6e6, 64, 0x760d3ba0dae030e6},
                                           {121, 0xb01e21e25d5bd340, 78, 0xc699ce22d09f65a4},
                                           {167, 0x667d6ba1908c663f, 115, 0x1c71aa26835b8cd0},
                                           {219, 0x23c2130203ece501, 182, 0xeddc346f057126a8},
                                           {40, 0x0d2665f35a27938a, 20, 0xd1c8dfc5788b232e},
                                           {120, 0xdbe5c0e9edf1915c, 20, 0xd1c8dfc5788b232e}}};
    for (std::size_t v = 0; v < kRows.size(); ++v) {
        const Melds& melds = table_of(v);
        std::string text;
        for (int id = 0; id < melds.size(); ++id) {
            text += std::to_string(id) + " " + melds.key(id) + " " + melds.text(id) + " " +
                    std::to_string(melds[id].open) + " " + std::to_string(melds[id].closed) + "\n";
        }
        CHECK(melds.size() == kRows[v].melds);
        CHECK(test::sha256_start(text) == kRows[v].meld_table);
        text.clear();
        for (std::size_t id = 0; id < melds.layoffs().size(); ++id) {
            const Layoff& layoff = melds.layoffs()[id];
            text += std::to_string(id) + " " + melds.rules().kind_name(layoff.kind) + " " +
                    std::to_string(layoff.source) + " " + std::to_string(layoff.target) + "\n";
        }
        CHECK(melds.layoffs().size() == kRows[v].layoffs);
        CHECK(test::sha256_start(text) == kRows[v].layoff_table);
    }
}

TEST(namima_rulesets_round_trip) {
    for (int v = 0; v < 6; ++v) {
        CHECK(built_in_index(built_in(v)) == v);
        const PlainData value = ruleset_value(built_in(v));
        const Result<RuleSet> back = read_ruleset(value);
        CHECK(back && *back == built_in(v));
        CHECK(back && to_json(ruleset_value(*back)) == to_json(value));
    }
}

}  // namespace
