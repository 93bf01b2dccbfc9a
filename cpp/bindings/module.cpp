// The extension module: one submodule per game. cmake/UneriGames.cmake lists the games.
#include "bindings/pybind.hpp"

namespace uneri {
#define UNERI_GAME(name) void bind_##name(py::module_& m);
#include "uneri_games.inc"
#undef UNERI_GAME
void bind_bit_rows(py::module_& m);
void bind_gate(py::module_& m);
void bind_hand_reader(py::module_& m);
}  // namespace uneri

// Needs the GIL, since states and games rely on it, and the main interpreter, as numpy does (docs/architecture.md).
PYBIND11_MODULE(_core, m, py::multiple_interpreters::not_supported()) {
    m.doc() = "The compiled core of uneri. Private: import uneri instead.";
    m.attr("__version__") = UNERI_VERSION;
    uneri::bind_bit_rows(m);
    uneri::bind_gate(m);
    uneri::bind_hand_reader(m);
    py::list games;
    const auto property = py::module_::import("builtins").attr("property");
    const py::cpp_function no_features([](const py::handle&) { return py::list(); });
#define UNERI_GAME(name)                                                                                             \
    {                                                                                                                \
        py::module_ game = m.def_submodule(#name);                                                                   \
        uneri::bind_##name(game);                                                                                    \
        if (!py::hasattr(game.attr("Game"), "features")) game.attr("Game").attr("features") = property(no_features); \
        games.append(#name);                                                                                         \
    }
#include "uneri_games.inc"
#undef UNERI_GAME
    m.attr("GAMES") = py::tuple(games);
}
