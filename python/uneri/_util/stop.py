"""Work in a thread that another thread can end: whoever started it sets an event, and the work looks at it now and then."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_here = threading.local()


class Stopped(BaseException):
    """The work is not wanted any more. It is no Exception, so that no bot can carry on after it."""


@contextlib.contextmanager
def stoppable(stop: threading.Event) -> Iterator[None]:
    """Ends what this thread does in the block, soon after `stop` is set, by raising Stopped."""
    _here.stop = stop
    try:
        yield
    finally:
        del _here.stop


def check_stop() -> None:
    """Raises Stopped if this thread's work is not wanted any more."""
    stop = getattr(_here, "stop", None)
    if stop is not None and stop.is_set():
        raise Stopped


def checked(function: Callable[P, T]) -> Callable[P, T]:
    """The function, which first looks whether this thread's work is still wanted, if anything can stop it."""
    if not hasattr(_here, "stop"):
        return function

    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        check_stop()
        return function(*args, **kwargs)

    return call


def tick() -> Callable[[float], None] | None:
    """What the core shall call every 50 ms of a long call; None in a thread that nothing stops."""
    return (lambda _share: check_stop()) if hasattr(_here, "stop") else None
