#include "uneri/games/mini/mini.hpp"
#include "uneri/engine/define_loops.hpp"

namespace uneri {

UNERI_DEFINE_GAME(mini, mini::Mini)

}  // namespace uneri
