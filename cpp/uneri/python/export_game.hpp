// Makes the one file of an extension module that hands a game over to uneri's Python package. uneri_add_game() of CMake
// writes that file; docs/own_game.md has an example.
#pragma once

#include <Python.h>

#include "uneri/engine/exported_game.hpp"

namespace uneri {

// The module: TABLES is what uneri.register_game takes.
template <Game G>
PyObject* make_module(PyModuleDef& definition) {
    static const std::string kLayout = exported_layout();
    static const ExportedGame kGame{kLayout.c_str(), &hot_table<G>(), &cold_table<G>()};
    PyObject* made = PyModule_Create(&definition);
    PyObject* tables = PyCapsule_New(const_cast<ExportedGame*>(&kGame), kExportedGame, nullptr);
    if (made != nullptr && tables != nullptr && PyModule_AddObjectRef(made, "TABLES", tables) < 0) Py_CLEAR(made);
    if (tables == nullptr) Py_CLEAR(made);
    Py_XDECREF(tables);
    return made;
}

}  // namespace uneri

#define UNERI_EXPORT_GAME(MODULE, G)                                                                   \
    extern "C" PyMODINIT_FUNC PyInit_##MODULE() {                                                      \
        static PyModuleDef definition = {                                                              \
            PyModuleDef_HEAD_INIT, #MODULE, nullptr, -1, nullptr, nullptr, nullptr, nullptr, nullptr}; \
        return uneri::make_module<G>(definition);                                                      \
    }
