#include "uneri/games/tacta/tacta.hpp"
#include "uneri/engine/define_loops.hpp"

namespace uneri {

UNERI_DEFINE_GAME(tacta, tacta::Tacta)

}  // namespace uneri
