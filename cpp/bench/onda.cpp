#include "uneri/games/onda/onda.hpp"

#include "bench/game.hpp"

namespace uneri::bench {

void add_onda(Cases& cases) { add_game<onda::Onda>(cases); }

}  // namespace uneri::bench
