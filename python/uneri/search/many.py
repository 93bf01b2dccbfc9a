"""Results of a search for many positions at once, as arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, SupportsIndex, TypeGuard

import numpy as np
from numpy.typing import NDArray

from ..contract import Game, State


class Lanes(Protocol):
    """The part of `uneri.BatchEnv` that a search uses. It is not imported, since that module imports searches."""

    current_player: NDArray[np.int32]
    legal: NDArray[np.int32]
    num_legal: NDArray[np.int32]
    _lanes: Any

    @property
    def game(self) -> Game:
        """The game of all lanes."""

    def get_state(self, lane: SupportsIndex, /) -> State:
        """Return a copy of a lane's state."""


@dataclass(frozen=True, eq=False)
class SearchArrays:
    """The results of a search in the lanes of a batch. Row i is about lane `lanes[i]`."""

    lanes: NDArray[np.int64]
    """The lanes that were searched, ascending: those where a seat is to act."""
    action: NDArray[np.int32]
    """The choices."""
    simulations: NDArray[np.int64]
    """Simulations, by row."""
    starts: NDArray[np.int64]
    """One more than rows: row i has the entries from `starts[i]` to `starts[i + 1]` of the arrays below."""
    legal: NDArray[np.int32]
    """Legal actions, ascending within a row."""
    visits: NDArray[np.int64]
    """Simulations that began with each."""
    mean: NDArray[np.float32]
    """Their mean value for the seat to act, 0 to 1; NaN without a visit."""
    num_actions: int
    """Actions of the game: `Game.num_distinct_actions`."""
    seconds: float
    """Wall time of all together."""

    def __len__(self) -> int:
        return len(self.lanes)

    def policy(self) -> NDArray[np.float32]:
        """Return the share of visits of each action, `float32[rows, num_actions]`. Each row adds up to 1."""
        found = np.zeros((len(self.lanes), self.num_actions), np.float32)
        rows = np.repeat(np.arange(len(self.lanes)), np.diff(self.starts))
        found[rows, self.legal] = self.visits
        found /= np.maximum(1, found.sum(axis=1, keepdims=True))
        return found


def is_batch(positions: object) -> TypeGuard[Lanes]:
    """Return whether it is a `BatchEnv`."""
    return hasattr(positions, "num_envs") and hasattr(positions, "get_state")


def find_acting_lanes(env: Lanes) -> NDArray[np.int64]:
    """List the lanes where a seat is to act."""
    return np.flatnonzero(env.current_player >= 0)


def open_lanes(env: Lanes) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Return an array of actions with the forced ones (0 where no seat is to act), and the lanes that have a choice."""
    acting = env.current_player >= 0
    chosen = np.where(acting, env.legal[:, 0], 0).astype(np.int32)
    return chosen, np.flatnonzero(acting & (env.num_legal > 1))


def make_state_arrays(
    env: Lanes, lanes: NDArray[np.int64], found: Sequence[Mapping[str, Any]], seconds: float
) -> SearchArrays:
    """Join the core's results for single states."""
    arms = [arm for one in found for arm in one["arms"]]
    return SearchArrays(
        lanes=lanes,
        action=np.array([one["best"] for one in found], np.int32),
        simulations=np.array([one["simulations"] for one in found], np.int64),
        starts=np.concatenate([[0], np.cumsum([len(one["arms"]) for one in found])]).astype(np.int64),
        legal=np.array([arm["action"] for arm in arms], np.int32),
        visits=np.array([arm["visits"] for arm in arms], np.int64),
        mean=np.array([np.nan if arm["mean"] is None else arm["mean"] for arm in arms], np.float32),
        num_actions=env.game.num_distinct_actions,
        seconds=seconds,
    )
