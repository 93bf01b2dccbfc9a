"""Long calls beside the server's loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


class Workers:
    """Runs calls in threads of their own, so many at once.

    The threads are daemons: a bot that never answers holds up neither the others nor the end of the program.
    """

    def __init__(self, at_once: int) -> None:
        self._slots = asyncio.Semaphore(at_once)

    async def call(self, function: Callable[[], T], limit: float) -> T:
        """The result. TimeoutError after so many seconds; whatever the function raises."""
        async with self._slots:
            loop = asyncio.get_running_loop()
            future: asyncio.Future[T] = loop.create_future()

            def settle(result: T | None, error: BaseException | None) -> None:
                if future.done():  # nobody waits any more
                    return
                if error is not None:
                    future.set_exception(error)
                else:
                    future.set_result(result)  # type: ignore[arg-type]

            def run() -> None:
                try:
                    result, error = function(), None
                except BaseException as raised:  # noqa: BLE001  # of a bot: told to whoever waits
                    result, error = None, raised if isinstance(raised, Exception) else RuntimeError(repr(raised))
                try:
                    loop.call_soon_threadsafe(settle, result, error)
                except RuntimeError:  # the server has ended meanwhile
                    return

            threading.Thread(target=run, name="uneri serve: work", daemon=True).start()
            async with asyncio.timeout(limit):
                return await future
