// Batches of SOLO.
#include "bindings/bind_batch.hpp"
#include "uneri/games/solo/solo.hpp"

namespace uneri {

void bind_solo_batch(py::module_& m) { binding::bind_batch<solo::Solo>(m); }

}  // namespace uneri
