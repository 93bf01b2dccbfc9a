// What a rule set says in its own words: copies by rank, melds, points and combinations (N-2.4 to N-2.7), read from
// plain data and written.
#pragma once

#include "uneri/base/data_entry.hpp"
#include "uneri/games/namima/ruleset.hpp"

namespace uneri::namima {

// For a rule set whose colours and ranks have been read; points and combinations also need its melds.
void read_copies(const DataEntry& copies, const RuleSet& rules, CopiesByColour& out);
void read_own_melds(const DataEntry& own, RuleSet& rules);
void read_points(const DataEntry& points, RuleSet& rules);
void read_combos(const DataEntry& combos, RuleSet& rules);

PlainData copies_value(const RuleSet& rules, const CopiesByColour& copies);
PlainData own_melds_value(const RuleSet& rules);
PlainData points_value(const RuleSet& rules);
PlainData combos_value(const RuleSet& rules);

}  // namespace uneri::namima
