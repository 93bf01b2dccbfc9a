// BatchEnv.step_logits and the rollouts that the core plays.
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "bindings/batch_asked.hpp"
#include "bindings/batch_object.hpp"
#include "uneri/engine/batch_draw.hpp"
#include "uneri/engine/batch_rollout.hpp"

namespace uneri {
namespace {

using namespace binding;

// The array itself if it is float32 and the numbers of a row lie side by side, otherwise a copy that is.
py::array to_logits(const py::object& object, py::ssize_t lanes, py::ssize_t actions) {
    if (!py::isinstance<py::array>(object)) throw py::type_error("logits must be a numpy array");
    auto array = py::reinterpret_borrow<py::array>(object);
    if (array.dtype().kind() != 'f') {
        throw py::type_error("logits must be an array of floats, not of " + std::string(py::str(array.dtype())));
    }
    if (array.ndim() != 2 || array.shape(0) != lanes || array.shape(1) != actions) {
        throw py::value_error("logits must have shape (" + std::to_string(lanes) + ", " + std::to_string(actions) +
                              "), not " + std::string(py::str(array.attr("shape"))));
    }
    constexpr py::ssize_t kSize = sizeof(float);
    const bool aligned = reinterpret_cast<std::uintptr_t>(array.data()) % sizeof(float) == 0;
    if (py::isinstance<py::array_t<float>>(array) && aligned && array.strides(1) == kSize &&
        array.strides(0) % kSize == 0)
        return array;
    return py::reinterpret_borrow<py::array>(array.attr("astype")("float32", "C"));
}

// What is wrong with the logits of a lane.
std::string refused_logits(std::span<const Action> legal, const float* logits) {
    for (const Action a : legal) {
        const float logit = logits[a];
        if (!std::isnan(logit) && logit < HUGE_VALF) continue;
        return "the logit of action " + std::to_string(a) + " is " + (std::isnan(logit) ? "nan" : "inf") +
               "; it must be finite, or -inf for never";
    }
    return "the logits of all " + std::to_string(legal.size()) + " legal actions are -inf; at least one must be finite";
}

void step_batch_by_logits(BatchObject& self, const py::object& object, double temperature, const py::object& table) {
    const Batch& batch = self.batch;
    const py::array array = to_logits(object, static_cast<py::ssize_t>(batch.size()), batch.limits().actions);
    const LogitRows rows{static_cast<const float*>(array.data()),
                         array.strides(0) / static_cast<py::ssize_t>(sizeof(float))};
    std::string problem;
    with_answers(self, table, [&](Answers& answers) {
        const std::optional<std::size_t> lane = step_by_logits(self.batch, rows, temperature, self.chosen);
        answers.settle();
        if (lane)
            problem = "lane " + std::to_string(*lane) + ": " + refused_logits(batch.legal_of(*lane), rows.row(*lane));
    });
    if (!problem.empty()) throw py::value_error(self.owner->name() + ": " + problem);
}

RolloutRows rollout_rows(const Batch& batch, const py::dict& rows, py::ssize_t steps) {
    const auto lanes = static_cast<py::ssize_t>(batch.size());
    const auto seats = static_cast<py::ssize_t>(batch.seats());
    const auto shaped = [&](std::initializer_list<py::ssize_t> rest) {
        std::vector<py::ssize_t> shape{steps, lanes};
        shape.insert(shape.end(), rest);
        return shape;
    };
    const auto width = static_cast<py::ssize_t>(batch.tensor_size());
    const Watched watched = batch.settings().watched;
    const std::vector<py::ssize_t> observed = watched == Watched::kAll      ? shaped({seats, width})
                                              : watched == Watched::kActing ? shaped({width})
                                                                            : shaped({0});
    RolloutRows out{};
    if (batch.settings().numbers == Numbers::kFloat32) {
        out.observation = reinterpret_cast<unsigned char*>(memory_of<float>(rows, "observation", observed));
    } else {
        out.observation = memory_of<std::uint8_t>(rows, "observation", observed);
    }
    out.mask = memory_of<std::uint8_t>(rows, "mask", shaped({static_cast<py::ssize_t>(batch.mask_width())}));
    out.current_player = memory_of<std::int32_t>(rows, "current_player", shaped({}));
    out.actions = memory_of<std::int32_t>(rows, "actions", shaped({}));
    out.log_prob = memory_of<float>(rows, "log_prob", shaped({}));
    out.rewards = memory_of<float>(rows, "rewards", shaped({seats}));
    out.reward = memory_of<float>(rows, "reward", shaped({}));
    out.terminated = reinterpret_cast<std::uint8_t*>(memory_of<bool>(rows, "terminated", shaped({})));
    return out;
}

void roll_batch_out(BatchObject& self, const py::object& player, const py::dict& rows, const py::object& tick,
                    const py::object& table) {
    constexpr std::size_t kSlice = 1 << 10;  // a greedy player may take 0.2 ms
    const auto who = to_choice<Opponent>(player, "policy", {"random", "greedy"});
    if (who == Opponent::kGreedy) check_greedy(self.owner->game);
    const py::object actions = rows["actions"];
    const auto steps = py::len(actions);
    const RolloutRows memory = rollout_rows(self.batch, rows, static_cast<py::ssize_t>(steps));
    const Tick polled = to_tick(tick);
    const auto play = [&](Answers& answers) {
        BatchRollout rollout(self.batch, who, memory);
        in_slices(self, answers, steps, kSlice, polled, [&](std::size_t done, std::size_t more) {
            if (answers.has_functions()) {
                rollout.play_one(done, [&] { answers.settle(); });
            } else {
                rollout.play(done, done + more);
            }
        });
    };
    with_answers(self, table, play, who == Opponent::kGreedy);
}

}  // namespace

void bind_batch_steps(BatchClass& cls) {
    cls.def("step_logits", "logits temperature table=None", &step_batch_by_logits);
    cls.def("rollout", "player rows tick table=None", &roll_batch_out);
}

}  // namespace uneri
