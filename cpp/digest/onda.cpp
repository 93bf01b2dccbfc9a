#include "uneri/games/onda/onda.hpp"
#include "digest/batches.hpp"
#include "digest/networks.hpp"
#include "digest/searches.hpp"

namespace uneri::digest {

Digest onda_choices(long number) { return choices<onda::Onda>({{"players", 2}, {"rounds", 1}}, number); }

void add_onda(Parts& parts) {
    using onda::Onda;
    const PlainData::Map three = {{"players", 3}, {"rounds", 1}};
    parts.push_back(
        part("onda", walks<Onda>({{{"players", 2}, {"rounds", 2}, {"utility", "margin"}},
                                  three,
                                  {{"players", 4}, {"first_seat", -1}, {"bomb_sequence", PlainData::List{2, 3, 1}}},
                                  {{"players", 5},
                                   {"rounds", 1},
                                   {"tide_start", "low"},
                                   {"tide_reset", "trick"},
                                   {"lead_of_bomb_shape", "plain"},
                                   {"leader_may_turn", true},
                                   {"reveal_jokers", "on_play"}}},
                                 6)));
    parts.push_back(part("onda.searches", searches<Onda>(three, 150, 12)));
    parts.push_back(part("onda.batch", batch<Onda>(three)));
    parts.push_back(part("onda.networks", onda_choices(200)));
}

}  // namespace uneri::digest
