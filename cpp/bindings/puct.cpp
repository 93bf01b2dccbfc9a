// PUCT with an evaluator in Python.
#include <algorithm>
#include <bit>
#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bindings/gil.hpp"
#include "bindings/objects.hpp"
#include "bindings/search_data.hpp"
#include "uneri/engine/search/puct.hpp"

namespace uneri {
namespace {

using namespace binding;

template <class T>
py::array_t<T> array_of(const std::vector<T>& items) {
    return py::array_t<T>(static_cast<py::ssize_t>(items.size()), items.data());
}

[[noreturn]] void raise_answer(const std::string& what, const py::array& given, const std::string& allowed) {
    throw py::value_error("evaluator: " + what + " must have shape " + allowed + ", not " +
                          std::string(py::str(given.attr("shape"))));
}

// Wraps a Python callable as an Evaluator. The callable gets the leaves' memory as an array, which it may keep: the
// memory is reused only when nobody refers to it any more.
class PythonEvaluator {
public:
    PythonEvaluator(py::object callable, int features, int actions, int players)
        : callable_(std::move(callable)),
          as_array_(py::module_::import("numpy").attr("asarray")),
          can_cast_(py::module_::import("numpy").attr("can_cast")),
          thread_(PyThreadState_Get()),
          features_(features),
          actions_(actions),
          players_(players) {}

    void begin(LeafBatch& batch, std::size_t rows) {
        const GilAcquire gil(thread_);
        most_rows_ = rows;
        memory_.emplace_back(&batch, make());
        batch.observations = memory_.back().second.get_pointer<float>();
    }
    void evaluate(LeafBatch& batch) {
        const GilAcquire gil(thread_);
        const auto start = Clock::now();
        check_signals();
        const auto rows = static_cast<py::ssize_t>(batch.size());
        py::capsule& memory = memory_[memory_[0].first == &batch ? 0 : 1].second;
        {
            const py::array_t<float> observations({rows, py::ssize_t{features_}}, batch.observations, memory);
            const py::tuple legal = py::make_tuple(array_of(batch.starts), array_of(batch.actions));
            const py::tuple question = py::make_tuple(observations, legal, array_of(batch.seats));
            const auto called = Clock::now();
            const py::object answer = call_python(callable_, question);
            const std::chrono::duration<double> inside = Clock::now() - called;
            inside_ += inside.count();
            if (!py::isinstance<py::sequence>(answer) || py::len(answer) != 2)
                throw py::type_error("evaluator: the answer must be a pair (logits, values)");
            const py::array_t<float> logits = floats(answer[py::int_(0)], "logits");
            const py::array_t<float> values = floats(answer[py::int_(1)], "values");
            if (values.ndim() != 2 || values.shape(0) != rows || values.shape(1) != players_)
                raise_answer("the values", values, "(batch, seats)");
            take_logits(batch, logits);
            batch.values.assign(values.data(), values.data() + values.size());
        }
        if (!all_finite(batch.logits) || !all_finite(batch.values))
            throw py::value_error("evaluator: an answer is not finite");
        check_range(batch.values);
        if (memory.ref_count() > 1) {
            memory = make();
            batch.observations = memory.get_pointer<float>();
        }
        const std::chrono::duration<double> all = Clock::now() - start;
        all_ += all.count();
        ++batches_;
        rows_ += static_cast<std::uint64_t>(rows);
    }
    // The number of batches and rows, and the time taken: in the callable, and around it for passing arrays.
    py::dict use() const {
        py::dict out;
        out["batches"] = batches_;
        out["rows"] = rows_;
        out["seconds"] = inside_;
        out["exchange_seconds"] = all_ - inside_;
        return out;
    }

private:
    using Clock = std::chrono::steady_clock;

    py::capsule make() const {
        return {new float[most_rows_ * static_cast<std::size_t>(features_)],
                [](void* memory) { delete[] static_cast<float*>(memory); }};
    }
    // Converts to float32; numpy's errors pass through. It refuses types that lose more than digits, such as complex
    // numbers and texts.
    py::array_t<float> floats(const py::object& given, const char* what) const {
        const py::object found = call_python(as_array_, py::make_tuple(given));
        if (!py::isinstance<py::array_t<float>>(found)) {
            const py::object dtype = found.attr("dtype");
            if (!py::cast<bool>(call_python(can_cast_, py::make_tuple(dtype, float_, "same_kind")))) {
                throw py::type_error("evaluator: the " + std::string(what) + " must be real numbers, not of " +
                                     std::string(py::str(dtype)));
            }
        }
        return py::reinterpret_borrow<py::array_t<float>>(
            call_python(as_array_, py::make_tuple(found, float_, order_)));
    }
    // The rounding error of half floats is below the slack: values that close to an end count as the end.
    void check_range(const std::vector<float>& values) const {
        constexpr float kSlack = 1e-3F;
        bool outside = false;
        for (const float value : values) outside |= value < -kSlack || value > 1 + kSlack;
        if (!outside) return;
        const auto worst =
            std::find_if(values.begin(), values.end(), [](float v) { return v < -kSlack || v > 1 + kSlack; });
        const auto place = static_cast<std::size_t>(worst - values.begin());
        const auto players = static_cast<std::size_t>(players_);
        throw py::value_error("evaluator: values[" + std::to_string(place / players) + ", " +
                              std::to_string(place % players) + "] is " + std::string(py::str(py::float_(*worst))) +
                              "; allowed: 0 to 1");
    }
    void take_logits(LeafBatch& batch, const py::array_t<float>& logits) const {
        const auto count = static_cast<py::ssize_t>(batch.actions.size());
        if (logits.ndim() == 1 && logits.shape(0) == count) {
            batch.logits.assign(logits.data(), logits.data() + count);
            return;
        }
        if (logits.ndim() != 2 || logits.shape(0) != static_cast<py::ssize_t>(batch.size()) ||
            logits.shape(1) != actions_)
            raise_answer("the logits", logits, "(legal actions of all rows,) or (batch, num_distinct_actions)");
        batch.logits.resize(batch.actions.size());
        for (std::size_t row = 0; row < batch.size(); ++row) {
            const float* all = logits.data() + row * static_cast<std::size_t>(actions_);
            const auto end = static_cast<std::size_t>(batch.starts[row + 1]);
            for (auto i = static_cast<std::size_t>(batch.starts[row]); i < end; ++i)
                batch.logits[i] = all[batch.actions[i]];
        }
    }
    // Has no branch per number, so that compilers vectorise it.
    static bool all_finite(const std::vector<float>& numbers) noexcept {
        constexpr std::uint32_t kExponent = 0x7F80'0000;
        std::uint32_t others = 0;
        for (const float number : numbers)
            others |= (std::bit_cast<std::uint32_t>(number) & kExponent) == kExponent ? 1u : 0u;
        return others == 0;
    }

    py::object callable_;
    py::object as_array_;  // numpy.asarray
    py::object can_cast_;  // numpy.can_cast
    py::dtype float_ = py::dtype::of<float>();
    py::str order_ = "C";
    PyThreadState* thread_;
    int features_;
    int actions_;
    int players_;
    std::size_t most_rows_ = 0;
    std::vector<std::pair<const LeafBatch*, py::capsule>> memory_;  // by batch
    std::uint64_t batches_ = 0;
    std::uint64_t rows_ = 0;
    double inside_ = 0;  // seconds in the callable
    double all_ = 0;     // and in evaluate()
};

}  // namespace

void bind_puct(py::module_& m) {
    define_guarded(
        m, "search_puct", "states settings evaluator",
        [](const py::list& states, const py::dict& settings, const py::object& evaluator) {
            const ChosenSettings chosen = to_settings(settings);
            const auto batch = py::cast<std::uint64_t>(settings["batch"]);
            const Tick polled = to_tick(py::none());
            py::list out;
            if (states.empty()) return out;
            const auto owner = py::cast<const StateObject&>(states[0]).owner;
            const std::vector<KeptState> roots = roots_of(states, chosen);
            PythonEvaluator asked(evaluator, owner->tensor_size, owner->limits().actions, owner->limits().players);
            std::vector<SearchReport> reports;
            {
                Progress progress(chosen.sims, polled);
                const GilRelease free;
                const WorkLimit watch = progress.watch();
                search_with_evaluator(owner->game, roots, chosen, batch, owner->tensor_size, asked, progress, reports);
            }
            const py::dict use = asked.use();
            for (const SearchReport& report : reports) {
                py::dict data = report_data(owner->game, report);
                data["evaluator"] = use;
                out.append(data);
            }
            return out;
        });
}

}  // namespace uneri
