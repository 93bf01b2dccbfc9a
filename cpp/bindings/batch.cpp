// uneri.BatchEnv for any game: binds the class Batch, whose arrays are fixed views of the core's memory. This file
// checks what memory safety depends on; python/uneri/batch/env.py words all other errors.
#include <algorithm>
#include <cstring>
#include <functional>
#include <optional>
#include <vector>

#include "bindings/batch_asked.hpp"
#include "bindings/batch_object.hpp"
#include "bindings/gil.hpp"
#include "bindings/objects.hpp"
#include "uneri/engine/batch_bytes.hpp"
#include "uneri/engine/text.hpp"

namespace uneri {

void bind_batch_steps(BatchClass& cls);    // batch_draw.cpp
void bind_batch_choices(BatchClass& cls);  // batch_after.cpp

namespace {

using namespace binding;

py::dict views(const py::object& object) {
    const auto& self = py::cast<const BatchObject&>(object);
    const Batch& batch = self.batch;
    const auto lanes = static_cast<py::ssize_t>(batch.size());
    const auto seats = static_cast<py::ssize_t>(batch.seats());
    py::dict out;
    std::vector<py::ssize_t> shape{lanes};
    if (batch.settings().watched == Watched::kAll) shape.push_back(seats);
    const bool nobody = batch.settings().watched == Watched::kNobody;
    shape.push_back(nobody ? 0 : static_cast<py::ssize_t>(batch.tensor_size()));
    out["observation"] = batch.settings().numbers == Numbers::kFloat32
                             ? row_view(object, batch.observation.data(), shape)
                             : row_view(object, batch.observation_bytes.data(), shape);
    out["mask"] = row_view(object, batch.mask.data(), {lanes, static_cast<py::ssize_t>(batch.mask_width())});
    out["legal"] = row_view(object, batch.legal.data(), {lanes, batch.limits().legal_actions}, false);
    out["num_legal"] = row_view(object, batch.num_legal.data(), {lanes}, false);
    out["current_player"] = row_view(object, batch.current_player.data(), {lanes});
    out["learner"] = row_view(object, batch.learner.data(), {lanes});
    out["rewards"] = row_view(object, batch.rewards.data(), {lanes, seats});
    out["terminated"] = row_view(object, batch.terminated.data(), {lanes}).attr("view")("bool");
    out["episode_length"] = row_view(object, batch.episode_length.data(), {lanes});
    out["final_returns"] = row_view(object, batch.final_returns.data(), {lanes, seats});
    out["actions"] = row_view(object, batch.actions.data(), {lanes});
    out["log_prob"] = row_view(object, batch.log_prob.data(), {lanes});
    out["seeds"] = row_view(object, batch.seeds.data(), {lanes});
    const bool alone = batch.settings().opponents.empty();
    out["members"] = row_view(object, batch.members.data(), {lanes, alone ? 0 : seats - 1}, false);
    return out;
}

// Copies an integer array. Numbers that are not an action of any game become an id that is never legal.
template <class T>
void copy_actions(const char* data, py::ssize_t stride, std::vector<Action>& out) noexcept {
    for (Action& a : out) {
        T value;
        std::memcpy(&value, data, sizeof value);
        a = value < 0 || value > 0x7FFFFFFF ? -1 : static_cast<Action>(value);
        data += stride;
    }
}

void step_batch(BatchObject& self, const py::object& object, const py::object& table) {
    if (!py::isinstance<py::array>(object)) throw py::type_error("actions must be a numpy array");
    auto array = py::reinterpret_borrow<py::array>(object);
    check_actions(array, self.batch.size(), "actions");
    const bool narrow = py::isinstance<py::array_t<std::int32_t>>(array);
    if (!narrow) array = array.attr("astype")("int64");
    const char* data = static_cast<const char*>(array.data());
    const py::ssize_t stride = array.strides(0);
    std::optional<StateObject> refused;
    std::optional<std::size_t> illegal;
    with_answers(self, table, [&](Answers& answers) {
        if (narrow) {
            copy_actions<std::int32_t>(data, stride, self.chosen.actions);
        } else {
            copy_actions<std::int64_t>(data, stride, self.chosen.actions);
        }
        illegal = self.batch.first_illegal(self.chosen.actions.data());
        if (illegal) {
            refused.emplace(self.state(*illegal));
            return;
        }
        self.batch.step(self.chosen.actions.data());
        answers.settle();
    });
    if (!illegal) return;
    const py::object given = object.attr("item")(*illegal);
    raise_illegal(*refused, given, to_integer(given, "action"), "lane " + std::to_string(*illegal));
}

void step_batch_random(BatchObject& self, const py::object& k, const py::object& seed, const py::object& tick,
                       const py::object& table) {
    constexpr std::int64_t kMost = 1'000'000'000;
    constexpr std::size_t kSlice = 1 << 14;  // some milliseconds
    const auto steps = static_cast<std::size_t>(to_bounded(k, "k", 0, kMost));
    std::optional<std::uint64_t> number;
    if (!seed.is_none()) number = to_seed(seed);
    const Tick polled = to_tick(tick);
    with_answers(self, table, [&](Answers& answers) {
        Batch& batch = self.batch;
        for (std::size_t i = 0; number && i < batch.size(); ++i) batch.seed_chooser(i, *number);
        answers.keep();  // the generators, too
        in_slices(self, answers, steps, kSlice, polled, [&](std::size_t, std::size_t next) {
            batch.step_random(next);
            answers.settle();
        });
    });
}

// Handles Ctrl-C within a call that works on the lanes.
class Polled {
public:
    Polled(BatchObject& self, const Tick& signals) : gate_(self.gate), progress_(0, signals) {}
    void operator()() {
        const Rest rest(gate_);
        progress_.poll();
    }

private:
    Gate& gate_;
    Progress progress_;
};

// `seed`: None for the next game of each lane, a number, or an array with a seed per lane. `lanes`: None for all.
void reset_batch(BatchObject& self, const py::object& seed, const py::object& lanes, const py::object& table) {
    using Indices = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>;
    using Seeds = py::array_t<std::uint64_t, py::array::c_style | py::array::forcecast>;
    std::vector<std::size_t> rows;
    if (lanes.is_none()) {
        for (std::size_t i = 0; i < self.batch.size(); ++i) rows.push_back(i);
    } else {
        const auto indices = py::cast<Indices>(lanes);
        for (py::ssize_t j = 0; j < indices.size(); ++j) {
            const std::int64_t i = indices.data()[j];
            if (i < 0 || i >= static_cast<std::int64_t>(self.batch.size()))
                throw py::value_error("lane is " + std::to_string(i));
            rows.push_back(static_cast<std::size_t>(i));
        }
    }
    std::optional<std::uint64_t> number;
    std::vector<std::uint64_t> numbers;
    if (py::isinstance<py::array>(seed)) {
        const auto given = py::cast<Seeds>(seed);
        if (static_cast<std::size_t>(given.size()) != rows.size()) throw py::value_error("seed has the wrong length");
        numbers.assign(given.data(), given.data() + given.size());
    } else if (!seed.is_none()) {
        number = to_seed(seed);
    }
    const auto begin = [&](std::size_t first, std::size_t last) {
        for (std::size_t j = first; j < last; ++j) {
            if (!numbers.empty()) {
                self.batch.seed_lane(rows[j], numbers[j]);
            } else if (number) {
                self.batch.seed_lane(rows[j], lane_seed(*number, rows[j]));
            } else {
                self.batch.next_episode(rows[j]);
            }
        }
    };
    // A lane that is named twice begins twice, one after the other.
    const bool apart = std::adjacent_find(rows.begin(), rows.end(), std::greater_equal<>()) == rows.end();
    const Tick signals = to_tick(py::none());
    with_answers(self, table, [&](Answers& answers) {
        if (apart) {
            Polled poll(self, signals);
            for (std::size_t first = 0; first < rows.size(); first += kLanesPolled) {
                poll();
                answers.poll();
                self.batch.by_chunks(std::min(kLanesPolled, rows.size() - first),
                                     [&](std::size_t from, std::size_t to) { begin(first + from, first + to); });
            }
            answers.settle();
            return;
        }
        for (std::size_t j = 0; j < rows.size(); ++j) {
            begin(j, j + 1);
            answers.settle();
        }
    });
}

void set_batch_state(BatchObject& self, const py::object& lane, const py::object& object, const py::object& table) {
    const std::size_t i = self.lane(lane);
    const bool fits =
        py::isinstance<StateObject>(object) && py::cast<const StateObject&>(object).game().is_kind_of(self.owner->game);
    if (!fits) {
        throw py::type_error(self.owner->name() + ": state must be a state of the batch's game, not " +
                             std::string(py::str(py::type::handle_of(object).attr("__name__"))));
    }
    const StateObject state = py::cast<const StateObject&>(object);
    if (!(state.game() == self.owner->game)) {
        throw py::value_error(self.owner->name() + ": state must be a state of " + self.owner->text() + ", not of " +
                              state.owner->text());
    }
    const auto place = [&](Answers& answers) {
        self.batch.set_position(i, state.position);
        answers.settle();
    };
    with_answers(self, table, place, false, i);
}

py::tuple grid_of(const GameObject& owner) {
    const Grid grid = observation_grid(owner.game);
    const auto size = static_cast<py::ssize_t>(grid.low.size());
    return py::make_tuple(py::array_t<float>(size, grid.low.data()), py::array_t<float>(size, grid.step.data()));
}

// `players`: None, a name for each seat except the learner's, or a table (batch_asked.hpp). `seat`: the learner's, or
// None to draw one per game.
Opponents to_opponents(const AnyGame& game, const py::object& players, const py::object& seat) {
    Opponents out;
    if (players.is_none()) return out;
    const int seats = game.players();
    out.seat = seat.is_none() ? Opponents::kAnySeat : static_cast<int>(to_bounded(seat, "seat", 0, seats - 1));
    if (py::isinstance<py::tuple>(players) && py::len(players) == 2 &&
        py::isinstance<py::tuple>(players[py::int_(0)])) {
        out.places = to_places(game, py::reinterpret_borrow<py::tuple>(players));
        return out;
    }
    for (const py::handle player : players) {
        const auto object = py::reinterpret_borrow<py::object>(player);
        out.players.push_back(to_choice<Opponent>(object, "opponents", {"random", "greedy"}));
        if (out.players.back() == Opponent::kGreedy) check_greedy(game);
    }
    if (static_cast<int>(out.players.size()) != seats - 1)
        throw py::value_error("opponents are " + std::to_string(out.players.size()));
    return out;
}

}  // namespace

void bind_batch(py::module_& m) {
    using Self = BatchObject;
    BatchClass cls(m, "Batch");
    cls.def(py::init([](const std::shared_ptr<GameObject>& game, const py::object& lanes, const py::object& threads,
                        const py::object& observation, const py::object& dtype, const py::object& autoreset,
                        const py::object& opponents, const py::object& seat, const py::object& mask) {
                BatchSettings settings;
                settings.lanes = static_cast<std::size_t>(to_bounded(lanes, "num_envs", 1, kMostLanes));
                settings.threads = game->game.threads(to_bounded(threads, "threads", 1, kMaxThreads));
                settings.watched = to_choice<Watched>(observation, "observation", {"None", "acting", "all"});
                settings.numbers = to_choice<Numbers>(dtype, "dtype", {"float32", "uint8"});
                settings.autoreset = to_choice<AutoReset>(autoreset, "autoreset", {"None", "same", "next"});
                settings.mask_in_bits = to_choice<int>(mask, "mask", {"bytes", "bits"}) == 1;
                settings.opponents = to_opponents(game->game, opponents, seat);
                const Tick signals = to_tick(py::none());
                Progress progress(0, signals);
                const GilRelease free;
                const WorkLimit watch = progress.watch();
                auto made = std::make_shared<Self>(game, settings, [&] { progress.poll(); });
                progress.poll();
                return made;
            }),
            Names("game num_envs threads observation dtype autoreset opponents seat mask"));
    cls.def("views", &views);
    cls.def("reset", "seed lanes table=None", &reset_batch);
    cls.def("step", "actions table=None", &step_batch);
    cls.def("step_random", "k seed tick table=None", &step_batch_random);
    cls.def("get_state", "lane", [](Self& self, const py::object& lane) {
        const std::size_t i = self.lane(lane);
        return to_object(self.reading([&] { return self.state(i); }));
    });
    cls.def("set_state", "lane state table=None", &set_batch_state);
    cls.def("save", [](Self& self) {
        const Tick signals = to_tick(py::none());
        Progress progress(0, signals);
        const ByteWriter out = self.reading([&] { return save_lanes(self.batch, [&] { progress.poll(); }); });
        const auto size = static_cast<Py_ssize_t>(out.bytes().size());
        auto saved = py::reinterpret_steal<py::bytes>(PyBytes_FromStringAndSize(nullptr, size));
        if (!saved) throw py::error_already_set();
        char* const content = PyBytes_AS_STRING(saved.ptr());
        const GilRelease free;  // nobody else has the object yet
        std::memcpy(content, out.bytes().data(), out.bytes().size());
        return saved;
    });
    cls.def("load", "data", [](Self& self, const py::bytes& data) {
        const std::span<const std::uint8_t> bytes = span_of(data);
        const Tick signals = to_tick(py::none());
        Polled poll(self, signals);
        const std::optional<Error> error = self.exclusively([&] { return load_lanes(self.batch, bytes, poll); });
        if (error) raise_value_error(self.owner->name() + ": bytes are not a saved batch: " + error->message);
    });
    bind_batch_steps(cls);
    bind_batch_choices(cls);
    define(m, "observation_grid", "game", &grid_of);
}

}  // namespace uneri
