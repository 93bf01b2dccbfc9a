"""Turns between links for what the server's loop does itself: drawing and sending what is seen.

At most one such thing is done each time the loop goes round, for the link that has had the least processor time. So a link
whose sockets ask as often as they may slows down itself, and others wait a few milliseconds.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Coroutine, Generator, Hashable
from types import coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class Turns:
    """Who is next, by the processor time that each has had since nobody waited.

    Parameters
    ----------
    share
        Of the loop's time that all turns together may take, up to 1.
    """

    def __init__(self, share: float = 1) -> None:
        self._pause = 1 / share - 1
        self._waiting: dict[Hashable, deque[asyncio.Future[None]]] = {}
        self._spent: dict[Hashable, float] = {}
        """Seconds by owner."""
        self._least = 0.0
        """Of whoever had the last turn: nobody saves up time by waiting."""
        self._turning = False

    async def run(self, owner: Hashable, work: Coroutine[Any, Any, T]) -> T:
        """Do something when it is the owner's turn, as far as it goes without a pause: the rest takes no turn."""
        try:
            await self._turn(owner)
        except BaseException:
            work.close()
            raise
        return await metered(work, lambda seconds: self._charge(owner, seconds))

    async def _turn(self, owner: Hashable) -> None:
        loop = asyncio.get_running_loop()
        if not self._turning:
            self._turning = True
            self._give_turn()
            return
        if owner not in self._waiting:
            self._waiting[owner] = deque()
            self._spent[owner] = max(self._spent.get(owner, 0.0), self._least)
        turn = loop.create_future()
        self._waiting[owner].append(turn)
        await turn

    def _charge(self, owner: Hashable, seconds: float) -> None:
        if self._turning:
            self._spent[owner] = self._spent.get(owner, self._least) + seconds

    def _give_turn(self, turn: asyncio.Future[None] | None = None) -> None:
        """Whoever has it does its work before the loop comes to what is called here."""
        loop = asyncio.get_running_loop()
        begun = loop.time()
        if turn is not None:
            turn.set_result(None)
        loop.call_soon(lambda: loop.call_later(self._pause * (loop.time() - begun), self._next))

    def _next(self) -> None:
        while self._waiting:
            owner = min(self._waiting, key=self._spent.__getitem__)
            turns = self._waiting[owner]
            turn = turns.popleft()
            if not turns:
                del self._waiting[owner]
            if not turn.done():
                self._least = self._spent[owner]
                self._give_turn(turn)
                return
        self._spent.clear()
        self._least = 0.0
        self._turning = False


@coroutine
def metered(work: Coroutine[Any, Any, T], spent: Callable[[float], None]) -> Generator[Any, Any, T]:
    """Await something, and tell how much processor time each of its steps took in this thread, in seconds."""
    value: Any = None
    error: BaseException | None = None
    while True:
        begun = time.thread_time()
        try:
            wish = work.send(value) if error is None else work.throw(error)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
        finally:
            spent(time.thread_time() - begun)
        value = error = None
        try:
            value = yield wish
        except BaseException as raised:  # noqa: BLE001  # for the work to handle
            error = raised
