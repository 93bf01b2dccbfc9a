"""Bots against each other: the same deals for everyone, ratings with intervals, and runs that can be stopped and
resumed.

    >>> from uneri import arena
    >>> result = arena.run("onda(players=3,rounds=1)", ["greedy", "random"], deals=40, seed=1)
    >>> result.rows[0].bot
    'greedy'

A deal is a seed: it fixes every number that chance takes. Each deal is played several times with the bots on other
seats, and is one observation for all intervals. `uneri arena` is the same on the command line.
"""

from __future__ import annotations

from .._util.public import publish
from .ratings import BotRow, Estimate, PairRow
from .result import Result, Snapshot
from .sprt import SprtState
from .tournament import load, run

__all__ = [
    "BotRow", "Estimate", "PairRow", "Result", "Snapshot", "SprtState", "load", "run",
]  # fmt: skip

__dir__ = publish(globals())
