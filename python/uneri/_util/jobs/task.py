"""The unit of work, and how it is run in the process that does it."""

from __future__ import annotations

import contextlib
import faulthandler
import hashlib
import json
import pickle
import sys
import traceback
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from ..interrupts import ForkedArena

TRIES = 4
"""How often a unit is started before the run gives up: its worker died each time."""


class Task(NamedTuple):
    """A piece of work. Its result depends on `data` alone."""

    number: int
    """Its index among the units of a run."""
    data: Any
    """The input of the work. It must pickle."""
    id: str
    """The content id of all inputs of the result."""

    @property
    def name(self) -> str:
        """Its name in files and messages: `000012-8f3a...`."""
        return f"{self.number:06d}-{self.id}"


Work = Callable[[Task], Any]
"""Does a unit. It must pickle, unless one process does all. A work that is a context manager is entered once per process."""


def enter_work(work: Work) -> contextlib.AbstractContextManager[Work]:
    """Enter the work's context: it may keep resources for a process."""
    kept: Any = work
    return kept if hasattr(kept, "__enter__") else contextlib.nullcontext(work)


class WorkError(RuntimeError):
    """A unit failed: it raised an error, or its workers kept dying. The message names it."""


class GivenUp(WorkError):
    """The workers of a unit kept dying."""


def make_content_id(data: Any) -> str:
    """Return an id for plain data: the first 16 hexadecimal digits of the SHA-256 of its canonical JSON."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def make_give_up_error(unit: Task, ending: str, seconds: float | None = None) -> GivenUp:
    """Return the error for a unit whose workers all died. `seconds` is the time limit of a unit."""
    limit = "" if seconds is None else f" (a unit may take {seconds:g} s)"
    return GivenUp(f"unit {unit.name} was started {TRIES} times, and its worker died each time: {ending}{limit}")


def make_task_error(unit: Task, error: BaseException) -> BaseException:
    """Return the error for the caller after an error in a unit. An unwritable file is reported unchanged."""
    if isinstance(error, OSError | WorkError):
        return error
    told = WorkError(f"unit {unit.name}: {type(error).__name__}: {error}")
    told.__cause__ = error
    return told


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
    """Run a task in a process of its own."""
    with enter_work(work) as ready:
        return run_task(ready, unit, seconds)


@contextlib.contextmanager
def time_limit(seconds: float | None) -> Iterator[None]:
    """End this process if the block takes longer. This is done by a C thread, which needs no GIL."""
    if seconds is None:
        yield
        return
    faulthandler.dump_traceback_later(seconds, exit=True, file=sys.__stderr__ or sys.stderr)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()
