"""Ctrl-C while the command line is loaded: it ends at once with 130, and prints no traceback.

A program that imports the library for itself keeps its own handlers: nothing here has an effect there.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Iterator

CODE = 130


def is_command() -> bool:
    """Is this process `uneri` or `python -m uneri`, or a worker of one?"""
    program = _program()
    if program == "-m":  # Python looks for the module, and hasn't found it yet
        words = sys.orig_argv
        return words[words.index("-m") + 1 :][:1] == ["uneri"] if "-m" in words else False
    place = program.replace(os.sep, "/").split("/")
    return place[-1] in ("uneri", "uneri.exe") or place[-2:] == ["uneri", "__main__.py"]


def _program() -> str:
    """The first of the process's words; an embedded Python may have none."""
    return sys.argv[0] if getattr(sys, "argv", None) else ""


def end_quietly() -> None:
    """From here on Ctrl-C ends the process at once, if it is the command line."""
    if is_command() and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        with contextlib.suppress(ValueError):  # not the main thread
            signal.signal(signal.SIGINT, _end)


def imported() -> None:
    """The library is imported. `python -m uneri` goes on with the command; a script may only have a name like ours."""
    if _program() != "-m":
        end_by_exception()


def end_by_exception() -> None:
    """From here on Ctrl-C raises KeyboardInterrupt again, as everywhere else."""
    if signal.getsignal(signal.SIGINT) is _end:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@contextlib.contextmanager
def held_back() -> Iterator[None]:
    """Ctrl-C waits until the block is over. A process that the command line starts there never hears it by itself.

    A program of one's own shares multiprocessing's server with us, and its workers may want to hear it.
    """
    if not is_command() or not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end(_number: int, _frame: object) -> None:
    os._exit(CODE)
