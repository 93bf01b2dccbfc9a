// Batches of TACTA.
#include "bindings/bind_batch.hpp"
#include "uneri/games/tacta/tacta.hpp"

namespace uneri {

void bind_tacta_batch(py::module_& m) { binding::bind_batch<tacta::Tacta>(m); }

}  // namespace uneri
