"""Runs one task, in the process that does it."""

from __future__ import annotations

import contextlib
import faulthandler
import pickle
import sys
import traceback
from collections.abc import Iterator
from typing import Any

from ..fork_guard import ForkedArena
from .task import Task, Work, enter_work, make_task_error

DONE, FAILED, DIED = "done", "failed", "died"


def run_task(work: Work, unit: Task, seconds: float | None) -> tuple[str, Any]:
    """Do a unit: return `DONE` and the result, `FAILED` and the error, or `DIED` and the reason for a retry."""
    try:
        with time_limit(seconds):
            return DONE, work(unit)
    except ForkedArena:  # this is a child: its parent answers
        raise
    except MemoryError:  # with fewer others running there may be enough
        return DIED, "out of memory"
    except Exception as error:  # noqa: BLE001  # raised where the results are read
        told = make_task_error(unit, error)
        told.add_note(traceback.format_exc())
        told.__cause__ = None
        try:
            pickle.loads(pickle.dumps(told))
        except Exception:  # noqa: BLE001
            told = RuntimeError(str(told))
        return FAILED, told


def run_task_alone(work: Work, unit: Task, seconds: float | None) -> tuple[str, Any]:
    """Run a task in a process that does no other."""
    with enter_work(work) as ready:
        return run_task(ready, unit, seconds)


@contextlib.contextmanager
def time_limit(seconds: float | None) -> Iterator[None]:
    """End this process if the block takes longer. A C thread does it, which needs no GIL."""
    if seconds is None:
        yield
        return
    faulthandler.dump_traceback_later(seconds, exit=True, file=sys.__stderr__ or sys.stderr)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()
