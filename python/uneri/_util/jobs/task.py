"""What a unit of work is."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Callable
from typing import Any, NamedTuple

TRIES = 4
"""How often a unit is begun before it is given up: its worker died each time."""


class Task(NamedTuple):
    """A piece of work. Its result depends on `data` alone."""

    number: int
    """Its place among the units of a run."""
    data: Any
    """What the work needs to know. It must pickle."""
    id: str
    """The content id of all that the result depends on."""

    @property
    def name(self) -> str:
        """What it is called in files and messages: `000012-8f3a...`."""
        return f"{self.number:06d}-{self.id}"


Work = Callable[[Task], Any]
"""Does a unit. It must pickle, unless one process does all. A work that is a context manager is entered once in a process."""


def enter_work(work: Work) -> contextlib.AbstractContextManager[Work]:
    """Enter a work that keeps something for a process."""
    kept: Any = work
    return kept if hasattr(kept, "__enter__") else contextlib.nullcontext(work)


class WorkError(RuntimeError):
    """A unit cannot be done: it raised an error, or its workers died again and again. The message names it."""


class GivenUp(WorkError):
    """The workers of a unit died again and again."""


def make_content_id(data: Any) -> str:
    """Name what some plain data stands for: the beginning of the SHA-256 of its canonical JSON, 16 hexadecimal digits."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def make_give_up_error(unit: Task, ending: str, seconds: float | None = None) -> GivenUp:
    """The error for a unit whose workers all died. `seconds` is what a unit may take."""
    limit = "" if seconds is None else f" (a unit may take {seconds:g} s)"
    return GivenUp(f"unit {unit.name} was begun {TRIES} times, and its worker died each time: {ending}{limit}")


def make_task_error(unit: Task, error: BaseException) -> BaseException:
    """What the caller is told of an error in a unit. A file that can't be written is told as it is."""
    if isinstance(error, OSError | WorkError):
        return error
    told = WorkError(f"unit {unit.name}: {type(error).__name__}: {error}")
    told.__cause__ = error
    return told
