// Batches of ONDA.
#include "bindings/bind_batch.hpp"
#include "uneri/games/onda/onda.hpp"

namespace uneri {

void bind_onda_batch(py::module_& m) { binding::bind_batch<onda::Onda>(m); }

}  // namespace uneri
