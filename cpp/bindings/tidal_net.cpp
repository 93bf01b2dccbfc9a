// Networks of Tidal.
#include "bindings/bind_net.hpp"
#include "uneri/games/tidal/action_features.hpp"
#include "uneri/games/tidal/tidal.hpp"

namespace uneri {

void bind_tidal_net(py::module_& m) {
    binding::bind_net<tidal::Tidal>(m);
    binding::bind_action_features<tidal::Tidal>(m, tidal::action_layout, tidal::write_action);
}

}  // namespace uneri
