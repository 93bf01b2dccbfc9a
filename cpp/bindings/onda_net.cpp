// Networks of ONDA.
#include "bindings/bind_net.hpp"
#include "uneri/games/onda/action_features.hpp"
#include "uneri/games/onda/onda.hpp"

namespace uneri {

void bind_onda_net(py::module_& m) {
    binding::bind_net<onda::Onda>(m);
    binding::bind_action_features<onda::Onda>(m, onda::action_layout, onda::write_action);
}

}  // namespace uneri
