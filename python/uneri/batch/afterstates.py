"""`After`: what comes of each legal action in the lanes of a batch, in arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

MOST_WORLDS = 1024
"""Drawn for one action."""


@dataclass(frozen=True, eq=False)
class After:
    """What the seats to act would see after each of their legal actions: one row per action.

    `BatchEnv.after` makes it, and its next call writes to the arrays again.
    """

    offsets: NDArray[np.int64]
    """`int64[num_envs + 1]`: the rows of lane i are `offsets[i]` to `offsets[i + 1] - 1`. A lane whose game is over has
    none."""
    actions: NDArray[np.int32]
    """`int32[rows]`: the action of each row, ascending within a lane."""
    observation: NDArray[np.float32] | NDArray[np.uint8]
    """`[rows, size]`: what the seat that acted sees after the action, in the batch's type; or features."""
    rewards: NDArray[np.float32]
    """`float32[rows]`: what the seat earns by the action itself, before anybody else acts."""
    terminated: NDArray[np.bool_]
    """`bool[rows]`: the action ends the game."""


Arrays = dict[str, "NDArray[Any]"]


def make_arrays(lanes: int, rows: int, width: int, dtype: str) -> Arrays:
    """Arrays with room for so many rows."""
    return {
        "offsets": np.zeros(lanes + 1, np.int64),
        "actions": np.empty(rows, np.int32),
        "observation": np.empty((rows, width), dtype),
        "rewards": np.empty(rows, np.float32),
        "terminated": np.empty(rows, np.bool_),
    }


class AfterstateBuffers:
    """Arrays that grow as rows need them."""

    def __init__(self) -> None:
        self._arrays: Arrays | None = None

    def fill(self, lanes: int, width: int, dtype: str, write: Callable[[Arrays], int]) -> After:
        """`write` fills arrays and returns the number of rows, also where they have no room for these."""
        room = self._arrays
        if room is None or room["observation"].shape[1] != width or room["observation"].dtype != dtype:
            room = make_arrays(lanes, 16 * lanes, width, dtype)
        count = write(room)
        while count > len(room["actions"]):
            room = make_arrays(lanes, count + count // 4, width, dtype)
            count = write(room)
        self._arrays = room
        return After(**{name: array if name == "offsets" else array[:count] for name, array in room.items()})
