"""Makes the spaces of Gymnasium and PettingZoo for a game."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from .. import contract

_BOUND = float(2**24)  # beyond every number in a tensor (flags, counts, points), and finite: their checks want bounds


def make_observations(game: contract.Game) -> spaces.Box:
    """Return the space of `State.observation_tensor`."""
    return spaces.Box(-_BOUND, _BOUND, game.observation_tensor_shape, np.float32)


def make_actions(game: contract.Game) -> spaces.Discrete:
    """Return the space of the game's action ids."""
    return spaces.Discrete(game.num_distinct_actions)
