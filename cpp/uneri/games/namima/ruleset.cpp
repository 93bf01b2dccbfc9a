#include "uneri/games/namima/ruleset.hpp"

#include <algorithm>

namespace uneri::namima {
namespace {

RuleSet basic(std::string_view ja, std::string_view letters, unsigned run_sizes) {
    RuleSet rules;
    rules.ja = ja;
    rules.colours = static_cast<int>(letters.size());
    for (std::size_t c = 0; c < letters.size(); ++c) {
        rules.letter[c] = letters[c];
        rules.copies[c] = 4;
        rules.penalty[c] = 1;
    }
    if (run_sizes == 0) return rules;
    rules.sizes[kSame] = 1u << 2 | 1u << 3 | 1u << 4;
    rules.sizes[kRun] = static_cast<std::uint16_t>(run_sizes);
    rules.points[kSame][2][kPlain] = {0, 0};
    rules.points[kSame][3][kPlain] = {3, 5};
    rules.points[kSame][4][kPlain] = {8, 12};
    rules.points[kRun][3][kPlain] = {2, 3};
    rules.points[kRun][4][kPlain] = {4, 6};
    rules.combos[kPure] = 20;
    rules.combos[kAllSame] = 12;
    rules.combos[kAllRun] = 5;
    rules.combos[kNoPair] = 4;
    rules.combos[kTwin] = 4;
    rules.combos[kThrough] = 6;
    return rules;
}

constexpr unsigned kRuns = 1u << 3 | 1u << 4;

RuleSet shiranami() {
    RuleSet rules = basic("白波", "BRYKW", kRuns);
    rules.honour = 4;
    rules.points[kSame][2][kHonour] = {2, 2};
    rules.points[kSame][3][kHonour] = {6, 10};
    rules.points[kSame][4][kHonour] = {16, 24};
    rules.combos[kMixed] = 8;
    rules.combos[kFive] = 6;
    return rules;
}

RuleSet shikinami() {
    RuleSet rules = basic("色波", "BRYKW", kRuns);
    rules.sizes[kSai] = 1u << 4 | 1u << 5;
    rules.points[kSai][4][kPlain] = {3, 5};
    rules.points[kSai][5][kPlain] = {6, 9};
    rules.combos[kSanjun] = 6;
    rules.combos[kSandou] = 9;
    rules.combos[kFive] = 6;
    rules.combos[kAllSai] = 12;
    return rules;
}

RuleSet aranami() {
    RuleSet rules = basic("荒波", "BRYKW", kRuns);
    rules.copies[4] = 2;
    rules.penalty[4] = 2;
    rules.wild = {4, 1, 3};
    rules.points[kSame][3][kSubstituted] = {1, 2};
    rules.points[kSame][4][kSubstituted] = {4, 6};
    rules.points[kRun][3][kSubstituted] = {1, 1};
    rules.points[kRun][4][kSubstituted] = {2, 3};
    rules.combos[kSanjun] = 6;
    rules.combos[kSandou] = 9;
    return rules;
}

RuleSet diagonal(std::string_view ja, bool doubled) {
    RuleSet rules = basic(ja, "BRYKW", 0);
    rules.cycle = {0, 1, 2, 4, 3};  // blue, red, yellow, white, black
    rules.sizes[kAya] = 1u << 3 | 1u << 4;
    rules.points[kAya][3][kPlain] = {2, 3};
    rules.points[kAya][4][kPlain] = {5, 8};
    rules.combos[kTwin] = 4;
    rules.combos[kCross] = 3;
    if (!doubled) return rules;
    rules.sizes[kJuu] = 1u << 4 | 1u << 6;
    rules.points[kJuu][4][kPlain] = {4, 7};
    rules.points[kJuu][6][kPlain] = {10, 15};
    return rules;
}

const std::array<RuleSet, kVariants.size()>& built_ins() {
    static const std::array<RuleSet, kVariants.size()> kSets = {
        basic("小波", "BRYK", kRuns), shiranami(), shikinami(), aranami(), diagonal("綾波", false),
        diagonal("重綾波", true)};
    return kSets;
}

}  // namespace

const RuleSet& built_in(int variant) { return built_ins()[static_cast<std::size_t>(variant)]; }

int built_in_index(const RuleSet& rules) {
    const auto& sets = built_ins();
    const auto found = std::find(sets.begin(), sets.end(), rules);
    return found == sets.end() ? -1 : static_cast<int>(found - sets.begin());
}

int RuleSet::deck_size(int players) const noexcept {
    int cards = 0;
    for (int c = 0; c < colours; ++c) cards += ranks * deck(players)[static_cast<std::size_t>(c)];
    return cards;
}

int RuleSet::deal_size(int players) const noexcept {
    return deck_size(players) >= deal.threshold * players ? deal.at_least : deal.below;
}

std::string RuleSet::kind_name(int kind) const {
    return letter[static_cast<std::size_t>(colour_of(kind))] +
           std::to_string(rank[static_cast<std::size_t>(rank_of(kind))]);
}

std::string key_name(MeldKind meld_kind, int size, KeySuffix suffix) {
    constexpr std::array<std::string_view, kKeySuffixes> kSuffixes = {"", "h", "w"};
    return std::string(kMeldKindNames[meld_kind]) + std::to_string(size) + std::string(kSuffixes[suffix]);
}

}  // namespace uneri::namima
