#include "uneri/games/namima/melds.hpp"

namespace uneri::namima {

OwnCombos::OwnCombos(const Melds& melds) {
    const RuleSet& rules = melds.rules();
    for (const OwnCombo& combo : rules.own_combos) {
        combos_.push_back({combo.some ? combo.at_least : 0, combo.fewest_colours,
                           combo.most_colours > 0 ? combo.most_colours : kMaxColours});
    }
    if (combos_.empty()) return;
    for (int id = 0; id < melds.size(); ++id) {
        const Meld& meld = melds[id];
        unsigned ranks = 0;
        unsigned colours = 0;
        meld.cards.each([&](int kind, int) {
            ranks |= 1u << rules.rank_of(kind);
            colours |= 1u << rules.colour_of(kind);
        });
        const auto meets = [&](const std::optional<MeldConditions>& conditions) {
            if (!conditions) return 1u;
            const auto among = [](unsigned there, unsigned allowed) { return allowed == 0 || (there & ~allowed) == 0; };
            const bool all = among(1u << meld.form(), conditions->forms) && among(1u << meld.size, conditions->sizes) &&
                             among(ranks, conditions->ranks) && among(colours, conditions->colours);
            return static_cast<unsigned>(all);
        };
        OfMeld& of = of_.emplace_back();
        of.colours = static_cast<std::uint8_t>(colours);
        for (std::size_t i = 0; i < combos_.size(); ++i) {
            of.all = static_cast<std::uint8_t>(of.all | meets(rules.own_combos[i].all) << i);
            of.some = static_cast<std::uint8_t>(of.some | meets(rules.own_combos[i].some) << i);
        }
    }
}

}  // namespace uneri::namima
