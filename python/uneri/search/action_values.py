"""The worth of each legal action, world by world: an unbiased measure."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._util.interrupts import check_stop, tick
from .._util.rng import SplitMix64
from ..contract import State
from .searches import PIMC
from .settings import to_core

JUDGED_BY = ("rollout", "epsilon", "depth", "horizon", "objective")
"""The settings of a search that define the worth of an action, not the way to find it."""
ERRORS = 2.0
"""Two values that differ by no more than this number of standard errors are called equal."""


def evaluate_in_worlds(state: State, worlds: int, seed: int, settings: Mapping[str, Any]) -> NDArray[np.float64]:
    """Play every legal action once in each of some worlds.

    All actions have the same worlds, drawn for the seat to act, and as many playouts. Later draws differ between the
    actions of a world. `settings` are those of `JUDGED_BY`. Returns `float64[worlds, actions]`, actions ascending,
    each value the seat's, 0 to 1.
    """
    core, root = to_core(state)
    actions = root.num_legal_actions()
    # As many simulations as actions: a tree tries each action once before it comes back to one.
    judge = PIMC(sims=actions, worlds=1, **settings)
    chosen = judge._make_settings(core, root.game) | {"tree": False}
    numbers = SplitMix64(seed)
    found = np.empty((worlds, actions), np.float64)
    for world in range(worlds):
        check_stop()  # a world alone is too short for a tick
        arms = core.search("pimc", root, chosen | {"seed": numbers.next()}, tick())["arms"]
        found[world] = [arm["mean"] for arm in arms]
    return found


def average(values: NDArray[np.float64]) -> tuple[float, float]:
    """Return the mean and its standard error."""
    return float(values.mean()), float(values.std(ddof=1) / math.sqrt(len(values)))


def is_better(one: NDArray[np.float64], other: NDArray[np.float64]) -> bool:
    """Tell whether a move's values, world by world, exceed another's by more than the error of the difference."""
    gain, stderr = average(one - other)
    return gain > ERRORS * stderr
