// Networks of TACTA.
#include "bindings/bind_net.hpp"
#include "uneri/games/tacta/action_features.hpp"
#include "uneri/games/tacta/tacta.hpp"

namespace uneri {

void bind_tacta_net(py::module_& m) {
    binding::bind_net<tacta::Tacta>(m);
    binding::bind_action_features<tacta::Tacta>(m, tacta::action_layout, tacta::write_action);
}

}  // namespace uneri
