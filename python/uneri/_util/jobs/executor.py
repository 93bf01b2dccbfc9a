"""Chooses the executor of units."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable
from typing import Any, Protocol, SupportsFloat, SupportsIndex

from ..._util.messages import brief
from ..checks import MOST_THREADS, bounded, number
from .cluster import Ray
from .processes import Processes
from .task import Task, Work


class Executor(Protocol):
    """Runs units. `Processes` and `Ray` are executors."""

    def run(self, work: Work, units: Iterable[Task]) -> Generator[tuple[Task, Any]]:
        """Yield each unit with its result, in the order in which they are finished. Closing the iterator ends all workers.

        Raise WorkError if a unit raises an error, or its workers keep dying; OSError if it cannot write its results.
        """


def executor_for(
    jobs: SupportsIndex = 1, ray: str | bool = False, unit_seconds: SupportsFloat | None = None
) -> Executor:
    """Choose an executor by the arguments that `uneri.perft`, the arena and `data.selfplay` have."""
    count = bounded(jobs, "jobs", 1, MOST_THREADS)
    seconds = None if unit_seconds is None else number(unit_seconds, "unit_seconds", 0.01, 1e7)
    if isinstance(ray, str) and ray:
        return Ray(ray, seconds=seconds)
    if not isinstance(ray, bool):
        raise TypeError(f"ray is {brief(ray)} ({type(ray).__name__}); allowed: an address, True, False")
    return Ray(os.environ.get("RAY_ADDRESS"), count, seconds) if ray else Processes(count, seconds)
