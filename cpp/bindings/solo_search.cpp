// Searches of SOLO.
#include "bindings/bind_search.hpp"
#include "uneri/games/solo/solo.hpp"

namespace uneri {

void bind_solo_search(py::module_& m) { binding::bind_search<solo::Solo>(m); }

}  // namespace uneri
