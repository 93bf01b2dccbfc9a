#include "uneri/games/namima/namima.hpp"
#include "uneri/engine/define_loops.hpp"

namespace uneri {

UNERI_DEFINE_GAME(namima, namima::Namima)

}  // namespace uneri
