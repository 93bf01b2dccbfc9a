"""Runs units in processes of this machine."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..interrupts import ForkGuard
from .task import DIED, FAILED, TRIES, Task, Work, enter_work, make_give_up_error, make_task_error, run_task
from .worker import Worker, end_all, first_ready, listen, process_context, serve

if TYPE_CHECKING:
    from multiprocessing.connection import Connection


@dataclass(frozen=True)
class Processes:
    """Runs units in worker processes of this machine. One job without a limit runs in the caller's own process.

    Examples
    --------
    >>> from uneri._util.jobs import Processes, Task
    >>> list(Processes().run(lambda unit: unit.data + 1, [Task(0, 41, "")]))[0][1]
    42
    """

    jobs: int = 1
    """The number of processes."""
    seconds: float | None = None
    """A worker that spends longer on a unit is killed, and the unit is retried. None (default): no limit."""

    apart: bool = False
    """Whether the caller's own process does no units."""

    def run(self, work: Work, units: Iterable[Task]) -> Generator[tuple[Task, Any]]:
        """Run as `Executor.run`."""
        if self.jobs == 1 and self.seconds is None and not self.apart:
            return self._run_here(work, units)
        return self._run_elsewhere(work, iter(units))

    def _run_here(self, work: Work, units: Iterable[Task]) -> Generator[tuple[Task, Any]]:
        with enter_work(work) as ready:
            for unit in units:
                try:
                    result = ready(unit)
                except Exception as error:  # noqa: BLE001  # with the name of the unit
                    told = make_task_error(unit, error)
                    raise told from (None if told is error else error)
                yield unit, result

    def _run_elsewhere(self, work: Work, units: Any) -> Generator[tuple[Task, Any]]:
        context, home = process_context(), ForkGuard()
        running: list[_UnitWorker] = []
        again: list[tuple[Task, int]] = []  # units whose worker died, and how often they were started

        def take_next() -> tuple[Task, int] | None:
            if again:
                return again.pop()
            unit = next(units, None)
            return None if unit is None else (unit, 0)

        def hire() -> None:
            while len(running) < self.jobs and (found := take_next()) is not None:
                running.append(_UnitWorker(context, _work, work, self.seconds, seconds=self.seconds))
                running[-1].give(*found)

        try:
            hire()
            while running:
                worker = first_ready(running)
                unit, begun, answer = worker.unit, worker.begun, worker.answer()
                kind, found = answer if answer is not None else (DIED, worker.ending())
                if kind == FAILED:
                    assert isinstance(found, BaseException)
                    raise found
                if kind == DIED:
                    running.remove(worker)
                    worker.kill()
                    if begun >= TRIES:
                        raise make_give_up_error(unit, found)
                    again.append((unit, begun))
                    hire()
                    continue
                task = take_next()
                if task is None:
                    running.remove(worker)
                    worker.dismiss()
                else:
                    worker.give(*task)
                yield unit, found
        finally:
            end_all(running, home.is_here)


class _UnitWorker(Worker):
    unit: Task
    begun: int
    """How often the unit was started, this time included."""

    def give(self, unit: Task, begun: int) -> None:
        """Send a unit that was started `begun` times before."""
        self.unit, self.begun = unit, begun + 1
        self.send(unit)


def _work(connection: Connection, work: Work, seconds: float | None) -> None:
    """Run a worker process: units come in, results go out."""
    listen()
    with enter_work(work) as ready:
        serve(connection, lambda unit: run_task(ready, unit, seconds))
