"""Logs problems in one line per kind and minute, so that clients can't fill the disk."""

from __future__ import annotations

import contextlib
import logging
import sys
import time
import traceback
from collections.abc import Iterator
from typing import Final

from uneri._util.messages import cut, printable

_SECONDS: Final = 60.0
"""Between two lines of one kind."""


class _Brief(logging.Handler):
    """Writes a line instead of a traceback: the message, the exception, and its origin."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._last: dict[str, float] = {}
        self._more: dict[str, int] = {}
        """Lines of each kind that were left out since the last one."""

    def emit(self, record: logging.LogRecord) -> None:
        """Print the line, unless one of its kind was printed recently."""
        words = _words(record)
        kind = f"{record.name} {record.levelno} {record.msg}".partition("\n")[0]
        now = time.monotonic()
        if now - self._last.get(kind, -_SECONDS) < _SECONDS:
            self._more[kind] = self._more.get(kind, 0) + 1
            return
        self._last[kind] = now
        more = self._more.pop(kind, 0)
        print(f"uneri serve: {words}{f' ({more} more of this kind)' if more else ''}", file=sys.stderr, flush=True)


def _words(record: logging.LogRecord) -> str:
    words = record.getMessage().strip().partition("\n")[0]
    error = record.exc_info[1] if record.exc_info else None
    if error is None:
        return printable(cut(words))
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({frames[-1].filename}:{frames[-1].lineno})" if frames else ""
    return printable(cut(f"{words}: {type(error).__name__}: {error}")) + where


@contextlib.contextmanager
def make_brief_log() -> Iterator[None]:
    """Within the block, log the problems of the server, uvicorn and asyncio in such lines."""
    brief = _Brief()
    loggers = [logging.getLogger(name) for name in ("uvicorn", "asyncio", "uneri")]
    before = [logger.propagate for logger in loggers]
    for logger in loggers:
        logger.addHandler(brief)
        logger.propagate = False
    try:
        yield
    finally:
        for logger, propagate in zip(loggers, before, strict=True):
            logger.removeHandler(brief)
            logger.propagate = propagate
