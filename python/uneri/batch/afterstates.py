"""`After`: the results of each legal action in the lanes of a batch, in arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

MOST_WORLDS = 1024
"""The most worlds drawn for one action."""


@dataclass(frozen=True, eq=False)
class After:
    """The views of the seats to act after each of their legal actions, one row per action.

    `BatchEnv.after` returns it; the next call overwrites its arrays.
    """

    offsets: NDArray[np.int64]
    """`int64[num_envs + 1]`: the rows of lane i are `offsets[i]` to `offsets[i + 1] - 1`. A lane whose game is over has
    none."""
    actions: NDArray[np.int32]
    """`int32[rows]`: the action of each row, ascending within a lane."""
    observation: NDArray[np.float32] | NDArray[np.uint8]
    """`[rows, size]`: the acting seat's observation after the action, in the batch's type; or features."""
    rewards: NDArray[np.float32]
    """`float32[rows]`: the seat's reward for the action itself, before another seat acts."""
    terminated: NDArray[np.bool_]
    """`bool[rows]`: the action ends the game."""


Arrays = dict[str, "NDArray[Any]"]


def make_arrays(lanes: int, rows: int, width: int, dtype: str) -> Arrays:
    """Return arrays with room for `rows` rows."""
    return {
        "offsets": np.zeros(lanes + 1, np.int64),
        "actions": np.empty(rows, np.int32),
        "observation": np.empty((rows, width), dtype),
        "rewards": np.empty(rows, np.float32),
        "terminated": np.empty(rows, np.bool_),
    }


class AfterstateBuffers:
    """Arrays that grow with the number of rows."""

    def __init__(self) -> None:
        self._arrays: Arrays | None = None

    def fill(self, lanes: int, width: int, dtype: str, write: Callable[[Arrays], int]) -> After:
        """Fill the arrays by `write`, which returns the number of rows even if they don't fit."""
        room = self._arrays
        if room is None or room["observation"].shape[1] != width or room["observation"].dtype != dtype:
            room = make_arrays(lanes, 16 * lanes, width, dtype)
        count = write(room)
        while count > len(room["actions"]):
            room = make_arrays(lanes, count + count // 4, width, dtype)
            count = write(room)
        self._arrays = room
        return After(**{name: array if name == "offsets" else array[:count] for name, array in room.items()})
