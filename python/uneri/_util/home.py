"""The process in which something was begun, told from a child of it by fork: that comes back into the same calls."""

from __future__ import annotations

import os


class ForkedArena(RuntimeError):
    """A bot or a progress function forked, and the child came back into the arena as well as its parent."""

    def __init__(self) -> None:
        super().__init__(
            "this child by fork is inside an arena that is its parent's; allowed: a new arena, or os._exit"
        )


class Home:
    """Where an arena is played. What it has open, and who works for it, is for this process alone."""

    def __init__(self) -> None:
        self._process = os.getpid()

    @property
    def is_here(self) -> bool:
        """Is this still the process?"""
        return os.getpid() == self._process

    def check(self) -> None:
        """ForkedArena in a child."""
        if not self.is_here:
            raise ForkedArena
