#include "uneri/games/onda/onda.hpp"
#include "uneri/engine/define_loops.hpp"

namespace uneri {

UNERI_DEFINE_GAME(onda, onda::Onda)

}  // namespace uneri
