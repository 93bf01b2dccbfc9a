"""How numbers of observations become bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..contract import Game
from ..registry import core_module, load_game

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def observation_grid(game: Game) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """`low` and `step` of a game's observations as bytes, which are the same on both backends."""
    core = game if game.backend == "core" else load_game(str(game))
    low, step = core_module(game.name).observation_grid(core)
    return low, step
