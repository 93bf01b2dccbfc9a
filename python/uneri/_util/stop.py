"""Lets one thread stop the work of another: it sets an event, which the work checks from time to time."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_here = threading.local()


class Stopped(BaseException):
    """Raised where work is no longer wanted. It isn't an Exception, so bots that catch those can't continue."""


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
