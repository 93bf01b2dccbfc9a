#include "uneri/games/solo/solo.hpp"
#include "uneri/engine/define_loops.hpp"

namespace uneri {

UNERI_DEFINE_LOOPS(solo::Solo)

}  // namespace uneri
