// Networks of Namima.
#include "bindings/bind_net.hpp"
#include "uneri/games/namima/action_features.hpp"
#include "uneri/games/namima/namima.hpp"

namespace uneri {

void bind_namima_net(py::module_& m) {
    binding::bind_net<namima::Namima>(m);
    binding::bind_action_features<namima::Namima>(m, namima::action_layout, namima::write_action);
}

}  // namespace uneri
