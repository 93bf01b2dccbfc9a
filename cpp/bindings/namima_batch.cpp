// Batches of Namima.
#include "bindings/bind_batch.hpp"
#include "uneri/games/namima/namima.hpp"

namespace uneri {

void bind_namima_batch(py::module_& m) { binding::bind_batch<namima::Namima>(m); }

}  // namespace uneri
