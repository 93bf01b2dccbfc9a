"""Converts numbers of observations to bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._util.checks import check_any_game
from ..contract import Game
from ..registry import core_module, load_game

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def observation_grid(game: Game) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Compute how a game's observations become bytes. It is the same on both backends.

    Parameters
    ----------
    game
        A game of either backend.

    Returns
    -------
    low, step : numpy.ndarray
        Two arrays `float32[size]`: a byte means `low + step * byte`.

    Examples
    --------
    >>> import uneri
    >>> from uneri.batch import observation_grid
    >>> game = uneri.load_game("onda")
    >>> low, step = observation_grid(game)
    >>> low.shape == step.shape == game.observation_tensor_shape
    True
    """
    check_any_game(game)
    core = game if game.backend == "core" else load_game(str(game))
    low, step = core_module(game.name).observation_grid(core)
    return low, step
