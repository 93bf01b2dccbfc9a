"""The location of the files for C++ users."""

from __future__ import annotations

from pathlib import Path

from .. import _core


def get_include() -> str:
    """Return the folder of the C++ headers, for a compiler's `-I`: it has `uneri/engine/game.hpp` and all others.

    Headers alone compile; to link, build the sources of `get_cmake_dir`, too.

    Raises
    ------
    FileNotFoundError
        If this copy of uneri is not an installed one.
    """
    return _folder("include")


def get_cmake_dir() -> str:
    """Return the folder of `uneriConfig.cmake`, for CMake's `-Duneri_DIR` or `CMAKE_PREFIX_PATH`.

    `find_package(uneri CONFIG REQUIRED COMPONENTS onda)` defines the target `uneri::onda`.

    Raises
    ------
    FileNotFoundError
        If this copy of uneri is not an installed one.
    """
    return _folder("share/cmake/uneri")


def _folder(name: str) -> str:
    folder = Path(str(_core.__file__)).parent / name  # an editable installation has them beside the core, too
    if not folder.is_dir():
        raise FileNotFoundError(f"{folder} does not exist: the files for C++ come with an installed uneri")
    return str(folder)
