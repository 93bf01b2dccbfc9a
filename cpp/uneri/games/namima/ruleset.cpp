#include "uneri/games/namima/ruleset.hpp"

namespace uneri::namima {
int RuleSet::deck_size(int players) const noexcept {
    int cards = 0;
    for (int k = 0; k < kinds(); ++k) cards += copies_of(k, players);
    return cards;
}

int RuleSet::deal_size(int players) const noexcept {
    if (const int set = deal.by_players[static_cast<std::size_t>(players - 2)]; set > 0) return set;
    return deck_size(players) >= deal.threshold * players ? deal.at_least : deal.below;
}

std::string RuleSet::kind_name(int kind) const {
    return letter[static_cast<std::size_t>(colour_of(kind))] +
           std::to_string(rank[static_cast<std::size_t>(rank_of(kind))]);
}

const SpecialPoints* RuleSet::special(std::string_view key) const noexcept {
    for (const SpecialPoints& special : special_points) {
        if (special.key == key) return &special;
    }
    return nullptr;
}

std::string_view combo_name(const RuleSet& rules, std::size_t i) {
    return i < kCombos ? kComboNames[i] : std::string_view(rules.own_combos[i - kCombos].name);
}

int combo_value(const RuleSet& rules, std::size_t i) {
    return i < kCombos ? rules.combos[i] : rules.own_combos[i - kCombos].points;
}

std::string key_name(MeldKind meld_kind, int size, KeySuffix suffix) {
    constexpr std::array<std::string_view, kKeySuffixes> kSuffixes = {"", "h", "w"};
    return std::string(kMeldKindNames[meld_kind]) + std::to_string(size) + std::string(kSuffixes[suffix]);
}

}  // namespace uneri::namima
