"""Shares the server's loop between links, for drawing and sending positions.

Each `Turns` does at most one such thing per iteration of the loop, for the link that has used the least processor time.
So a link whose sockets send many requests slows itself down, and others wait a few milliseconds.
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
    """Gives the next turn to the owner with the least processor time since the queue was last empty.

    All turns together take at most `share` of the loop's time.
    """

    def __init__(self, share: float = 1) -> None:
        self._pause = 1 / share - 1
        self._waiting: dict[Hashable, deque[asyncio.Future[None]]] = {}
        self._spent: dict[Hashable, float] = {}
        """Seconds by owner."""
        self._least = 0.0
        """The time of the owner that had the last turn. A new owner starts with it, so that nobody saves up time."""
        self._turning = False

    async def run(self, owner: Hashable, work: Coroutine[Any, Any, T]) -> T:
        """Run work when it is the owner's turn. Work after its first pause takes no turn."""
        try:
            await self._turn(owner)
        except BaseException:
            work.close()
            raise
        return await meter_work(work, lambda seconds: self._charge(owner, seconds))

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
        """Give a turn. The loop runs that work before what is scheduled here."""
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
def meter_work(work: Coroutine[Any, Any, T], spent: Callable[[float], None]) -> Generator[Any, Any, T]:
    """Await work, and report the processor time of each of its steps in this thread, in seconds."""
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
