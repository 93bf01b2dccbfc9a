"""Detects that this process is a fork of the one that started the work."""

from __future__ import annotations

import os


class ForkedArena(RuntimeError):
    """A bot or a progress function forked, and the child returned into the arena as well as its parent."""

    def __init__(self) -> None:
        super().__init__(
            "this child by fork is inside an arena that is its parent's; allowed: a new arena, or os._exit"
        )


class ForkGuard:
    """The process in which an arena is played. Its open files and its workers belong to this process alone."""

    def __init__(self) -> None:
        self._process = os.getpid()

    @property
    def is_here(self) -> bool:
        """Whether this is still the process."""
        return os.getpid() == self._process

    def check(self) -> None:
        """Raise ForkedArena in a child."""
        if not self.is_here:
            raise ForkedArena
