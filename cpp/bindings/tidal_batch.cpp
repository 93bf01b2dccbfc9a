// Batches of Tidal.
#include "bindings/bind_batch.hpp"
#include "uneri/games/tidal/tidal.hpp"

namespace uneri {

void bind_tidal_batch(py::module_& m) { binding::bind_batch<tidal::Tidal>(m); }

}  // namespace uneri
