"""Computes each answer once for all requests, and keeps the latest."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class LruCache(Generic[T]):
    """A cache that drops the least recently used values when the sizes of all exceed `most`."""

    def __init__(self, most: int, size: Callable[[T], int] = lambda _: 1) -> None:
        self._most, self._size = most, size
        self._values: dict[Hashable, T] = {}
        """In the order of their last use, the oldest first."""
        self._all = 0

    def get(self, key: Hashable) -> T | None:
        """Return the value of a key, or None."""
        value = self._values.pop(key, None)
        if value is not None:
            self._values[key] = value
        return value

    def put(self, key: Hashable, value: T) -> T:
        """Add the value of a new key, and return it."""
        self._values[key] = value
        self._all += self._size(value)
        while self._all > self._most:
            self._all -= self._size(self._values.pop(next(iter(self._values))))
        return value


class Answers(Generic[T]):
    """Answers that take a while. All requests for the same one wait for a single task, which is cancelled when nobody
    waits any more.
    """

    def __init__(self, most: int, size: Callable[[T], int] = lambda _: 1) -> None:
        self._kept = LruCache[T](most, size)
        self._tasks: dict[Hashable, asyncio.Task[T]] = {}
        self._waiting: dict[asyncio.Task[T], int] = {}

    async def get(self, key: Hashable, make: Callable[[], Awaitable[T]]) -> T:
        """Return the answer of a key, or raise the error of computing it."""
        found = self._kept.get(key)
        if found is not None:
            return found
        task = self._tasks.get(key)
        if task is None:
            task = self._tasks[key] = asyncio.create_task(self._make(key, make))
        self._waiting[task] = self._waiting.get(task, 0) + 1
        try:
            return await asyncio.shield(task)
        finally:
            self._leave(key, task)

    async def _make(self, key: Hashable, make: Callable[[], Awaitable[T]]) -> T:
        return self._kept.put(key, await make())

    def _leave(self, key: Hashable, task: asyncio.Task[T]) -> None:
        self._waiting[task] -= 1
        if self._waiting[task]:
            return
        del self._waiting[task], self._tasks[key]
        if task.done() and not task.cancelled():
            task.exception()  # otherwise asyncio reports it as never retrieved
        task.cancel()
