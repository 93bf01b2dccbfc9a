// What the core's lanes say of the decisions they are at: BatchEnv.after(), greedy() and choose().
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "bindings/batch_object.hpp"
#include "bindings/bind_batch_draw.hpp"
#include "bindings/network_object.hpp"
#include "uneri/engine/net/after.hpp"
#include "uneri/engine/net/player.hpp"

namespace uneri::binding {

// An action for each lane by choose(lane), -1 where the game is over.
template <Game G, class Choose>
py::array_t<std::int32_t> choose_in_lanes(BatchObject<G>& self, Choose&& choose) {
    py::array_t<std::int32_t> out(static_cast<py::ssize_t>(self.batch.size()));
    std::int32_t* actions = out.mutable_data();
    self.exclusively([&] {
        self.batch.by_chunks([&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) {
                const bool over = self.batch.lane(i).over != 0;
                actions[i] = over ? -1 : choose(self.batch.lane(i).position.state);
            }
        });
    });
    return out;
}

template <Game G>
py::array_t<std::int32_t> greedy_in_lanes(BatchObject<G>& self) {
    if constexpr (GreedyGame<G>) {
        return choose_in_lanes(self,
                               [&](const typename G::State& s) { return loops<G>().greedy(self.batch.game(), s); });
    }
    throw py::value_error(name_of(G::kName) + " has no greedy player");
}

// As `Network.act` of each lane's state.
template <FeatureGame G>
py::array_t<std::int32_t> net_in_lanes(BatchObject<G>& self, const NetworkObject<G>& network, const py::object& seed,
                                       const py::object& margin) {
    const std::uint64_t number = to_seed(seed);
    NetPlayer<G> player(self.batch.game(), network.network);
    if (!margin.is_none()) player.set_margin(static_cast<int>(py::cast<double>(margin) * Network::kUnit));
    check_network(network, self.batch.game());
    return choose_in_lanes(self, [&](const typename G::State& s) {
        SplitMix64 rng = stream(number, 0);
        return player.choose(s, rng);
    });
}

// Arrays that python/uneri/batch/after.py has made, for `capacity` rows.
struct AfterArrays {
    AfterArrays(const py::dict& arrays, py::ssize_t lanes, py::ssize_t width, bool bytes)
        : capacity(py::len(arrays["actions"])) {
        const auto size = static_cast<py::ssize_t>(capacity);
        rows.offsets = rollout_array<std::int64_t>(arrays, "offsets", {lanes + 1});
        rows.actions = rollout_array<std::int32_t>(arrays, "actions", {size});
        rows.rewards = rollout_array<float>(arrays, "rewards", {size});
        rows.terminated = reinterpret_cast<std::uint8_t*>(rollout_array<bool>(arrays, "terminated", {size}));
        if (bytes) {
            rows.seen = rollout_array<std::uint8_t>(arrays, "observation", {size, width});
        } else {
            rows.seen = rollout_array<float>(arrays, "observation", {size, width});
        }
    }

    std::size_t capacity;
    AfterRows rows{};
};

inline AfterSettings to_after_settings(const py::object& worlds, const py::object& seed, bool features) {
    return {to_bounded(worlds, "worlds", 1, kMostWorlds), to_seed(seed), features};
}

// Writes the rows after all legal actions of all lanes, and returns their number. If there is no room for them, the
// number alone.
template <FeatureGame G>
std::size_t after_in_lanes(BatchObject<G>& self, const py::object& worlds, const py::object& seed, bool features,
                           const py::dict& arrays) {
    const AfterSettings settings = to_after_settings(worlds, seed, features);
    const std::vector<Segment> layout = self.batch.game().feature_layout();
    const std::size_t width = features ? static_cast<std::size_t>(size_of(layout)) : self.batch.tensor_size();
    const bool bytes = !features && self.batch.settings().numbers == Numbers::kUint8;
    const AfterArrays memory(arrays, static_cast<py::ssize_t>(self.batch.size()), static_cast<py::ssize_t>(width),
                             bytes);
    const AfterWriter<G> writer(self.batch.game(), settings, layout, width, bytes);
    std::size_t count = 0;
    self.exclusively([&] {
        count = count_after(self.batch, writer, memory.rows.offsets);
        if (count > memory.capacity) return;
        self.batch.by_chunks([&](std::size_t first, std::size_t last) {
            loops<G>().write_after(self.batch, writer, settings.seed, memory.rows, first, last);
        });
    });
    return count;
}

// The same for one state, as a lane whose game has this seed and had `length` steps.
template <FeatureGame G>
std::size_t after_state(const StateObject<G>& state, const py::object& game_seed, std::int32_t length,
                        const py::object& worlds, const py::object& seed, bool features, bool bytes,
                        const py::dict& arrays) {
    const AfterSettings settings = to_after_settings(worlds, seed, features);
    const std::vector<Segment> layout = state.game().feature_layout();
    const auto width = static_cast<std::size_t>(features ? size_of(layout) : state.owner->tensor_size);
    const AfterArrays memory(arrays, 1, static_cast<py::ssize_t>(width), bytes && !features);
    const AfterWriter<G> writer(state.game(), settings, layout, width, bytes && !features);
    typename G::Actions list;
    list.clear();
    if (state.game().player(state.state()) >= 0) state.game().legal_actions(state.state(), list);
    const std::vector<Action> legal(list.begin(), list.end());
    const auto count = static_cast<std::size_t>(writer.count(state.state(), legal));
    memory.rows.offsets[0] = 0;
    memory.rows.offsets[1] = static_cast<std::int64_t>(count);
    if (count <= memory.capacity)
        writer.write(state.state(), after_stream(to_seed(game_seed), length, settings.seed), memory.rows, 0);
    return count;
}

template <Game G, class Class>
void bind_choices(py::module_& m, Class& cls) {
    cls.def("greedy", &greedy_in_lanes<G>);
    if constexpr (FeatureGame<G>) {
        cls.def("net", &net_in_lanes<G>, py::arg("network"), py::arg("seed"), py::arg("margin"));
        cls.def("after", &after_in_lanes<G>, py::arg("worlds"), py::arg("seed"), py::arg("features"),
                py::arg("arrays"));
        m.def("after_state", &after_state<G>, py::arg("state"), py::arg("game_seed"), py::arg("length"),
              py::arg("worlds"), py::arg("seed"), py::arg("features"), py::arg("bytes"), py::arg("arrays"));
    }
}

}  // namespace uneri::binding
