"""`Rollout`: the steps of a batch in arrays, allocated once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from .._util.messages import brief
from ..contract import Game

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

Policy = Callable[["NDArray[Any]", "NDArray[np.uint8]"], "ArrayLike"]

MOST_STEPS = 1 << 20
_BEFORE = ("observation", "mask", "current_player")
_AFTER = ("actions", "log_prob", "rewards", "terminated")


@dataclass(frozen=True, eq=False)
class Rollout:
    """The data of some steps of a `BatchEnv`, one row for each lane of each step.

    `BatchEnv.rollout` makes it and can reuse it. The names are those of the batch's arrays. `observation`, `mask` and
    `current_player` are from before the step, the others from after it.
    """

    observation: NDArray[np.float32] | NDArray[np.uint8]
    """`[steps, num_envs, ...]`: the batch's `observation` when the action was chosen."""
    mask: NDArray[np.uint8]
    """`uint8[steps, num_envs, ...]`, in the batch's form: bytes or bits."""
    current_player: NDArray[np.int32]
    """`int32[steps, num_envs]`: the seat that acted, -4 where the game was over."""
    actions: NDArray[np.int32]
    """`int32[steps, num_envs]`: its action, -1 where the game was over."""
    log_prob: NDArray[np.float32]
    """`float32[steps, num_envs]`: the logarithm of the probability of that action; 0 for a greedy player."""
    reward: NDArray[np.float32]
    """`float32[steps, num_envs]`: the reward of the acting seat for the step. With opponents that is the learner's
    total up to its next decision."""
    rewards: NDArray[np.float32]
    """`float32[steps, num_envs, seats]`: the rewards of all seats for the step."""
    terminated: NDArray[np.bool_]
    """`bool[steps, num_envs]`: the step ended a game."""


Views = dict[str, "NDArray[Any]"]  # the arrays of a batch by name
Kind = tuple[tuple[int, ...], "np.dtype[Any]"]


def _list_kinds(views: Views, steps: int) -> dict[str, Kind]:
    """Return the shape and type of each array of a rollout."""
    kinds: dict[str, Kind] = {name: ((steps, *views[name].shape), views[name].dtype) for name in (*_BEFORE, *_AFTER)}
    return kinds | {"reward": kinds["log_prob"]}


def make_rollout(views: Views, steps: int) -> Rollout:
    """Make new arrays."""
    return Rollout(**{name: np.zeros(shape, dtype) for name, (shape, dtype) in _list_kinds(views, steps).items()})


def check_fit(out: Any, views: Views, steps: int) -> Rollout:
    """Return `out` if its arrays are those of such a rollout; else raise TypeError or ValueError."""
    if not isinstance(out, Rollout):
        raise TypeError(f"out is {brief(out)} ({type(out).__name__}); allowed: a Rollout, or None")
    for name, (shape, dtype) in _list_kinds(views, steps).items():
        array = getattr(out, name)
        if not isinstance(array, np.ndarray) or array.dtype != dtype or array.shape != shape:
            kind = f"{array.dtype}{list(array.shape)}" if isinstance(array, np.ndarray) else type(array).__name__
            raise ValueError(f"out.{name} is {kind}; allowed: {dtype}{list(shape)}")
        if not (array.flags.c_contiguous and array.flags.writeable and array.flags.aligned):
            raise ValueError(f"out.{name} is read-only or has gaps; allowed: a writable array in C order")
    return out


def check_player(player: str, game: Game) -> None:
    """Raise ValueError if the core has no such player."""
    from ..bots.players import OF_CORE, plays  # external programs, too: not every importer of uneri needs them

    known = [name for name in OF_CORE if plays(name, game)]
    if player not in known:
        raise ValueError(f"policy is {brief(player)}; allowed for {game.name}: {', '.join(known)}, or a function")


def play(views: Views, step: Callable[[], None], rows: Rollout, tick: Any) -> None:
    """Fill `rows` by calls of `step`, which steps the batch by its policy."""
    steps, count = rows.actions.shape
    lanes = np.arange(count)
    for t in range(steps):
        for name in _BEFORE:
            getattr(rows, name)[t] = views[name]
        step()
        for name in _AFTER:
            getattr(rows, name)[t] = views[name]
        seats = rows.current_player[t]
        rows.reward[t] = np.where(seats >= 0, views["rewards"][lanes, np.maximum(seats, 0)], 0)
        if tick is not None:
            tick((t + 1) / steps)
