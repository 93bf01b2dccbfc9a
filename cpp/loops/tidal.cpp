#include "uneri/games/tidal/tidal.hpp"
#include "uneri/engine/define_loops.hpp"

namespace uneri {

UNERI_DEFINE_GAME(tidal, tidal::Tidal)

}  // namespace uneri
