"""Batches of short games, and what is compared between two of them."""

from __future__ import annotations

from typing import Any

import numpy as np

import uneri

VIEWS = (
    "observation",
    "mask",
    "legal",
    "num_legal",
    "current_player",
    "learner",
    "rewards",
    "terminated",
    "episode_length",
    "final_returns",
    "actions",
    "log_prob",
    "seeds",
    "members",
)
MODES = ("same", "next", None)
SHORT: dict[str, dict[str, Any]] = {
    "namima": {"variant": "sazanami", "players": 2, "games": 1},
    "onda": {"players": 2, "rounds": 1},
    "solo": {"players": 2, "max_rounds": 1, "turn_cap": 60},
    "tacta": {"players": 2},
    "tidal": {"players": 2},
}
SLOW = ("namima", "tacta")  # of which the reference backend plays few steps a second


def short(name: str, backend: str = "core", **options: Any) -> Any:
    """A game whose matches end soon."""
    return uneri.load_game(name, backend=backend, **{**SHORT.get(name, {}), **options})


def copies(env: Any) -> dict[str, Any]:
    return {name: getattr(env, name).copy() for name in VIEWS}


def assert_same(env: Any, other: Any) -> None:
    for name in VIEWS:
        mine, yours = (
            getattr(env, name),
            (other if isinstance(other, dict) else {name: getattr(other, name)})[name],
        )
        assert mine.shape == yours.shape, name
        assert mine.dtype == yours.dtype, name
        assert np.array_equal(mine, yours), name
