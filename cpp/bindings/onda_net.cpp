// Networks of ONDA. A separate file, since it takes long to compile.
#include "bindings/bind_net.hpp"
#include "uneri/games/onda/onda.hpp"

namespace uneri {

void bind_onda_net(py::module_& m) { binding::bind_net<onda::Onda>(m); }

}  // namespace uneri
