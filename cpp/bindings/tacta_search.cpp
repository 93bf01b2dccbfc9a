// Searches of TACTA.
#include "bindings/bind_search.hpp"
#include "uneri/games/tacta/tacta.hpp"

namespace uneri {

void bind_tacta_search(py::module_& m) { binding::bind_search<tacta::Tacta>(m); }

}  // namespace uneri
