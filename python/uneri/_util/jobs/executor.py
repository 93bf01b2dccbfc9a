"""Chooses the executor of units, and keeps their results as bytes, in memory or in a folder: those in the folder are not
computed again.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, SupportsFloat, SupportsIndex

from ..._util.messages import brief
from ..checks import MOST_THREADS, bounded, number
from .cluster import Ray
from .processes import Processes
from .storage import Storage
from .task import Task, Work


class Executor(Protocol):
    """Runs units. `Processes` and `Ray` are executors."""

    def run(self, work: Work, units: Iterable[Task]) -> Generator[tuple[Task, Any]]:
        """Yield each unit with its result, in the order in which they are finished. Closing the iterator stops all workers.

        Raise WorkError if a unit raises an error, or its workers keep dying; OSError if it cannot write its results.
        """


def executor_for(
    jobs: SupportsIndex = 1, ray: str | bool = False, unit_seconds: SupportsFloat | None = None
) -> Executor:
    """Choose an executor by the arguments that `uneri.perft`, the arena and `data.selfplay` share."""
    count = bounded(jobs, "jobs", 1, MOST_THREADS)
    seconds = None if unit_seconds is None else number(unit_seconds, "unit_seconds", 0.01, 1e7)
    if isinstance(ray, str) and ray:
        return Ray(ray, seconds=seconds)
    if not isinstance(ray, bool):
        raise TypeError(f"ray must be an address, True or False, not {brief(ray)} ({type(ray).__name__})")
    return Ray(os.environ.get("RAY_ADDRESS"), count, seconds) if ray else Processes(count, seconds)


FOLDER = "units"


def run_tasks(
    work: Callable[[Task], bytes],
    units: Sequence[Task],
    executor: Executor,
    out: str | os.PathLike[str] | None,
    report: Callable[[float], object],
) -> Iterator[bytes]:
    """Do units that return bytes, and return the results in the order of the units when all are done.

    Their ids name the files in `out`, a folder or an address, which the workers write themselves; runs with other
    settings may share it. Without `out` the results stay in memory.
    """
    if out is None:
        found: dict[int, bytes] = {}
        with contextlib.closing(executor.run(work, units)) as running:
            for unit, content in running:
                found[unit.number] = content
                report(len(found) / len(units))
        return (found.pop(unit.number) for unit in units)
    storage = Storage(out)
    there = set(storage.names(FOLDER))
    missing = [unit for unit in units if unit.name not in there]
    done = len(units) - len(missing)
    with contextlib.closing(executor.run(Keep(work, storage), missing)) as running:
        for _ in running:
            done += 1
            report(done / len(units))
    return (_read_kept(storage, unit) for unit in units)


def _read_kept(storage: Storage, unit: Task) -> bytes:
    content = storage.read(f"{FOLDER}/{unit.name}")
    if content is None:
        raise FileNotFoundError(f"{storage}/{FOLDER}/{unit.name} is gone")
    return content


@dataclass(frozen=True)
class Keep:
    """Does a unit and writes its file; the main program gets only the number of bytes."""

    work: Callable[[Task], bytes]
    storage: Storage

    def __call__(self, unit: Task) -> int:
        """Return the unit's bytes."""
        content = self.work(unit)
        self.storage.write(f"{FOLDER}/{unit.name}", content)
        return len(content)
