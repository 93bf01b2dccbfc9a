#include "bindings/layout.hpp"

namespace uneri::binding {

py::list block_data(const std::vector<Segment>& layout) {
    const py::object block = py::module_::import("uneri.contract").attr("FeatureBlock");
    py::list out;
    int offset = 0;
    for (const Segment& segment : layout) {
        out.append(block(segment.name, offset, py::tuple(py::cast(segment.shape)), segment.step));
        offset += segment.size();
    }
    return out;
}

}  // namespace uneri::binding
