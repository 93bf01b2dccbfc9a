#include "uneri/games/tidal/tidal.hpp"
#include "digest/networks.hpp"
#include "digest/searches.hpp"

namespace uneri::digest {

Digest tidal_choices(long number) { return choices<tidal::Tidal>({{"players", 2}, {"rounds", 1}}, number); }

void add_tidal(Parts& parts) {
    using tidal::Tidal;
    const PlainData::Map three = {{"players", 3}, {"rounds", 1}};
    parts.push_back(part("tidal", walks<Tidal>({{{"players", 2}},
                                                three,
                                                {{"players", 5}, {"rounds", 2}, {"utility", "margin"}},
                                                {{"players", 4}, {"rounds", 1}, {"pack", "small"}}},
                                               6)));
    parts.push_back(part("tidal.searches", searches<Tidal>(three, 150, 8)));
    parts.push_back(part("tidal.networks", tidal_choices(200)));
}

}  // namespace uneri::digest
