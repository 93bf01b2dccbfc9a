"""A worker process that answers messages, and whose end is detected."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar, cast

from ..interrupts import ForkedArena
from ..starting import block_ctrl_c

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

PATIENCE = 5.0
"""Seconds allowed for a process to end by itself."""
LATE = 1
"""The exit code of a process that `time_limit` ends."""


def process_context() -> Any:
    """Return the way to start processes: never by a fork of the caller, which may have threads."""
    methods = multiprocessing.get_all_start_methods()
    return multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")


class Worker:
    """A process, as seen by its owner. It runs `target(connection, *args)`, which should call `serve`.

    `seconds` is the limit by which the target ends itself (`time_limit`).
    """

    def __init__(self, context: Any, target: Callable[..., None], *args: Any, seconds: float | None = None) -> None:
        self._seconds, self._sent = seconds, time.monotonic()
        self.connection, theirs = context.Pipe()
        self._process = context.Process(target=target, args=(theirs, *args), daemon=True)
        with block_ctrl_c():
            self._process.start()
        theirs.close()

    @property
    def sentinel(self) -> int:
        """Ready when the process has ended."""
        return cast("int", self._process.sentinel)

    def send(self, message: object) -> None:
        """Send a message to the process."""
        self._sent = time.monotonic()
        with contextlib.suppress(OSError):  # it has ended: reading reports it
            self.connection.send(message)

    def answer(self) -> tuple[str, Any] | None:
        """Return the process's answer; None if it ended."""
        try:
            _wait([self.connection, self.sentinel])
            if not self.connection.poll():
                return None
            return cast("tuple[str, Any]", self.connection.recv())
        except (EOFError, OSError):
            return None

    def exit_code(self) -> int | None:
        """Return the exit code of a process that has ended; negative if a signal ended it."""
        self._process.join(PATIENCE)
        return cast("int | None", self._process.exitcode)

    def ending(self) -> str:
        """Describe how it ended."""
        if self.is_late():
            return f"it took longer than {self._seconds:g} s"
        code = self.exit_code()
        if code is not None and code < 0:
            with contextlib.suppress(ValueError):
                return signal.Signals(-code).name
        return f"exit code {code}"

    def is_late(self) -> bool:
        """Return whether it ended because of its limit. The process must have ended."""
        if self._seconds is None or self.exit_code() != LATE:
            return False
        return time.monotonic() - self._sent >= self._seconds

    def dismiss(self) -> None:
        """Shut the process down, and wait for its end."""
        self.send(None)
        self.kill(PATIENCE)

    def stop(self) -> None:
        """Kill the process, whatever it is doing."""
        self._process.terminate()

    def disown(self) -> None:
        """Leave the process to the parent, in a forked child. `multiprocessing` would end it with the child."""
        self._process._popen.returncode = 0

    def kill(self, patience: float = 0.0) -> None:
        """Kill the process at once, or after `patience` seconds. It has ended when this returns."""
        if patience:
            self._process.join(patience)
        self._process.kill()
        self._process.join()
        self.connection.close()


_Some = TypeVar("_Some", bound=Worker)


def first_ready(workers: Sequence[_Some]) -> _Some:
    """Return a worker that has answered or ended."""
    by_handle: dict[Any, _Some] = {}
    for worker in workers:
        by_handle[worker.connection] = worker
        by_handle[worker.sentinel] = worker  # a child of it may hold its end of the pipe
    return by_handle[_wait(list(by_handle))[0]]


def end_all(workers: Sequence[Worker], is_here: bool) -> None:
    """End the workers that still run; in a forked child leave them alone."""
    if is_here:
        for worker in workers:
            worker.stop()
        for worker in workers:
            worker.kill(PATIENCE)
    else:
        for worker in workers:
            worker.disown()


def listen() -> None:
    """Prepare a worker process: it ignores Ctrl-C, which its owner handles, and ends when its owner does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):  # processes started by a bot receive it, as they would elsewhere
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    threading.Thread(target=_end_with_parent, daemon=True).start()


def serve(connection: Connection, answered: Callable[[Any], tuple[str, Any]]) -> None:
    """Answer messages until there are no more. Errors of `answered` are sent as `("error", traceback)`."""
    with contextlib.suppress(EOFError, OSError):
        while (message := connection.recv()) is not None:
            try:
                answer = answered(message)
            except ForkedArena:
                os._exit(1)  # the pipe is the parent's, and so is everything that a clean exit would write or close
            except Exception:  # noqa: BLE001  # shown where the results are read
                answer = ("error", traceback.format_exc())
            connection.send(answer)


def _wait(handles: Sequence[Any]) -> list[Any]:
    """Return those that are ready. Imported late, because a Python without processes (Pyodide) lacks the module."""
    from multiprocessing.connection import wait

    return wait(handles)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        _wait([parent.sentinel])
        os._exit(1)
