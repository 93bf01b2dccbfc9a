// Counting, playouts and players for all games.
#include <string>

#include "bindings/convert.hpp"
#include "bindings/gil.hpp"
#include "bindings/objects.hpp"
#include "uneri/engine/perft.hpp"
#include "uneri/engine/playout.hpp"

namespace uneri {

using namespace binding;
using Self = StateObject;

constexpr int kDeepestPerft = 1000;

// Nodes or their numbers by action, by count(game, state, levels, workers, tick, finding).
template <class Count>
void define_perft(py::module_& m, const char* name, int shallowest, Count count) {
    define_guarded(
        m, name, "state depth threads tick asks=False",
        [=](const Self& state, const py::object& depth, const py::object& threads, const py::object& tick, bool asks) {
            const int levels = to_bounded(depth, "depth", shallowest, kDeepestPerft);
            const int workers = state.game().threads(to_bounded(threads, "threads", 1, kMaxThreads));
            const Tick polled = to_tick(tick);
            const Self root = state;
            const GilRelease free;
            return *count(root.game(), root.state(), levels, workers, polled,
                          asks ? Finding::kAsked : Finding::kListed);
        });
}

void bind_engine(py::module_& m) {
    define_perft(m, "perft", 0, [](const auto&... given) { return perft(given...); });
    define_perft(m, "perft_divide", 1, [](const auto&... given) { return perft_divide(given...); });
    m.def(
        "playouts",
        [](const py::object& from, const py::object& n, const py::object& seed, const py::object& threads,
           const py::object& tick, std::uint64_t first) {
            constexpr std::int64_t kMost = 100'000'000;  // 4 GB of returns with five seats
            const auto count = static_cast<std::size_t>(to_bounded(n, "n", 0, kMost));
            const std::uint64_t number = to_seed(seed);
            const int asked = to_bounded(threads, "threads", 1, kMaxThreads);
            const Tick polled = to_tick(tick);
            const Self root =
                py::isinstance<Self>(from) ? py::cast<Self>(from) : py::cast<Self>(from.attr("new_initial_state")());
            const int workers = root.game().threads(asked);
            py::array_t<double> returns({count, static_cast<std::size_t>(root.players())});
            py::array_t<std::int32_t> lengths(static_cast<py::ssize_t>(count));
            double* values = returns.mutable_data();
            std::int32_t* decisions = lengths.mutable_data();
            {
                const GilRelease free;
                playouts(root.game(), root.state(), count, number, workers, polled, values, decisions, first);
            }
            return py::make_tuple(returns, lengths);
        },
        py::arg("state_or_game"), py::arg("n"), py::arg("seed"), py::arg("threads"), py::arg("tick"),
        py::arg("first") = 0, py::call_guard<RaisesCallbackError>());
    define_guarded(
        m, "sight", "state action seat", [](const Self& state, const py::object& action, const py::object& seat) {
            const Action a = to_bounded(action, "action", 0, state.owner->limits().actions - 1);
            const int watcher = to_bounded(seat, "seat", 0, state.players() - 1);
            if (!state.game().is_legal(state.state(), a) || state.player() < 0)
                throw py::value_error(state.owner->name() + ": action " + std::to_string(a) + " is not legal here");
            return state.game().sight(state.state(), a, watcher);
        });
}

}  // namespace uneri
