// Opponents of a batch that are functions in Python: a function is called for all lanes that wait for it at once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bindings/batch_object.hpp"
#include "bindings/gil.hpp"
#include "bindings/objects.hpp"

namespace uneri::binding {

// What python/uneri/batch/opponents.py says of the opponents: (places, functions). A place is (weights or None,
// members), a member -1 for the random player, -2 for the greedy one, or the number of a function. A function is
// (callable, its name in messages, whether it is a bot: called with states, not with arrays).
inline std::vector<Place> to_places(const AnyGame& game, const py::tuple& table) {
    std::vector<Place> out;
    const auto functions = static_cast<std::int64_t>(py::len(table[1]));
    for (const py::handle item : py::tuple(table[0])) {
        const auto given = py::cast<py::tuple>(item);
        Place place;
        for (const py::handle number : py::tuple(given[1])) {
            const int member = to_bounded(py::reinterpret_borrow<py::object>(number), "member", -2, functions - 1);
            const Opponent player = member >= 0    ? Opponent::kAsked
                                    : member == -1 ? Opponent::kRandom
                                                   : Opponent::kGreedy;
            if (player == Opponent::kGreedy) check_greedy(game);
            place.members.push_back({player, member});
        }
        double sum = 0;
        if (!given[0].is_none()) {
            for (const py::handle weight : py::tuple(given[0])) place.sums.push_back(sum += py::cast<double>(weight));
        }
        if (place.members.empty() || (!place.sums.empty() && place.sums.size() != place.members.size()))
            throw py::value_error("a place has more or fewer weights than members");
        out.push_back(std::move(place));
    }
    if (static_cast<int>(out.size()) != game.players() - 1)
        throw py::value_error("opponents are " + std::to_string(out.size()));
    return out;
}

// An array of integers with one axis of this size; else an error that names `what`.
inline void check_actions(const py::array& array, std::size_t size, const std::string& what) {
    const char kind = array.dtype().kind();
    if (kind != 'i' && kind != 'u')
        throw py::type_error(what + " must be an array of integers, not of " + std::string(py::str(array.dtype())));
    if (array.ndim() != 1 || array.shape(0) != static_cast<py::ssize_t>(size))
        throw py::value_error(what + " must have shape (" + std::to_string(size) + ",), not " +
                              std::string(py::str(array.attr("shape"))));
}

// Made and destroyed with the GIL, called without it.
class Asker {
public:
    Asker(BatchObject& self, const py::tuple& table)
        : self_(self),
          functions_(py::cast<py::tuple>(table[1])),
          as_array_(py::module_::import("numpy").attr("asarray")),
          thread_(PyThreadState_Get()) {}

    void operator()(std::span<const std::size_t> lanes, Action* answers) {
        std::vector<std::vector<std::size_t>> places(functions_.size());  // in `lanes`, by function
        for (std::size_t j = 0; j < lanes.size(); ++j)
            places[static_cast<std::size_t>(self_.batch.asked_of(lanes[j]))].push_back(j);
        std::vector<std::size_t> own;
        for (std::size_t k = 0; k < places.size(); ++k) {
            if (places[k].empty()) continue;
            own.clear();
            for (const std::size_t j : places[k]) own.push_back(lanes[j]);
            find_memory();
            self_.batch.show_asked(own, memory());
            const std::vector<Action> chosen = ask(k, own);
            for (std::size_t n = 0; n < own.size(); ++n) answers[places[k][n]] = chosen[n];
        }
    }

private:
    std::size_t bytes_of_row() const noexcept {
        const bool floats = self_.batch.settings().numbers == Numbers::kFloat32;
        return self_.batch.tensor_size() * (floats ? sizeof(float) : 1);
    }
    void* memory() const { return PyCapsule_GetPointer(self_.asked_memory.ptr(), nullptr); }
    // Memory for the rows of all lanes. It is used again unless somebody has kept an array of it.
    void find_memory() {
        const GilAcquire gil(thread_);
        if (self_.asked_memory && self_.asked_memory.ref_count() == 1) return;
        self_.asked_memory = py::capsule(new unsigned char[self_.batch.size() * bytes_of_row()],
                                         [](void* block) { delete[] static_cast<unsigned char*>(block); });
    }
    std::vector<Action> ask(std::size_t number, const std::vector<std::size_t>& lanes) {
        const GilAcquire gil(thread_);
        check_signals();
        const auto function = py::cast<py::tuple>(functions_[number]);
        const bool is_bot = py::cast<bool>(function[2]);
        const py::object answer = call_python(function[0], is_bot ? states(lanes) : arrays(lanes));
        return read(answer, py::cast<std::string>(function[1]), lanes);
    }
    py::tuple states(const std::vector<std::size_t>& lanes) const {
        py::list out;
        for (const std::size_t lane : lanes)
            out.append(
                py::make_tuple(self_.state(lane), lane, self_.batch.seeds[lane], self_.batch.episode_length[lane]));
        return py::make_tuple(out);
    }
    py::tuple arrays(const std::vector<std::size_t>& lanes) const {
        const Batch& batch = self_.batch;
        const auto rows = static_cast<py::ssize_t>(lanes.size());
        py::array_t<std::int32_t> starts(rows + 1), seats(rows);
        std::int32_t count = 0;
        for (py::ssize_t j = 0; j < rows; ++j) {
            const std::size_t lane = lanes[static_cast<std::size_t>(j)];
            starts.mutable_data()[j] = count;
            seats.mutable_data()[j] = batch.game().player(batch.state(lane));
            count += static_cast<std::int32_t>(batch.asked_legal(lane).size());
        }
        starts.mutable_data()[rows] = count;
        py::array_t<std::int32_t> actions(count);
        Action* next = actions.mutable_data();
        for (const std::size_t lane : lanes) {
            for (const Action a : batch.asked_legal(lane)) *next++ = a;
        }
        const std::vector<py::ssize_t> shape{rows, static_cast<py::ssize_t>(batch.tensor_size())};
        const bool floats = batch.settings().numbers == Numbers::kFloat32;
        const py::object observations =
            floats ? py::object(py::array_t<float>(shape, static_cast<float*>(memory()), self_.asked_memory))
                   : py::object(
                         py::array_t<std::uint8_t>(shape, static_cast<std::uint8_t*>(memory()), self_.asked_memory));
        return py::make_tuple(observations, py::make_tuple(starts, actions), seats);
    }
    std::vector<Action> read(const py::object& answer, const std::string& name,
                             const std::vector<std::size_t>& lanes) const {
        auto array = py::cast<py::array>(call_python(as_array_, py::make_tuple(answer)));
        check_actions(array, lanes.size(), name + ": actions");
        const py::array_t<std::int64_t> wide = py::cast<py::array_t<std::int64_t>>(array.attr("astype")("int64"));
        std::vector<Action> out(lanes.size());
        for (std::size_t j = 0; j < lanes.size(); ++j) {
            const std::int64_t value = wide.data()[wide.index_at(static_cast<py::ssize_t>(j))];
            const std::span<const Action> legal = self_.batch.asked_legal(lanes[j]);
            const auto a = value < 0 || value > 0x7FFFFFFF ? Action{-1} : static_cast<Action>(value);
            if (!std::binary_search(legal.begin(), legal.end(), a))
                raise_illegal(self_.state(lanes[j]), array.attr("item")(j), a,
                              "lane " + std::to_string(lanes[j]) + ", " + name);
            out[j] = a;
        }
        return out;
    }

    BatchObject& self_;
    py::tuple functions_;
    py::object as_array_;  // numpy.asarray
    PyThreadState* thread_;
};

// What a call does between the steps of a batch whose opponents may be functions, or players that search.
class Answers {
public:
    // `progress`: null for calls that take no time within a lane. `lane`: the only one that the call changes, if one
    // is.
    Answers(BatchObject& self, Asker* asker, Progress* progress, std::optional<std::size_t> lane) noexcept
        : self_(self), asker_(asker), progress_(progress), lane_(lane) {}
    bool has_functions() const noexcept { return asker_ != nullptr; }
    // Asks until no lane waits.
    void settle() {
        poll();
        if (asker_ == nullptr) return;
        self_.batch.settle([&](std::span<const std::size_t> lanes, Action* answers) {
            poll();
            (*asker_)(lanes, answers);
        });
    }
    // Throws if the call was stopped within a lane.
    void poll() {
        if (progress_ != nullptr) progress_->poll();
    }
    // From now on a failure leads back to here.
    void keep() {
        poll();
        if (asker_ == nullptr && progress_ == nullptr) return;
        self_.kept.take(self_.batch, lane_.value_or(0), lane_ ? *lane_ + 1 : self_.batch.size());
    }
    void put_back() {
        if (asker_ != nullptr || progress_ != nullptr) self_.kept.put_back(self_.batch);
    }

private:
    BatchObject& self_;
    Asker* asker_;
    Progress* progress_;
    std::optional<std::size_t> lane_;
};

// Calls work(answers) without the GIL, alone with the lanes. `table`: None for a batch whose opponents are the core's.
// If it throws, lanes are as they were at the last keep() where opponents are functions, which may fail, or somebody is
// greedy and may be so slow that Ctrl-C ends a decision: an opponent or, with `searches`, the learner. `lane`:
// the only one that the work changes, if one is.
template <class Work>
void with_answers(BatchObject& self, const py::object& table, Work&& work, bool searches = false,
                  std::optional<std::size_t> lane = std::nullopt) {
    const bool asks = !table.is_none();
    const Opponents& opponents = self.batch.settings().opponents;
    if (asks != opponents.has_places()) throw py::value_error("the batch has other opponents");
    std::vector<Place> places;
    std::optional<Asker> asker;
    if (asks) {
        const auto given = py::cast<py::tuple>(table);
        places = to_places(self.owner->game, given);
        asker.emplace(self, given);
    }
    const Tick signals = to_tick(py::none());
    self.exclusively([&] {
        if (asks) self.batch.set_places(std::move(places));
        const bool watches = self.owner->game.has_slow_greedy() && (searches || opponents.has_greedy());
        Progress progress(0, signals);
        Answers answers(self, asks ? &*asker : nullptr, watches ? &progress : nullptr, lane);
        if (self.has_begun) answers.keep();
        try {
            const WorkLimit watch = watches ? progress.watch() : WorkLimit(kAnyWork);
            work(answers);
            answers.poll();
            self.has_begun = true;  // BatchEnv resets all lanes first
        } catch (...) {
            if (self.has_begun) answers.put_back();
            throw;
        }
    });
}

// Calls work(done, more) until `steps` of all lanes are done: one step at a time if functions answer between them, else
// about `slice` lane steps between checks for Ctrl-C.
template <class Work>
void in_slices(BatchObject& self, Answers& answers, std::size_t steps, std::size_t slice, const Tick& tick,
               Work&& work) {
    const std::size_t most = answers.has_functions() ? 1 : std::max<std::size_t>(1, slice / self.batch.size());
    Progress progress(steps, tick);
    const auto goes_on = [&] {
        const Rest rest(self.gate);
        return progress.poll();
    };
    for (std::size_t done = 0; done < steps && goes_on();) {
        const std::size_t more = std::min(most, steps - done);
        work(done, more);
        answers.keep();
        done += more;
        progress.add(more);
    }
}

}  // namespace uneri::binding
