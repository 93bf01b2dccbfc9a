// What the core's lanes say of the decisions they are at: BatchEnv.after(), greedy() and choose().
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "bindings/batch_object.hpp"
#include "bindings/search_data.hpp"
#include "uneri/engine/net/after.hpp"
#include "uneri/engine/net/player.hpp"

namespace uneri {
namespace {

using namespace binding;

// An action for each lane by choose(lane), -1 where the game is over.
template <class Choose>
py::array_t<std::int32_t> choose_in_lanes(BatchObject& self, Choose&& choose) {
    py::array_t<std::int32_t> out(static_cast<py::ssize_t>(self.batch.size()));
    std::int32_t* actions = out.mutable_data();
    self.watched([&] {
        self.batch.by_chunks([&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) {
                const bool over = self.batch.lane(i).over != 0;
                actions[i] = over ? -1 : choose(self.batch.state(i));
            }
        });
    });
    return out;
}

py::array_t<std::int32_t> greedy_in_lanes(BatchObject& self) {
    check_greedy(self.owner->game);
    return choose_in_lanes(self, [&](const std::byte* s) { return self.batch.game().greedy(s); });
}

// As `Network.act` of each lane's state.
py::array_t<std::int32_t> net_in_lanes(BatchObject& self, const NetworkObject& network, const py::object& seed,
                                       const py::object& margin) {
    const std::uint64_t number = to_seed(seed);
    NetPlayer player(self.batch.game(), network.network);
    if (!margin.is_none()) player.set_margin(static_cast<int>(py::cast<double>(margin) * Network::kUnit));
    check_network(network, *self.owner);
    return choose_in_lanes(self, [&](const std::byte* s) {
        SplitMix64 rng = stream(number, 0);
        return player.choose(s, rng);
    });
}

// Arrays that python/uneri/batch/afterstates.py has made, for `capacity` rows.
struct AfterArrays {
    AfterArrays(const py::dict& arrays, py::ssize_t lanes, py::ssize_t width, bool bytes)
        : capacity(py::len(arrays["actions"])) {
        const auto size = static_cast<py::ssize_t>(capacity);
        rows.offsets = memory_of<std::int64_t>(arrays, "offsets", {lanes + 1});
        rows.actions = memory_of<std::int32_t>(arrays, "actions", {size});
        rows.rewards = memory_of<float>(arrays, "rewards", {size});
        rows.terminated = reinterpret_cast<std::uint8_t*>(memory_of<bool>(arrays, "terminated", {size}));
        if (bytes) {
            rows.seen = memory_of<std::uint8_t>(arrays, "observation", {size, width});
        } else {
            rows.seen = memory_of<float>(arrays, "observation", {size, width});
        }
    }

    std::size_t capacity;
    AfterRows rows{};
};

AfterSettings to_after_settings(const py::object& worlds, const py::object& seed, bool features) {
    return {to_bounded(worlds, "worlds", 1, kMostWorlds), to_seed(seed), features};
}

// Writes the rows after all legal actions of all lanes, and returns their number. If there is no room for them, the
// number alone.
std::size_t after_in_lanes(BatchObject& self, const py::object& worlds, const py::object& seed, bool features,
                           const py::dict& arrays) {
    check_features(self.owner->game);
    const AfterSettings settings = to_after_settings(worlds, seed, features);
    const std::vector<Segment> layout = self.batch.game().feature_layout();
    const std::size_t width = features ? static_cast<std::size_t>(size_of(layout)) : self.batch.tensor_size();
    const bool bytes = !features && self.batch.settings().numbers == Numbers::kUint8;
    const AfterArrays memory(arrays, static_cast<py::ssize_t>(self.batch.size()), static_cast<py::ssize_t>(width),
                             bytes);
    const AfterWork work{settings, layout, width, bytes};
    std::size_t count = 0;
    self.watched([&] {
        count = count_after(self.batch, work, memory.rows.offsets);
        if (count <= memory.capacity) write_after(self.batch, work, memory.rows);
    });
    return count;
}

}  // namespace

void bind_batch_choices(BatchClass& cls) {
    cls.def("greedy", &greedy_in_lanes);
    cls.def("net", "network seed margin", &net_in_lanes);
    cls.def("after", "worlds seed features arrays", &after_in_lanes);
}

}  // namespace uneri
