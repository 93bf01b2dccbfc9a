// The extension module: what is common to all games, and one submodule per game. cmake/UneriGames.cmake lists the
// games.
#include "bindings/objects.hpp"
#include "bindings/pybind.hpp"
#include "uneri/engine/pool.hpp"

namespace uneri {
#define UNERI_GAME(name)            \
    namespace name##_binding {      \
        void bind(py::module_ & m); \
    }                               \
    const HotTable& hot_##name();   \
    const ColdTable& cold_##name();
#include "uneri_games.inc"
#undef UNERI_GAME
void bind_batch(py::module_& m);
void bind_bit_rows(py::module_& m);
void bind_engine(py::module_& m);
void bind_following_search(py::module_& m);
void bind_game(py::module_& m);
void bind_hand_reader(py::module_& m);
void bind_net(py::module_& m);
void bind_puct(py::module_& m);
void bind_record_lines(py::module_& m);
void bind_records(py::module_& m);
void bind_search(py::module_& m);
void bind_state(py::module_& m);
void bind_outside_games(py::module_& m, const binding::SharedModules& modules);
}  // namespace uneri

// Needs the GIL, since states and games rely on it, and the main interpreter, as numpy does (docs/architecture.md).
PYBIND11_MODULE(_core, m, py::multiple_interpreters::not_supported()) {
    using namespace uneri;
    m.doc() = "The compiled core of uneri. Private: import uneri instead.";
    m.attr("__version__") = UNERI_VERSION;
    bind_bit_rows(m);
    m.def("pool_counts", [] {
        const PoolCounts counts = Pool::of_process().counts();
        return py::make_tuple(counts.asked, counts.joined, counts.threads);
    });
    bind_hand_reader(m);
    bind_record_lines(m);
    binding::SharedModules modules{m.def_submodule("_bound"), m.def_submodule("_net")};
    for (const auto bind :
         {bind_game, bind_state, bind_engine, bind_records, bind_batch, bind_search, bind_following_search, bind_puct})
        bind(modules.shared);
    bind_net(modules.shared_net);
    py::list games;
#define UNERI_GAME(name)                                                  \
    {                                                                     \
        py::module_ game = m.def_submodule(#name);                        \
        binding::fill_module(game, modules, hot_##name(), cold_##name()); \
        name##_binding::bind(game);                                       \
        games.append(#name);                                              \
    }
#include "uneri_games.inc"
#undef UNERI_GAME
    m.attr("GAMES") = py::tuple(games);
    bind_outside_games(m, modules);
}
