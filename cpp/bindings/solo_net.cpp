// Networks of SOLO.
#include "bindings/bind_net.hpp"
#include "uneri/games/solo/action_features.hpp"
#include "uneri/games/solo/solo.hpp"

namespace uneri {

void bind_solo_net(py::module_& m) {
    binding::bind_net<solo::Solo>(m);
    binding::bind_action_features<solo::Solo>(m, solo::action_layout, solo::write_action);
}

}  // namespace uneri
