// Searches of Namima.
#include "bindings/bind_search.hpp"
#include "uneri/games/namima/namima.hpp"

namespace uneri {

void bind_namima_search(py::module_& m) { binding::bind_search<namima::Namima>(m); }

}  // namespace uneri
