"""Ctrl-C of the user, told from a KeyboardInterrupt that a bot raises itself."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Callable
from types import FrameType
from typing import Any, Self


class Interrupts:
    """Listens for SIGINT while it is entered, in front of the handler that is there.

    Python delivers signals to the main thread only: in any other, and in a worker process, which ignores SIGINT, a
    KeyboardInterrupt is never the user's. `pressed` stays true if a bot caught the exception.
    """

    def __init__(self) -> None:
        self.pressed = False
        self._before: Callable[[int, FrameType | None], Any] | None = None

    def _hear(self, number: int, frame: FrameType | None) -> None:
        self.pressed = True
        assert self._before is not None
        self._before(number, frame)  # raises KeyboardInterrupt, unless the program has another use for the signal
        self.pressed = False

    def __enter__(self) -> Self:
        before = signal.getsignal(signal.SIGINT)
        if callable(before):
            self._before = before
            with contextlib.suppress(ValueError):  # not the main thread
                signal.signal(signal.SIGINT, self._hear)
        return self

    def __exit__(self, *error: object) -> None:
        if self._before is not None:
            with contextlib.suppress(ValueError):
                signal.signal(signal.SIGINT, self._before)
