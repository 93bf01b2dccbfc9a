"""Distinguishes the user's Ctrl-C from a KeyboardInterrupt raised by a bot, and handles other signals to end.

It also lets one thread stop the work of another, by an event that the work checks from time to time, and detects that
this process is a fork of the one that started the work.
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any, ParamSpec, Self, TypeVar

from .starting import is_loading


class Interrupts:
    """Handles SIGINT within a `with` block, before the existing handler.

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


_ENDINGS = ("SIGTERM", "SIGHUP", "SIGBREAK")
"""The signals of `kill` and a closed window, and the same on Windows."""


@contextlib.contextmanager
def catch_endings() -> Iterator[list[int]]:
    """Make signals to end do what Ctrl-C does, so that results are kept and locks released. Their numbers are added to
    the list.

    A signal that the caller handles or ignores (nohup) is left alone. After the first request all others are ignored, so
    that nothing interrupts the clean-up.
    """
    numbers = [number for name in _ENDINGS if (number := getattr(signal, name, None)) is not None]
    taken = [number for number in numbers if signal.getsignal(number) == signal.SIG_DFL]
    heard: list[int] = []
    home = os.getpid()

    def end(number: int, frame: FrameType | None) -> None:
        if os.getpid() != home or is_loading():  # a bot forked this child, or nothing was begun
            end_by(number)
        heard.append(number)
        _set(taken, signal.SIG_IGN)
        stop = signal.getsignal(signal.SIGINT)
        (stop if callable(stop) else signal.default_int_handler)(signal.SIGINT, frame)

    _set(taken, end)
    try:
        yield heard
    finally:
        _set(taken, signal.SIG_DFL)


def end_by(number: int) -> None:
    """End the process by a signal, so that its parent sees why it ended."""
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


def _set(numbers: list[int], handler: Any) -> None:
    with contextlib.suppress(ValueError, TypeError):  # not the main thread, or a handler that is not Python's
        for number in numbers:
            signal.signal(number, handler)


@contextlib.contextmanager
def hold_ctrl_c() -> Iterator[None]:
    """Ignore Ctrl-C and requests to end in the block, so that it writes everything."""
    before = signal.getsignal(signal.SIGINT)
    _set([signal.SIGINT], lambda *_: None)
    try:
        yield
    finally:
        _set([signal.SIGINT], before)


@contextlib.contextmanager
def hear_signals() -> Iterator[None]:
    """Wake a read in the block five times a second. Otherwise a signal that comes just before the read waits for its end."""
    number = getattr(signal, "SIGALRM", None)
    if (
        number is None
        or signal.getsignal(number) != signal.SIG_DFL
        or threading.current_thread() is not threading.main_thread()
    ):
        yield
        return
    signal.signal(number, lambda *_: None)
    signal.setitimer(signal.ITIMER_REAL, 0.2, 0.2)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(number, signal.SIG_DFL)


P = ParamSpec("P")
T = TypeVar("T")

_here = threading.local()


class Stopped(BaseException):
    """Raised when work is no longer wanted. It isn't an Exception, so bots that catch those can't continue."""


@contextlib.contextmanager
def stop_when_set(stop: threading.Event) -> Iterator[None]:
    """Make this thread raise Stopped in the block soon after `stop` is set."""
    _here.stop = stop
    try:
        yield
    finally:
        del _here.stop


def check_stop() -> None:
    """Raise Stopped if this thread's work is no longer wanted."""
    stop = getattr(_here, "stop", None)
    if stop is not None and stop.is_set():
        raise Stopped


def check_before(function: Callable[P, T]) -> Callable[P, T]:
    """Return the function with a call of `check_stop` before it, if anything can stop this thread."""
    if not hasattr(_here, "stop"):
        return function

    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        check_stop()
        return function(*args, **kwargs)

    return call


def tick() -> Callable[[float], None] | None:
    """Return what the core calls every 50 ms during a long call; None in a thread that nothing can stop."""
    return (lambda _share: check_stop()) if hasattr(_here, "stop") else None


class ForkedArena(RuntimeError):
    """A bot or a progress function forked, and the child returned into the arena as well as its parent."""

    def __init__(self) -> None:
        super().__init__("this forked child is inside its parent's arena; begin a new arena, or call os._exit")


class ForkGuard:
    """The process in which an arena is played. Its open files and its workers belong to this process alone."""

    def __init__(self) -> None:
        self._process = os.getpid()

    @property
    def is_here(self) -> bool:
        """Whether this is still that process."""
        return os.getpid() == self._process

    def check(self) -> None:
        """Raise ForkedArena in a child."""
        if not self.is_here:
            raise ForkedArena
