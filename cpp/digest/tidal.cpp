#include "uneri/games/tidal/tidal.hpp"
#include "digest/searches.hpp"

namespace uneri::digest {

void add_tidal(Parts& parts) {
    using tidal::Tidal;
    const PlainData::Map three = {{"players", 3}, {"rounds", 1}};
    parts.push_back(part("tidal", walks<Tidal>({{{"players", 2}},
                                                three,
                                                {{"players", 5}, {"rounds", 2}, {"utility", "margin"}},
                                                {{"players", 4}, {"rounds", 1}, {"pack", "small"}}},
                                               6)));
    parts.push_back(part("tidal.searches", searches<Tidal>(three, 150, 8)));
}

}  // namespace uneri::digest
