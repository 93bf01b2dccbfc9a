"""The players of an arena's units: this thread, other threads, or the job system's workers, with equal results."""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Generator, Iterator
from typing import Any, NamedTuple, Self

from .._util import jobs
from .._util.interrupts import ForkedArena, Interrupts
from .._util.jobs import Executor, GivenUp, Processes
from ..bots import BOTS, BotSpec, spec_text
from ..bots.lifecycle import BotPool, Stopped
from ..bots.players import BotFailure, format_reason
from ..bots.specs import BotMaker
from ..contract import Game
from .play import play_unit, try_bots
from .schedule import Settings, Unit

POOLS = ("processes", "threads")


class Job(NamedTuple):
    """The data for a worker."""

    settings: Settings
    game: Game
    specs: tuple[BotSpec, ...]
    keep_info: bool = False
    """Whether the bots' comments on their moves are kept. It changes no move."""
    unit_seconds: float | None = None
    """A worker process that takes longer for a unit is killed, and the unit played again."""

    def make_pool(self, interrupts: Interrupts | None = None) -> BotPool:
        """Make the bots of one worker."""
        return BotPool(self.specs, self.settings.timeout_ms, interrupts=interrupts)

    def play(self, pool: BotPool, unit: Unit) -> str:
        """Play the games of a unit."""
        return play_unit(self.settings, self.game, pool, unit, keep_info=self.keep_info)

    def try_bots(self, pool: BotPool) -> tuple[int, BotFailure] | None:
        """Have every bot make a first move. Return one that cannot, with the reason."""
        return try_bots(self.settings.seed, self.game, self.specs, pool)

    def make_give_up_error(self, error: GivenUp) -> GivenUp:
        """Name the bots that may have killed the workers of a unit: those whose code runs in the worker itself."""
        suspects = [self.settings.bots[i] for i, spec in enumerate(self.specs) if may_end_its_process(spec)]
        if not suspects:
            return error
        return GivenUp(
            f"{error}; a bot may have done that: {', '.join(suspects)}; a program (exec:COMMAND) may end freely"
        )


class Play:
    """The work of the job system: plays units, with the bots of one worker. Without a unit it tests the bots."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._pool: BotPool | None = None

    def __enter__(self) -> Self:
        self._pool = self._job.make_pool()
        return self

    def __exit__(self, *error: object) -> None:
        if self._pool is not None:
            self._pool.close()

    def __call__(self, unit: jobs.Task) -> Any:
        """Play the unit in `unit.data`."""
        assert self._pool is not None
        return self._job.try_bots(self._pool) if unit.data is None else self._job.play(self._pool, unit.data)


def check_bots(job: Job, *, apart: bool) -> None:
    """Have every bot make a first move, in another process if they play in one. The ValueError names a failure."""
    if apart:
        trial = Processes(1, job.unit_seconds, apart=True).run(Play(job), [jobs.Task(0, None, "trial")])
        try:
            ((_, found),) = trial
        except GivenUp as error:
            raise ValueError(f"no bot has made its first move: {job.make_give_up_error(error)}") from None
    else:
        with Interrupts() as interrupts, job.make_pool(interrupts) as pool:
            found = job.try_bots(pool)
    if found is not None:
        index, failure = found
        raise ValueError(f"bot {job.settings.bots[index]} cannot play: {format_reason(failure)}")


def may_end_its_process(spec: BotSpec) -> bool:
    """Return whether the bot is user code that runs in the worker itself. Programs have their own processes."""
    return not isinstance(spec, str | BotMaker) or spec_text(spec).split(":")[0] not in {*BOTS, "exec"}


def play_units(job: Job, units: Iterator[Unit], workers: int, pool: str) -> Generator[tuple[Unit, str]]:
    """Yield units with their lines as they are finished, in any order. Closing the iterator stops all workers at once."""
    if workers == 1 and job.unit_seconds is None:
        return _play_here(job, units)
    return (
        _play_by_threads(job, units, workers)
        if pool == "threads"
        else play_by(job, units, Processes(workers, job.unit_seconds))
    )


def play_by(job: Job, units: Iterator[Unit], executor: Executor) -> Generator[tuple[Unit, str]]:
    """Play like `play_units`, by the workers of an executor."""
    wrapped = (jobs.Task(unit.number, unit, unit.id) for unit in units)
    try:
        with contextlib.closing(executor.run(Play(job), wrapped)) as played:
            for unit, text in played:
                yield unit.data, text
    except GivenUp as error:
        raise job.make_give_up_error(error) from None


def _play_here(job: Job, units: Iterator[Unit]) -> Generator[tuple[Unit, str]]:
    with Interrupts() as interrupts, job.make_pool(interrupts) as pool:
        for unit in units:
            yield unit, job.play(pool, unit)


def _play_by_threads(job: Job, units: Iterator[Unit], workers: int) -> Generator[tuple[Unit, str]]:
    done: queue.SimpleQueue[tuple[Unit, str] | BaseException | None] = queue.SimpleQueue()
    lock, pools = threading.Lock(), [job.make_pool() for _ in range(workers)]

    def work(pool: BotPool) -> None:
        with pool:
            try:
                while not pool.stopped:
                    with lock:  # not in a child, which leaves play_unit in another way: the lock's holder is not there
                        unit = next(units, None)
                    if unit is None:
                        break
                    done.put((unit, job.play(pool, unit)))
            except (Stopped, ForkedArena):
                pass
            except BaseException as error:  # noqa: BLE001  # raised again where results are read
                done.put(error)
        done.put(None)

    threads = [threading.Thread(target=work, args=(pool,), daemon=True) for pool in pools]
    for thread in threads:
        thread.start()
    left = workers
    try:
        while left:
            found = done.get()
            if found is None:
                left -= 1
            elif isinstance(found, BaseException):
                raise found
            else:
                yield found
    finally:
        for pool in pools:
            pool.stopped = True
        for thread in threads:
            thread.join()
