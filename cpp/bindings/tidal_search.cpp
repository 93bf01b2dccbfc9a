// Searches of Tidal.
#include "bindings/bind_search.hpp"
#include "uneri/games/tidal/tidal.hpp"

namespace uneri {

void bind_tidal_search(py::module_& m) { binding::bind_search<tidal::Tidal>(m); }

}  // namespace uneri
