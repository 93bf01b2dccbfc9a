#include "uneri/games/tidal/tidal.hpp"

#include "bench/game.hpp"

namespace uneri::bench {

void add_tidal(Cases& cases) { add_game<tidal::Tidal>(cases); }

}  // namespace uneri::bench
