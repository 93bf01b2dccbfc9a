"""Fast, exact rules engines for table games, with hand analysis and search.

    >>> import uneri
    >>> game = uneri.load_game("onda", players=4)
    >>> state = game.new_initial_state(seed=7)
    >>> state.apply_action(state.legal_actions()[0])

`games()` lists the games; `uneri.NAME` (`import uneri.onda`) holds a game's hand analysis. Further modules:
`uneri.arena`, `uneri.bots`, `uneri.records`, `uneri.review`, `uneri.search`, `uneri.testing`, `uneri.view`.
"""

from __future__ import annotations

from ._util.starting import end_quietly, finish_import

end_quietly()  # before anything that takes time

import importlib
from typing import TYPE_CHECKING

from ._util.libraries import check_interpreter

check_interpreter()

from . import _core
from .contract import CHANCE, TERMINAL, Game, SeatView, State
from .registry import game_module, games, load_game, parse_view, register_game
from .registry.engine import Playouts, perft, perft_divide, playouts
from .registry.outside import get_cmake_dir, get_include
from .registry.views import add_pictures, add_views

if TYPE_CHECKING:
    from .batch import BatchEnv

add_pictures(_core)
add_views(_core)

__version__: str = _core.__version__
finish_import()

__all__ = [
    "CHANCE", "TERMINAL", "BatchEnv", "Game", "Playouts", "SeatView", "State", "__version__", "games", "get_cmake_dir",
    "get_include", "load_game", "parse_view", "perft", "perft_divide", "playouts", "register_game",
]  # fmt: skip

_MODULES = ("arena", "bots", "records", "review", "search", "testing", "view")
_LATE = {"BatchEnv": "batch"}  # objects of modules that need numpy, which takes longer to load than all of this

if not TYPE_CHECKING:  # a type checker wants the import written out

    def __getattr__(name: str) -> object:
        """Load modules when first accessed: `uneri.onda` works after `import uneri`."""
        if name in _LATE:
            globals()[name] = getattr(importlib.import_module(f"uneri.{_LATE[name]}"), name)
            return globals()[name]
        if name in (*_MODULES, *_LATE.values(), *_core.GAMES):
            return importlib.import_module(f"uneri.{name}")
        if not name.startswith("_") and name in games():
            return game_module(name)
        raise AttributeError(f"module 'uneri' has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted({*__all__, *_MODULES, *_core.GAMES, *(name for name in globals() if name.startswith("__"))})
