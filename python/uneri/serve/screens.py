"""Writes messages with viewers' positions, once for all who see the same, and caches them."""

from __future__ import annotations

import sys

from . import messages
from .answers import LruCache
from .table import Table

MOST = 32 << 20
"""Bytes of cached text."""


class Screens:
    """The messages of all games, by the numbers of the games."""

    def __init__(self) -> None:
        self._kept = LruCache[str](MOST, sys.getsizeof)

    def show_position(self, game: int, table: Table, viewer: int | None, seat: int | None, narrow: bool) -> str:
        """Return the position, without events."""
        key = (game, viewer, seat, narrow, len(table.moves), len(table.notes))
        return self._kept.get(key) or self._kept.put(
            key, messages.encode_message(messages.describe_position(table, viewer, seat, narrow))
        )

    def show_earlier(self, game: int, table: Table, viewer: int | None, step: int, narrow: bool) -> str:
        """Return the viewer's position after one of its events."""
        newest = step == len(table.seen[viewer])
        key = (game, viewer, step, narrow, len(table.moves) if newest else None)
        return self._kept.get(key) or self._kept.put(
            key, messages.encode_message(messages.describe_earlier(table, viewer, step, narrow))
        )
