"""What viewers of a game see, as the text of a message: written once for all who see the same, and kept for a while."""

from __future__ import annotations

import sys

from . import telling
from .answers import Kept
from .table import Table

MOST = 32 << 20
"""Bytes of the texts that are kept."""


class Screens:
    """The texts of all games. Games are told apart by their numbers."""

    def __init__(self) -> None:
        self._kept = Kept[str](MOST, sys.getsizeof)

    def now(self, game: int, table: Table, viewer: int | None, seat: int | None) -> str:
        """The position, without events."""
        key = (game, viewer, seat, len(table.moves), len(table.notes))
        return self._kept.get(key) or self._kept.put(key, telling.written(telling.position(table, viewer, seat)))

    def earlier(self, game: int, table: Table, viewer: int | None, step: int) -> str:
        """What the viewer saw after one of its events."""
        newest = step == len(table.seen[viewer])
        key = (game, viewer, step, len(table.moves) if newest else None)
        return self._kept.get(key) or self._kept.put(key, telling.written(telling.earlier(table, viewer, step)))
