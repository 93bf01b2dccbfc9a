"""Runs units on a Ray cluster."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Generator, Iterable
from dataclasses import dataclass
from typing import Any

from ..libraries import import_extra
from .task import DIED, FAILED, TRIES, Task, Work, make_give_up_error, run_task_alone

_AHEAD = 2  # units handed out per processor: one runs, the next one waits
_LOOK_SECONDS = 5.0  # between two checks of the size of the cluster


@dataclass(frozen=True)
class Ray:
    """Runs units on a Ray cluster, one processor each. The nodes need this library and everything that the work
    imports.

    If the program has called `ray.init`, that cluster is used.
    """

    address: str | None = None
    """The address of the cluster, as for `ray.init`. None (default): a new one on this machine, which ends with the work."""
    jobs: int | None = None
    """Processors of a new cluster; None: all."""
    seconds: float | None = None
    """A worker that spends longer on a unit is killed, and the unit is retried. None (default): no limit."""

    def run(self, work: Work, units: Iterable[Task]) -> Generator[tuple[Task, Any]]:
        """Run as `Executor.run`; raise ImportError without Ray, ConnectionError if there is no such cluster."""
        ray = import_extra("ray", "a cluster needs Ray", "ray pyarrow")
        ours = not ray.is_initialized()
        if ours:
            _begin(ray, self.address, self.jobs)
        try:
            yield from self._run_tasks(ray, work, iter(units))
        finally:
            if ours:
                ray.shutdown()

    def _run_tasks(self, ray: Any, work: Work, units: Any) -> Generator[tuple[Task, Any]]:
        remote = ray.remote(num_cpus=1, max_retries=0)(run_task_alone)  # we count the tries, on any worker
        shared = ray.put(work)
        flying: dict[Any, tuple[Task, int]] = {}
        room, looked = 0, -_LOOK_SECONDS

        def start_task(unit: Task, begun: int) -> None:
            flying[remote.remote(shared, unit, self.seconds)] = (unit, begun + 1)

        try:
            while True:
                if time.monotonic() - looked >= _LOOK_SECONDS:  # nodes come and go
                    room, looked = _AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1))), time.monotonic()
                while len(flying) < room and (unit := next(units, None)) is not None:
                    start_task(unit, 0)
                if not flying:
                    return
                for done in ray.wait(list(flying), num_returns=1, timeout=_LOOK_SECONDS)[0]:
                    unit, begun = flying.pop(done)
                    kind, found = _receive(ray, done)
                    if kind == FAILED:
                        raise found
                    if kind != DIED:
                        yield unit, found
                    elif begun >= TRIES:
                        raise make_give_up_error(unit, found, self.seconds)
                    else:
                        start_task(unit, begun)
        finally:
            with contextlib.suppress(Exception):  # the cluster may be gone
                for left in flying:
                    ray.cancel(left, force=True)


def _receive(ray: Any, done: Any) -> tuple[str, Any]:
    """Return the answer of an attempt; `DIED` if its process or its node ended."""
    try:
        answer: tuple[str, Any] = ray.get(done)
    except ray.exceptions.RayTaskError as error:  # before or after the attempt: it cannot be read on that node
        return FAILED, RuntimeError(str(error))
    except ray.exceptions.RayError as error:
        return DIED, f"{type(error).__name__}: {str(error).strip().splitlines()[0]}"
    return answer


def _begin(ray: Any, address: str | None, jobs: int | None) -> None:
    """Connect to a cluster, or start one, whose workers print nothing here."""
    options: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    if address is None:
        ray.init(address="local", num_cpus=jobs, include_dashboard=False, **options)
        return
    try:
        ray.init(address=address, **options)
    except Exception as error:
        raise ConnectionError(f"no Ray cluster answers at {address}: {error}") from error
