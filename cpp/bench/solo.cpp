#include "uneri/games/solo/solo.hpp"

#include "bench/game.hpp"

namespace uneri::bench {

void add_solo(Cases& cases) { add_game<solo::Solo>(cases); }

}  // namespace uneri::bench
