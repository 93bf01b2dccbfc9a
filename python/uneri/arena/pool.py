"""The players of an arena's units: this thread, other threads, or the job system's workers, with equal results."""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Generator, Iterator
from typing import Any, NamedTuple, Self

from .._util import work
from .._util.home import ForkedArena
from .._util.interrupts import Interrupts
from .._util.work import Executor, GivenUp, Processes
from ..bots import BOTS, BotSpec, spec_text
from ..bots.bench import Bench, Stopped
from ..bots.errors import BotFailure, reason_text
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

    def bench(self, interrupts: Interrupts | None = None) -> Bench:
        """Make the bots of one worker."""
        return Bench(self.specs, self.settings.timeout_ms, interrupts=interrupts)

    def play(self, bench: Bench, unit: Unit) -> str:
        """Play the games of a unit."""
        return play_unit(self.settings, self.game, bench, unit, keep_info=self.keep_info)

    def try_bots(self, bench: Bench) -> tuple[int, BotFailure] | None:
        """Have every bot make a first move. Return one that cannot, with the reason."""
        return try_bots(self.settings.seed, self.game, self.specs, bench)

    def given_up(self, error: GivenUp) -> GivenUp:
        """Name the bots that may have ended the workers of a unit: those whose code runs in the worker itself."""
        suspects = [self.settings.bots[i] for i, spec in enumerate(self.specs) if may_end_its_process(spec)]
        if not suspects:
            return error
        return GivenUp(
            f"{error}; a bot may have done that: {', '.join(suspects)}; a program (exec:COMMAND) may end freely"
        )


class Play:
    """The work of the job system: plays units, with the bots of one worker. Without a unit it tries the bots."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._bench: Bench | None = None

    def __enter__(self) -> Self:
        self._bench = self._job.bench()
        return self

    def __exit__(self, *error: object) -> None:
        if self._bench is not None:
            self._bench.close()

    def __call__(self, unit: work.Unit) -> Any:
        """Play the unit in `unit.data`."""
        assert self._bench is not None
        return self._job.try_bots(self._bench) if unit.data is None else self._job.play(self._bench, unit.data)


def check_bots(job: Job, *, apart: bool) -> None:
    """Have every bot make a first move, in another process if they play in one. The ValueError names a failure."""
    if apart:
        trial = Processes(1, job.unit_seconds, apart=True).run(Play(job), [work.Unit(0, None, "trial")])
        try:
            ((_, found),) = trial
        except GivenUp as error:
            raise ValueError(f"no bot has made its first move: {job.given_up(error)}") from None
    else:
        with Interrupts() as interrupts, job.bench(interrupts) as bench:
            found = job.try_bots(bench)
    if found is not None:
        index, failure = found
        raise ValueError(f"bot {job.settings.bots[index]} cannot play: {reason_text(failure)}")


def may_end_its_process(spec: BotSpec) -> bool:
    """Return whether it is user code that runs in the worker itself. Programs have their own processes."""
    return not isinstance(spec, str | BotMaker) or spec_text(spec).split(":")[0] not in {*BOTS, "exec"}


def play_units(job: Job, units: Iterator[Unit], workers: int, pool: str) -> Generator[tuple[Unit, str]]:
    """Yield units with their lines as they are finished, in any order. Closing the iterator ends all workers at once."""
    if workers == 1 and job.unit_seconds is None:
        return _here(job, units)
    return (
        _by_threads(job, units, workers)
        if pool == "threads"
        else play_by(job, units, Processes(workers, job.unit_seconds))
    )


def play_by(job: Job, units: Iterator[Unit], executor: Executor) -> Generator[tuple[Unit, str]]:
    """Play like `play_units`, by the workers of an executor."""
    wrapped = (work.Unit(unit.number, unit, unit.id) for unit in units)
    try:
        with contextlib.closing(executor.run(Play(job), wrapped)) as played:
            for unit, text in played:
                yield unit.data, text
    except GivenUp as error:
        raise job.given_up(error) from None


def _here(job: Job, units: Iterator[Unit]) -> Generator[tuple[Unit, str]]:
    with Interrupts() as interrupts, job.bench(interrupts) as bench:
        for unit in units:
            yield unit, job.play(bench, unit)


def _by_threads(job: Job, units: Iterator[Unit], workers: int) -> Generator[tuple[Unit, str]]:
    done: queue.SimpleQueue[tuple[Unit, str] | BaseException | None] = queue.SimpleQueue()
    lock, benches = threading.Lock(), [job.bench() for _ in range(workers)]

    def work(bench: Bench) -> None:
        with bench:
            try:
                while not bench.stopped:
                    with lock:  # not in a child, which leaves play_unit in another way: the lock's holder is not there
                        unit = next(units, None)
                    if unit is None:
                        break
                    done.put((unit, job.play(bench, unit)))
            except (Stopped, ForkedArena):
                pass
            except BaseException as error:  # noqa: BLE001  # raised again where results are read
                done.put(error)
        done.put(None)

    threads = [threading.Thread(target=work, args=(bench,), daemon=True) for bench in benches]
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
        for bench in benches:
            bench.stopped = True
        for thread in threads:
            thread.join()
