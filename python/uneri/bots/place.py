"""Which bot a worker process is calling, in memory that outlives the process: who is to blame if it ends."""

from __future__ import annotations

from typing import Any, NamedTuple

_NOBODY = -1


class Verdict(NamedTuple):
    """A bot that ended a worker process loses its game."""

    ply: int
    """It is not called from this number of decisions on; below 0: it isn't even made."""
    reason: str


Verdicts = dict[tuple[int, int, int], Verdict]
"""By deal, game of the deal and seat."""


class Place:
    """The call that is under way: deal, game of the deal, seat, and decisions so far."""

    def __init__(self, context: Any) -> None:
        """`context` is one of multiprocessing; the place goes to a new process by its arguments."""
        self._cells = context.RawArray("q", [0, 0, _NOBODY, 0])

    def set(self, deal: int, game: int, seat: int, ply: int) -> None:
        """A bot is called now."""
        self._cells[:] = [deal, game, seat, ply]

    def clear(self) -> None:
        """No bot is called."""
        self._cells[2] = _NOBODY

    def get(self) -> tuple[int, int, int, int] | None:
        """Where the process is, or was when it ended; None outside the bots."""
        deal, game, seat, ply = self._cells
        return None if seat == _NOBODY else (deal, game, seat, ply)
