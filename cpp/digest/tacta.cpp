#include "uneri/games/tacta/tacta.hpp"
#include "digest/networks.hpp"
#include "digest/searches.hpp"

namespace uneri::digest {

Digest tacta_choices(long number) { return choices<tacta::Tacta>({{"players", 2}}, number); }

void add_tacta(Parts& parts) {
    using tacta::Tacta;
    parts.push_back(part("tacta", walks<Tacta>({{{"players", 2}},
                                                {{"players", 3}, {"mode", "quick"}, {"outer_cards", "owner"}},
                                                {{"players", 2}, {"mode", "limited_space"}},
                                                {{"players", 4}, {"mode", "team_up"}, {"tie_break", "first_to_finish"}},
                                                {{"players", 2}, {"mode", "free_play"}}},
                                               2)));
    parts.push_back(part("tacta.searches", searches<Tacta>({{"players", 2}, {"mode", "quick"}}, 60, 6)));
    parts.push_back(part("tacta.networks", tacta_choices(200)));
}

}  // namespace uneri::digest
