#include "uneri/games/namima/ruleset.hpp"

namespace uneri::namima {
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
