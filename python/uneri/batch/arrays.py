"""The arrays of a batch, and how a notebook shows them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..view.html import block, details, paragraph, strong, table


class LaneArrays:
    """The memory that the lanes of a `BatchEnv` write to."""

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
    parts = [paragraph(strong(str(env.game)), *facts)]
    rows = [(name, f"{view.dtype}[{', '.join(map(str, view.shape))}]") for name, view in views.items()]
    parts.append(table(("view", "array"), rows))
    parts.append(details("lane 0", env.get_state(0).to_svg()))
    return block(*parts)
