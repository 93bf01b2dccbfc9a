// Networks of TACTA.
#include "bindings/bind_net.hpp"
#include "uneri/games/tacta/tacta.hpp"

namespace uneri {

void bind_tacta_net(py::module_& m) { binding::bind_net<tacta::Tacta>(m); }

}  // namespace uneri
