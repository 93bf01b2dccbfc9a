// Networks of Tidal.
#include "bindings/bind_net.hpp"
#include "uneri/games/tidal/tidal.hpp"

namespace uneri {

void bind_tidal_net(py::module_& m) { binding::bind_net<tidal::Tidal>(m); }

}  // namespace uneri
