"""The arrays of a batch, allocated once; their display in a notebook; and `Rollout`, its steps in arrays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._util.messages import brief
from ..contract import Game


class LaneArrays:
    """The arrays to which the lanes of a `BatchEnv` write."""

    observation: NDArray[np.float32] | NDArray[np.uint8]
    """`[num_envs, size]`, with `"all"` `[num_envs, seats, size]`: `State.observation_tensor`. With `"acting"` zeros
    where no seat is to act; with opponents what the learner sees, also at the end. Without observations
    `[num_envs, 0]`."""
    mask: NDArray[np.uint8]
    """`uint8[num_envs, num_distinct_actions]`: 1 where an action is legal. With `mask="bits"` `uint8[num_envs,
    ceil(num_distinct_actions / 8)]`: eight actions a byte, as `numpy.packbits` with `bitorder="little"`."""
    legal: NDArray[np.int32]
    """`int32[num_envs, max_legal_actions]`, read-only: the legal actions of each lane, ascending, then -1."""
    num_legal: NDArray[np.int32]
    """`int32[num_envs]`, read-only: how many there are."""
    current_player: NDArray[np.int32]
    """`int32[num_envs]`: the seat to act, -4 where the game is over."""
    learner: NDArray[np.int32]
    """`int32[num_envs]`: the learner's seat in the lane's game, -1 without opponents."""
    rewards: NDArray[np.float32]
    """`float32[num_envs, seats]`: the rewards of the last step, as `State.rewards`. With opponents a game's first step
    also has the rewards before it."""
    terminated: NDArray[np.bool_]
    """`bool[num_envs]`: the last step ended a game. Without auto-reset it stays until `reset`."""
    episode_length: NDArray[np.int32]
    """`int32[num_envs]`: the steps of the game that the last step was part of."""
    final_returns: NDArray[np.float32]
    """`float32[num_envs, seats]`: the returns of the last game that ended in the lane; zeros before."""
    actions: NDArray[np.int32]
    """`int32[num_envs]`: the actions of the last step, -1 where it played none."""
    log_prob: NDArray[np.float32]
    """`float32[num_envs]`: the logarithm of the probability with which the last step drew its action from logits; 0
    where it did not."""
    seeds: NDArray[np.uint64]
    """`uint64[num_envs]`: the seed of each lane's game."""
    members: NDArray[np.int32]
    """`int32[num_envs, opponents]`, read-only: which member of a `Pool` plays the seat of each opponent in the lane's
    game, in the order of play after the learner; 0 where there is no pool. Without opponents `[num_envs, 0]`."""


def describe_batch(env: Any, views: dict[str, NDArray[Any]], facts: list[str]) -> str:
    """Write a batch's settings, its arrays and its first lane as HTML."""
    from ..view.html import block, details, paragraph, strong, table  # only notebooks need it

    parts = [paragraph(strong(str(env.game)), *facts)]
    rows = [(name, f"{view.dtype}[{', '.join(map(str, view.shape))}]") for name, view in views.items()]
    parts.append(table(("view", "array"), rows))
    parts.append(details("lane 0", env.get_state(0).to_svg()))
    return block(*parts)


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
        raise TypeError(f"out must be a Rollout or None, not {brief(out)} ({type(out).__name__})")
    for name, (shape, dtype) in _list_kinds(views, steps).items():
        array = getattr(out, name)
        if not isinstance(array, np.ndarray) or array.dtype != dtype or array.shape != shape:
            kind = f"{array.dtype}{list(array.shape)}" if isinstance(array, np.ndarray) else type(array).__name__
            raise ValueError(f"out.{name} must be {dtype}{list(shape)}, not {kind}")
        if not (array.flags.c_contiguous and array.flags.writeable and array.flags.aligned):
            raise ValueError(f"out.{name} must be a writable array in C order")
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
