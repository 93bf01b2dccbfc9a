// The gate for classes written in Python: the same error messages as the core's own objects, and the same behaviour
// after a fork. And what the pool of threads counts.
#include "uneri/engine/gate.hpp"

#include <memory>
#include <string>

#include "bindings/objects.hpp"

namespace uneri {
namespace {

struct GateObject : MadeByInit {
    GateObject(std::string what, std::string allowed) : gate(std::move(what), std::move(allowed)) {}
    Gate gate;
};

// A context manager for one use of a gate.
class GateUse {
public:
    enum class Kind { kAll, kReading, kRest };

    GateUse(std::shared_ptr<GateObject> gate, Kind kind) : gate_(std::move(gate)), kind_(kind) {}

    void enter() {
        Gate& gate = gate_->gate;
        if (kind_ == Kind::kRest) return gate.rest(true);
        if (kind_ == Kind::kReading && gate.may_read()) return;
        if (!gate.try_enter()) {
            const Tick signals = binding::to_tick(py::none());
            const binding::GilRelease free;
            Progress waiting(0, signals);
            while (!gate.try_enter()) {
                binding::refuse_lost_thread(gate, true);  // it works on Python objects
                waiting.poll();
                pause_at_gate();
            }
        }
        is_inside_ = true;
    }
    void leave() {
        if (kind_ == Kind::kRest) gate_->gate.rest(false);
        if (is_inside_) gate_->gate.leave();
        is_inside_ = false;
    }

private:
    std::shared_ptr<GateObject> gate_;
    Kind kind_;
    bool is_inside_ = false;
};

}  // namespace

void bind_gate(py::module_& m) {
    using Kind = GateUse::Kind;
    binding::GuardedClass<GateUse, std::shared_ptr<GateUse>>(m, "GateUse")
        .def("__enter__", [](GateUse& self) { self.enter(); })
        .def("__exit__", [](GateUse& self, const py::args&) { self.leave(); });
    const auto use_of = [](Kind kind) {
        return [kind](const std::shared_ptr<GateObject>& self) { return std::make_shared<GateUse>(self, kind); };
    };
    binding::GuardedClass<GateObject, std::shared_ptr<GateObject>>(m, "Gate")
        .def(py::init([](const std::string& what, const std::string& allowed) {
                 return std::make_shared<GateObject>(what, allowed);
             }),
             py::arg("what"), py::arg("allowed"))
        .def("alone", use_of(Kind::kAll))
        .def("reading", use_of(Kind::kReading))
        .def("rest", use_of(Kind::kRest));
    m.attr("BATCH_READS") = kBatchReads;
    m.def("pool_counts", [] {
        const PoolCounts counts = Pool::of_process().counts();
        return py::make_tuple(counts.asked, counts.joined, counts.threads);
    });
}

}  // namespace uneri
