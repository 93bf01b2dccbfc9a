#include "uneri/games/solo/solo.hpp"
#include "uneri/engine/define_loops.hpp"

namespace uneri {

UNERI_DEFINE_GAME(solo, solo::Solo)

}  // namespace uneri
