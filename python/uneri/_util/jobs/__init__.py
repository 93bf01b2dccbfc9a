"""Long work in units: run by processes or by Ray, stored in a folder, resumed after a stop.

    >>> from uneri._util.jobs import Processes, Task, make_content_id
    >>> squares = [Task(number, number, make_content_id(["square", number])) for number in range(3)]
    >>> sorted(result for _, result in Processes(1).run(lambda unit: unit.data**2, squares))
    [0, 1, 4]

A unit is a piece of work whose result depends on its data alone, so it doesn't matter which worker does it, when, or
how often. Unfinished units are redone after a crash.
"""

from __future__ import annotations

from ..public import publish
from .cluster import Ray
from .executor import Executor, executor_for, run_tasks
from .processes import Processes
from .storage import Storage
from .task import GivenUp, Task, WorkError, make_content_id

__all__ = [
    "Executor", "GivenUp", "Processes", "Ray", "Storage", "Task", "WorkError", "executor_for", "make_content_id",
    "run_tasks",
]  # fmt: skip

__dir__ = publish(globals())
