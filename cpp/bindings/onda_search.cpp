// Searches of ONDA.
#include "bindings/bind_search.hpp"
#include "uneri/games/onda/onda.hpp"

namespace uneri {

void bind_onda_search(py::module_& m) { binding::bind_search<onda::Onda>(m); }

}  // namespace uneri
