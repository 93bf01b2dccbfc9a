"""Who plays the work units: this thread, other threads, or other processes. The results are the same."""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from .._util import work
from .._util.home import ForkedArena, Home
from .._util.interrupts import Interrupts
from .._util.work import Executor
from .._util.work.attempt import time_limit
from .._util.work.unit import TRIES, WorkError
from .._util.work.worker import Worker, end_all, first_ready, listen, process_context, serve
from ..bots import BOTS, BotSpec, spec_text
from ..bots.bench import Bench, Stopped
from ..bots.errors import BotFailure, reason_text
from ..bots.place import Place, Verdicts
from ..bots.specs import BotMaker
from ..contract import Game
from .court import Court
from .play import play_unit, try_bots
from .schedule import Settings, Unit

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

POOLS = ("processes", "threads")

_TRY = "try"  # the message that asks for a first move of every bot
_ALL_CAN = "all can"  # its answer


class Job(NamedTuple):
    """What a worker must know."""

    settings: Settings
    game: Game
    specs: tuple[BotSpec, ...]
    keep_info: bool = False
    """What bots say of their moves is kept. It changes no move."""
    unit_seconds: float | None = None
    """A worker process that takes longer for a unit is ended, and the unit played again."""

    def bench(self, interrupts: Interrupts | None = None, place: Place | None = None) -> Bench:
        """Bots for one worker."""
        return Bench(self.specs, self.settings.timeout_ms, interrupts=interrupts, place=place)

    def name(self, index: int) -> str:
        """How a bot is called in the table."""
        return self.settings.bots[index]


def check_bots(job: Job, workers: int, pool: str) -> None:
    """Has every bot make a first move, where it is going to play. ValueError names one that can't, and why."""
    if (workers > 1 or job.unit_seconds is not None) and pool == "processes":
        context = process_context()
        worker = _Worker(context, job)
        try:
            worker.send(_TRY)
            found = worker.found()
        finally:
            worker.kill()
        if found is None:
            place = worker.place.get()
            if place is None:
                raise ChildProcessError(f"a worker process ended ({worker.ending()}) before the first game")
            found = place[1], BotFailure("crash", f"it {_ended_its(worker)}")
    else:
        with Interrupts() as interrupts, job.bench(interrupts) as bench:
            found = try_bots(job.settings.seed, job.game, job.specs, bench)
    if found != _ALL_CAN and found is not None:
        index, failure = found
        raise ValueError(f"bot {job.name(index)} cannot play: {reason_text(failure)}")


def may_end_its_process(spec: BotSpec) -> bool:
    """Is it code of others that runs in the worker itself? Programs have processes of their own."""
    return not isinstance(spec, str | BotMaker) or spec_text(spec).split(":")[0] not in {*BOTS, "exec"}


def play_on_cluster(job: Job, units: Iterator[Unit], cluster: Executor) -> Generator[tuple[Unit, str]]:
    """As `play_units`, by an executor whose workers are anywhere."""
    wrapped = (work.Unit(unit.number, unit, unit.id) for unit in units)
    with contextlib.closing(cluster.run(Away(job), wrapped)) as played:
        for unit, text in played:
            yield unit.data, text


@dataclass(frozen=True)
class Away:
    """The work of a unit far from the arena. A bot that may end its process gets one, and is judged there as here."""

    job: Job

    def __call__(self, unit: work.Unit) -> str:
        """The lines of the unit."""
        if any(map(may_end_its_process, self.job.specs)):
            ((_, text),) = _by_processes(self.job, iter([unit.data]), 1)
            return text
        with self.job.bench() as bench:
            return play_unit(self.job.settings, self.job.game, bench, unit.data, keep_info=self.job.keep_info)


def play_units(job: Job, units: Iterator[Unit], workers: int, pool: str) -> Generator[tuple[Unit, str]]:
    """Units with their lines as they are finished, in any order. Closing the iterator ends all workers at once."""
    if workers == 1 and job.unit_seconds is None:
        return _here(job, units)
    return _by_threads(job, units, workers) if pool == "threads" else _by_processes(job, units, workers)


def _here(job: Job, units: Iterator[Unit]) -> Generator[tuple[Unit, str]]:
    with Interrupts() as interrupts, job.bench(interrupts) as bench:
        for unit in units:
            yield unit, play_unit(job.settings, job.game, bench, unit, keep_info=job.keep_info)


def _by_threads(job: Job, units: Iterator[Unit], workers: int) -> Generator[tuple[Unit, str]]:
    done: queue.SimpleQueue[tuple[Unit, str] | BaseException | None] = queue.SimpleQueue()
    lock, benches = threading.Lock(), [job.bench() for _ in range(workers)]

    def work(bench: Bench) -> None:
        with bench:
            try:
                while not bench.stopped:
                    with lock:  # not by a child, which leaves play_unit in another way: who had the lock is not there
                        unit = next(units, None)
                    if unit is None:
                        break
                    done.put((unit, play_unit(job.settings, job.game, bench, unit, keep_info=job.keep_info)))
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


def _by_processes(job: Job, units: Iterator[Unit], workers: int) -> Generator[tuple[Unit, str]]:
    context, court, home = process_context(), Court(), Home()
    running: list[_Worker] = []
    try:
        for _ in range(workers):
            unit = next(units, None)
            if unit is None:
                break
            running.append(_Worker(context, job))
            running[-1].give(unit, {})
        while running:
            worker = first_ready(running)
            unit, text = worker.unit, worker.found()
            if text is None:  # it ended: another one plays the unit, without the call that ended it
                running.remove(worker)
                begun, late, place = worker.begun, worker.is_late(), worker.place.get()
                if late and begun >= TRIES:
                    raise _given_up(job, unit, worker)
                worker.kill()
                # Whose fault it is that time is up is nobody's to say: the unit is played again as it was.
                code, ending = worker.exit_code(), _ended_its(worker)
                verdicts = worker.verdicts if late else court.judge(unit, place, code, ending)
                running.append(_Worker(context, job))
                running[-1].give(unit, verdicts, begun if late else 0)
                continue
            following = next(units, None)
            if following is None:
                running.remove(worker)
                worker.dismiss()
            else:
                worker.give(following, {})
            yield unit, text
    finally:
        end_all(running, home.is_here)


def _given_up(job: Job, unit: Unit, worker: _Worker) -> WorkError:
    place = worker.place.get()
    bot = "" if place is None else f"; the bot on seat {place[2]} of game {place[1]} of deal {place[0]} was being asked"
    return WorkError(
        f"unit {work.Unit(unit.number, unit, unit.id).name} (deals {unit.first} to {unit.last - 1}) was begun {TRIES} times, "
        f"and each time it took longer than {job.unit_seconds:g} s{bot}"
    )


def _ended_its(worker: _Worker) -> str:
    return f"ended its worker process ({worker.ending()}); a program of its own (exec:COMMAND) may end as it likes"


class _Worker(Worker):
    """A process that plays units, as the arena sees it."""

    unit: Unit
    verdicts: Verdicts
    begun: int
    """How often the unit was begun by workers that took too long, and now."""

    def __init__(self, context: Any, job: Job) -> None:
        self.place = Place(context)
        super().__init__(context, _work, job, self.place, seconds=job.unit_seconds)

    def give(self, unit: Unit, verdicts: Verdicts, begun: int = 0) -> None:
        """Sends the next unit."""
        self.unit, self.verdicts, self.begun = unit, verdicts, begun + 1
        self.send((unit, verdicts))

    def found(self) -> Any:
        """The process's answer; None if it ended. RuntimeError if the fault is the arena's own."""
        answer = self.answer()
        if answer is None:
            return None
        kind, found = answer
        if kind == "error":
            raise RuntimeError(f"a worker failed:\n{found}")
        return found


def _work(connection: Connection, job: Job, place: Place) -> None:
    """A worker process: units come in, lines go out."""
    listen()
    with job.bench(place=place) as bench:

        def answered(message: Any) -> tuple[str, Any]:
            with time_limit(job.unit_seconds):
                if message == _TRY:
                    return "tried", try_bots(job.settings.seed, job.game, job.specs, bench) or _ALL_CAN
                unit, bench.verdicts = message
                return "games", play_unit(job.settings, job.game, bench, unit, keep_info=job.keep_info)

        serve(connection, answered)
