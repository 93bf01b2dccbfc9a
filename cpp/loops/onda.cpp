#include "uneri/games/onda/onda.hpp"
#include "uneri/engine/define_loops.hpp"

namespace uneri {

UNERI_DEFINE_LOOPS(onda::Onda)

}  // namespace uneri
