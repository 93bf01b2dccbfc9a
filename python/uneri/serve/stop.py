"""The stop after a round: bots wait while people read its score sheet."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable


class Stop:
    """Ends when all seats have continued, or after some seconds.

    Parameters
    ----------
    seats
        The seats to wait for.
    seconds
        The longest time.
    notify
        Called when another seat no longer reads.
    """

    def __init__(self, seats: Iterable[int], seconds: float, notify: Callable[[], None]) -> None:
        self.waits = set(seats)
        """The seats that still read."""
        self._notify, self._ended = notify, asyncio.Event()
        self._timer = asyncio.get_running_loop().call_later(seconds, self.go_on)
        self._end_if_empty()

    def go_on(self, seat: int | None = None) -> None:
        """Wait no longer for a seat; None: for nobody."""
        before = len(self.waits)
        self.waits -= self.waits.copy() if seat is None else {seat}
        if len(self.waits) < before:
            self._end_if_empty()
            self._notify()

    async def wait(self) -> None:
        """Wait for the end."""
        await self._ended.wait()

    def cancel(self) -> None:
        """Drop the timer of a game that is gone."""
        self._timer.cancel()

    def _end_if_empty(self) -> None:
        if not self.waits:
            self._timer.cancel()
            self._ended.set()
