"""Makes Ctrl-C end the command line at once, with 130 and no traceback, while it is loading.

Nothing here affects a program that imports the library: it keeps its own handlers.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Iterator

CODE = 130


def is_command() -> bool:
    """Return whether this process is `uneri` or `python -m uneri`, or a worker of one."""
    program = _program()
    if program == "-m":  # Python looks for the module, and hasn't found it yet
        words = sys.orig_argv
        return words[words.index("-m") + 1 :][:1] == ["uneri"] if "-m" in words else False
    place = program.replace(os.sep, "/").split("/")
    return place[-1] in ("uneri", "uneri.exe") or place[-2:] == ["uneri", "__main__.py"]


def _program() -> str:
    """Return the first of the process's arguments; an embedded Python may have none."""
    return sys.argv[0] if getattr(sys, "argv", None) else ""


def end_quietly() -> None:
    """Let Ctrl-C end the process at once from now on, if it is the command line."""
    if is_command() and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        with contextlib.suppress(ValueError):  # not the main thread
            signal.signal(signal.SIGINT, _end)


def finish_import() -> None:
    """Restore Ctrl-C after the import: a script may have the same name. `python -m uneri` loads more first."""
    if _program() != "-m":
        end_by_exception()


def is_loading() -> bool:
    """Return whether Ctrl-C ends the process at once."""
    return signal.getsignal(signal.SIGINT) is _end


def end_by_exception() -> None:
    """Let Ctrl-C raise KeyboardInterrupt again."""
    if is_loading():
        signal.signal(signal.SIGINT, signal.default_int_handler)


@contextlib.contextmanager
def block_ctrl_c() -> Iterator[None]:
    """Block Ctrl-C until the end of the block. Processes started in the block inherit that.

    Other programs share multiprocessing's fork server with the library, and their workers may want to receive Ctrl-C.
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
