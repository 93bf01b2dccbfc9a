"""Records of games under way, on disk: one file a game, replaced by the whole of it now and then."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from uneri.arena.store import write_whole

from .table import Table

_SHARE = 30
"""A file is written again when so many times as long has passed as writing it took."""
_LEAST = 1.0
"""Seconds between two times."""


class Keeper:
    """The file of one game. A reader always finds a whole record: it is written beside its place and moved there."""

    def __init__(self, path: Path, table: Table) -> None:
        self.path, self._table = path, table
        self._written = -1  # moves
        self._next = 0.0

    @property
    def due(self) -> bool:
        """Whether there is something new, and the last time is long enough ago."""
        return self.behind and (time.monotonic() >= self._next or self._table.over)

    @property
    def behind(self) -> bool:
        """Whether there is something new."""
        return len(self._table.moves) != self._written

    def writing(self) -> Callable[[], None]:
        """What writes the record as it is now, in any thread. It raises OSError."""
        record, moves = self._table.record(), len(self._table.moves)

        def write() -> None:
            begun = time.monotonic()
            write_whole(self.path, record.to_bytes().decode("utf-8"))
            self._written = moves
            now = time.monotonic()
            self._next = now + max(_LEAST, _SHARE * (now - begun))

        return write
