"""The unit of work."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Callable
from typing import Any, NamedTuple

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
    """Enter a work that keeps resources for a process."""
    kept: Any = work
    return kept if hasattr(kept, "__enter__") else contextlib.nullcontext(work)


class WorkError(RuntimeError):
    """A unit failed: it raised an error, or its workers kept dying. The message names it."""


class GivenUp(WorkError):
    """The workers of a unit kept dying."""


def make_content_id(data: Any) -> str:
    """Name some plain data: the first 16 hexadecimal digits of the SHA-256 of its canonical JSON."""
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
