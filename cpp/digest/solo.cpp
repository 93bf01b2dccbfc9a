#include "uneri/games/solo/solo.hpp"
#include "digest/networks.hpp"
#include "digest/searches.hpp"

namespace uneri::digest {

Digest solo_choices(long number) { return choices<solo::Solo>({{"players", 4}, {"max_rounds", 1}}, number); }

void add_solo(Parts& parts) {
    using solo::Solo;
    parts.push_back(part(
        "solo", walks<Solo>({{{"players", 2}, {"max_rounds", 1}},
                             {{"players", 4}, {"max_rounds", 2}, {"self_jump_in", true}, {"jump_window", "every_turn"}},
                             {{"players", 5},
                              {"max_rounds", 1},
                              {"jump_in", "none"},
                              {"solo_call", "auto"},
                              {"first_seat", -1},
                              {"utility", "win"}}},
                            6)));
    parts.push_back(part("solo.searches", searches<Solo>({{"players", 3}, {"max_rounds", 1}}, 150, 12)));
    parts.push_back(part("solo.networks", solo_choices(200)));
}

}  // namespace uneri::digest
