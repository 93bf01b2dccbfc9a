"""Answers that several ask for: each is made once, and the latest are kept."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class Kept(Generic[T]):
    """The values that were used last.

    Parameters
    ----------
    most
        Of the sizes of all values together.
    size
        Of a value. By default each counts 1.
    """

    def __init__(self, most: int, size: Callable[[T], int] = lambda _: 1) -> None:
        self._most, self._size = most, size
        self._values: dict[Hashable, T] = {}
        """The one that was used longest ago is first."""
        self._all = 0

    def get(self, key: Hashable) -> T | None:
        """The value of a key, if it is kept."""
        value = self._values.pop(key, None)
        if value is not None:
            self._values[key] = value
        return value

    def put(self, key: Hashable, value: T) -> T:
        """Keeps a value of a new key, and returns it."""
        self._values[key] = value
        self._all += self._size(value)
        while self._all > self._most:
            self._all -= self._size(self._values.pop(next(iter(self._values))))
        return value


class Answers(Generic[T]):
    """Answers that take a while. Whoever asks for one that is being made waits for the same, and it is given up when
    nobody waits for it any more.

    Parameters
    ----------
    most, size
        As of `Kept`.
    """

    def __init__(self, most: int, size: Callable[[T], int] = lambda _: 1) -> None:
        self._kept = Kept[T](most, size)
        self._tasks: dict[Hashable, asyncio.Task[T]] = {}
        self._waiting: dict[asyncio.Task[T], int] = {}

    async def get(self, key: Hashable, make: Callable[[], Awaitable[T]]) -> T:
        """The answer of a key, kept or made, or what making it raises."""
        found = self._kept.get(key)
        if found is not None:
            return found
        task = self._tasks.get(key)
        if task is None:
            task = self._tasks[key] = asyncio.create_task(self._made(key, make))
        self._waiting[task] = self._waiting.get(task, 0) + 1
        try:
            return await asyncio.shield(task)
        finally:
            self._leave(key, task)

    async def _made(self, key: Hashable, make: Callable[[], Awaitable[T]]) -> T:
        return self._kept.put(key, await make())

    def _leave(self, key: Hashable, task: asyncio.Task[T]) -> None:
        self._waiting[task] -= 1
        if self._waiting[task]:
            return
        del self._waiting[task], self._tasks[key]
        if task.done() and not task.cancelled():
            task.exception()  # else it would be reported as lost
        task.cancel()
