"""Checks a batch's arguments, and turns the numbers of observations into bytes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._util.checks import check_any_game, seed_of
from .._util.messages import brief
from ..contract import Game
from ..registry import core_module, load_game

MOST_LANES = 1 << 20
DTYPES = ("float32", "uint8")


def read_lane_seeds(seed: Any, count: int) -> Any:
    """Return one seed as an int, many as `uint64[count]`."""
    if np.ndim(seed) == 0:
        return seed_of(seed)
    # Item by item, as numpy would turn a mix of large and small ints into floats.
    given = seed if isinstance(seed, np.ndarray) else np.array(seed, object)
    if given.dtype.kind == "O":
        given = np.array([seed_of(item) for item in given.ravel()], np.uint64).reshape(given.shape)
    if given.dtype.kind not in "iu":
        raise TypeError(f"seed must be an integer or an array of integers, not an array of {given.dtype}")
    if given.shape != (count,):
        raise ValueError(f"seed must have shape ({count},), not {given.shape}")
    if given.dtype.kind == "i" and (given < 0).any():
        raise ValueError(f"seed is {given.min()}; allowed: 0 to 2^64 - 1")
    return given.astype(np.uint64)


def read_lane_numbers(lanes: Any, num_envs: int) -> NDArray[np.int64] | None:
    """Return the numbers that a list or a mask of lanes names; None for all lanes."""
    if lanes is None:
        return None
    given = np.asarray(lanes)
    if given.dtype.kind == "b":
        if given.shape != (num_envs,):
            raise ValueError(f"lanes must have shape ({num_envs},), not {given.shape}")
        return np.flatnonzero(given)
    if given.size == 0:
        return np.zeros(0, np.int64)
    if given.dtype.kind not in "iu":
        raise TypeError(f"lanes must be integers, or bools for all lanes, not {given.dtype}")
    if given.ndim != 1:
        raise ValueError(f"lanes must have one axis, not shape {given.shape}")
    worst = given[(given < 0) | (given >= num_envs)]
    if worst.size:
        raise ValueError(f"lanes has {worst[0]}; allowed: 0 to {num_envs - 1}")
    return given.astype(np.int64)


def check_dtype(dtype: Any) -> str:
    """Return the name of a valid dtype for observations."""
    try:
        name = str(np.dtype(dtype).name)
    except TypeError:
        name = str(dtype)
    if dtype is None or name not in DTYPES:
        raise ValueError(f"dtype is {brief(dtype)}; allowed: {', '.join(DTYPES)}")
    return name


def observation_grid(game: Game) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Compute how a game's observations become bytes, the same on both backends: `low` and `step`.

    Both are `float32[size]`: a byte means `low + step * byte`.

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
