// Networks of SOLO. A separate file, since it takes long to compile.
#include "bindings/bind_net.hpp"
#include "uneri/games/solo/solo.hpp"

namespace uneri {

void bind_solo_net(py::module_& m) { binding::bind_net<solo::Solo>(m); }

}  // namespace uneri
