"""Runs long calls outside the server's loop, with a queue for each kind of work, so that no kind waits for another."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Callable, Hashable
from typing import Any, Final, TypeVar

from uneri._util.interrupts import stop_when_set

from .requests import Refused

T = TypeVar("T")

WAITING: Final = 64
"""Calls that may wait in a line."""
_EACH: Final = 4
"""Calls of one owner that may wait in a line."""
_GRACE: Final = 1.0
"""Seconds within which an abandoned call should end. Searches take 50 ms."""
_LOST: Final = 16
"""The most threads of a line that never ended and whose places were given away."""


class Line:
    """Runs calls in threads, a few at once. The others wait, and owners take turns.

    A call that nobody waits for any more isn't started, or is stopped (`uneri._util.interrupts`). If it doesn't stop, another call
    gets its place, unless too many such threads exist already. The threads are daemons, so the program can end without
    them.

    `at_once` calls run, `longest` may wait, `each` of them for one owner, or all for None. Messages use `name` for the
    calls.
    """

    def __init__(self, name: str, at_once: int, longest: int = WAITING, each: int | None = _EACH) -> None:
        self._name, self._free, self._longest, self._each = name, at_once, longest, longest if each is None else each
        self._turns: list[tuple[int, asyncio.Future[None], Hashable]] = []
        """Calls that wait, each with its round: an owner has one call in a round."""
        self._rounds: Counter[Hashable] = Counter()
        self._round = 0
        self._lost: list[Hashable] = []
        """Owners of threads that never ended."""

    async def call(self, function: Callable[[], T], limit: float, owner: Hashable = None) -> T:
        """Return the result of a function, or raise what it raises. TimeoutError after `limit` seconds, waiting included.

        Refused if too many calls wait already, or the owner's last one never ended.
        """
        async with asyncio.timeout(limit):
            await self._turn(owner)
            return await self._run(function, owner)

    async def _turn(self, owner: Hashable) -> None:
        if owner is not None and owner in self._lost:
            raise Refused("the last one is still running; try again later", 503)
        if self._free > 0:
            self._free -= 1
            return
        own = sum(one == owner for _, _, one in self._turns)
        if len(self._turns) >= self._longest or own >= self._each:
            raise Refused(f"too many {self._name} are waiting; try again later", 503)
        self._rounds[owner] = max(self._round, self._rounds[owner]) + 1
        turn = (self._rounds[owner], asyncio.get_running_loop().create_future(), owner)
        self._turns.append(turn)
        try:
            await turn[1]
        except asyncio.CancelledError:
            if turn in self._turns:
                self._turns.remove(turn)
            elif not turn[1].cancelled():  # it got its turn at the same moment
                self._next()
            raise

    def _next(self) -> None:
        """Give a place to the next waiting call."""
        while self._turns:
            turn = min(self._turns, key=lambda one: one[0])  # the first of its round
            self._turns.remove(turn)
            self._round, future, _ = turn
            if not future.done():
                future.set_result(None)
                return
        self._rounds.clear()
        self._round = 0
        self._free += 1

    async def _run(self, function: Callable[[], T], owner: Hashable) -> T:
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        stop = threading.Event()
        place = _Place(self._next)

        def settle(result: Any, error: BaseException | None) -> None:
            if place.is_lost:
                self._lost.remove(owner)
            place.leave()
            if answer.done():  # nobody waits any more
                return
            if error is not None:
                answer.set_exception(error)
            else:
                answer.set_result(result)

        def run() -> None:
            result, error = None, None
            try:
                with stop_when_set(stop):
                    result = function()
            except BaseException as raised:  # noqa: BLE001  # of a bot: raised where the caller waits
                error = raised if isinstance(raised, Exception) else RuntimeError(repr(raised))
            try:
                loop.call_soon_threadsafe(settle, result, error)
            except RuntimeError:  # the server has ended meanwhile
                return

        def lose() -> None:
            if not place.is_left and len(self._lost) < _LOST:
                self._lost.append(owner)
                place.is_lost = True
                place.leave()

        try:
            threading.Thread(target=run, name=f"uneri serve: {self._name}", daemon=True).start()
        except RuntimeError:  # the system has no thread left
            place.leave()
            raise Refused("the server is busy; try again later", 503) from None
        try:
            return await answer
        finally:
            if not answer.done() or answer.cancelled():
                stop.set()
                loop.call_later(_GRACE, lose)


class _Place:
    """A place in a queue. It can be left only once."""

    def __init__(self, leave: Callable[[], None]) -> None:
        self._leave = leave
        self.is_left = self.is_lost = False

    def leave(self) -> None:
        """Give it to the next call."""
        if not self.is_left:
            self.is_left = True
            self._leave()
