"""A progress line on the terminal for work that takes more than a second; silent anywhere else."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import Self

Report = bool | Callable[[float], object] | None
"""None: a line on a terminal; False: nothing; True: a line wherever stderr goes; or a function of the share done."""

_QUIET_SECONDS = 1.0


def duration(seconds: float) -> str:
    """Write `42 s`; from 100 seconds on hours and minutes, `1:05 h`."""
    if seconds < 99.5:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes // 60}:{minutes % 60:02d} h"


class Progress:
    """Shows `label 42 % 12 s left` on stderr, rewriting the line, and clears it at the end.

    Called with the share of the work done so far, 0 to 1. Use as a context manager.
    """

    def __init__(self, label: str, report: Report = None) -> None:
        self._label = label
        self._report = report if callable(report) else None
        stream = sys.stderr
        self._shown = report is True or (report is None and stream is not None and stream.isatty())
        self._start = time.monotonic()
        self._width = 0

    @property
    def wanted(self) -> bool:
        """False if calling this would have no effect."""
        return self._shown or self._report is not None

    def __call__(self, done: float, note: str = "") -> None:
        """Report a share of the work as done."""
        if self._report is not None:
            self._report(done)
        if not self._shown:
            return
        spent = time.monotonic() - self._start
        if spent < _QUIET_SECONDS:
            return
        left = f"  {duration(spent / done - spent)} left" if 0.02 < done < 1 else ""
        self._write(f"{self._label}  {100 * done:3.0f} %{left}{'  ' + note if note else ''}")

    def _write(self, line: str) -> None:
        padded = line.ljust(self._width)
        self._width = len(line)
        with contextlib.suppress(OSError, ValueError):  # a terminal that went away must not stop the work
            sys.stderr.write("\r" + padded)
            sys.stderr.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._width:
            self._width += 2  # a terminal shows Ctrl-C as ^C after the line
            self._write("")
            with contextlib.suppress(OSError, ValueError):
                sys.stderr.write("\r")
                sys.stderr.flush()
