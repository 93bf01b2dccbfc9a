"""Who plays the work units: this thread, other threads, or other processes. The results are the same."""

from __future__ import annotations

import contextlib
import multiprocessing
import multiprocessing.connection
import os
import queue
import signal
import threading
import traceback
from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from .._util.home import ForkedArena, Home
from .._util.interrupts import Interrupts
from ..bots import BotSpec
from ..bots.bench import Bench, Stopped
from ..bots.errors import BotFailure, reason_text
from ..bots.place import Place, Verdicts
from ..contract import Game
from .court import Court
from .play import play_unit, try_bots
from .schedule import Settings, Unit

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

POOLS = ("processes", "threads")

_PATIENCE = 5.0  # seconds for a worker to end by itself
_TRY = "try"  # the message that asks for a first move of every bot
_ALL_CAN = "all can"  # its answer


class Job(NamedTuple):
    """What a worker must know."""

    settings: Settings
    game: Game
    specs: tuple[BotSpec, ...]
    keep_info: bool = False
    """What bots say of their moves is kept. It changes no move."""

    def bench(self, interrupts: Interrupts | None = None, place: Place | None = None) -> Bench:
        """Bots for one worker."""
        return Bench(self.specs, self.settings.timeout_ms, interrupts=interrupts, place=place)

    def name(self, index: int) -> str:
        """How a bot is called in the table."""
        return self.settings.bots[index]


def check_bots(job: Job, workers: int, pool: str) -> None:
    """Has every bot make a first move, where it is going to play. ValueError names one that can't, and why."""
    if workers > 1 and pool == "processes":
        context = _context()
        worker = _Worker(context, job)
        try:
            worker.send(_TRY)
            found = worker.answer()
        finally:
            worker.kill()
        if found is None:
            place = worker.place.get()
            if place is None:
                raise ChildProcessError(f"a worker process ended ({worker.ending()}) before the first game")
            found = place[1], BotFailure("crash", f"it {_ended_its(worker)}")
    else:
        with Interrupts() as interrupts, job.bench(interrupts) as bench:
            found = try_bots(job.settings, job.game, job.specs, bench)
    if found != _ALL_CAN and found is not None:
        index, failure = found
        raise ValueError(f"bot {job.name(index)} cannot play: {reason_text(failure)}")


def play_units(job: Job, units: Iterator[Unit], workers: int, pool: str) -> Generator[tuple[Unit, str]]:
    """Units with their lines as they are finished, in any order. Closing the iterator ends all workers at once."""
    if workers == 1:
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
    context, court, home = _context(), Court(), Home()
    running: list[_Worker] = []
    try:
        for _ in range(workers):
            unit = next(units, None)
            if unit is None:
                break
            running.append(_Worker(context, job))
            running[-1].give(unit, {})
        while running:
            worker = _first_ready(running)
            unit, text = worker.unit, worker.answer()
            if text is None:  # it ended: another one plays the unit, without the call that ended it
                running.remove(worker)
                worker.kill()
                verdicts = court.judge(unit, worker.place.get(), worker.exit_code(), _ended_its(worker))
                running.append(_Worker(context, job))
                running[-1].give(unit, verdicts)
                continue
            following = next(units, None)
            if following is None:
                running.remove(worker)
                worker.dismiss()
            else:
                worker.give(following, {})
            yield unit, text
    finally:
        if home.is_here:
            for worker in running:
                worker.stop()
            for worker in running:
                worker.kill(_PATIENCE)
        else:
            for worker in running:
                worker.disown()


def _context() -> Any:
    methods = multiprocessing.get_all_start_methods()
    return multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")


def _first_ready(workers: list[_Worker]) -> _Worker:
    """A worker that has answered, or has ended."""
    by_handle: dict[Any, _Worker] = {}
    for worker in workers:
        by_handle[worker.connection] = worker
        by_handle[worker.sentinel] = worker  # a child of it may hold its end of the pipe
    return by_handle[multiprocessing.connection.wait(list(by_handle))[0]]


def _ended_its(worker: _Worker) -> str:
    return f"ended its worker process ({worker.ending()}); a program of its own (exec:COMMAND) may end as it likes"


class _Worker:
    """A process that plays units, as the arena sees it."""

    unit: Unit

    def __init__(self, context: Any, job: Job) -> None:
        self.connection, theirs = context.Pipe()
        self.place = Place(context)
        self._process = context.Process(target=_work, args=(theirs, job, self.place), daemon=True)
        self._process.start()
        theirs.close()

    @property
    def sentinel(self) -> int:
        """Ready when the process has ended."""
        return cast("int", self._process.sentinel)

    def give(self, unit: Unit, verdicts: Verdicts) -> None:
        """Sends the next unit."""
        self.unit = unit
        self.send((unit, verdicts))

    def send(self, message: object) -> None:
        """Sends a message to the process."""
        with contextlib.suppress(OSError):  # it has ended: reading tells
            self.connection.send(message)

    def answer(self) -> Any:
        """The process's answer; None if it ended. RuntimeError if the fault is the arena's own."""
        try:
            multiprocessing.connection.wait([self.connection, self.sentinel])
            if not self.connection.poll():
                return None
            kind, found = self.connection.recv()
        except (EOFError, OSError):
            return None
        if kind == "error":
            raise RuntimeError(f"a worker failed:\n{found}")
        return found

    def exit_code(self) -> int | None:
        """The exit code of a process that has ended; negative if a signal ended it."""
        self._process.join(_PATIENCE)
        return cast("int | None", self._process.exitcode)

    def ending(self) -> str:
        """How it ended, in words."""
        code = self.exit_code()
        if code is not None and code < 0:
            with contextlib.suppress(ValueError):
                return signal.Signals(-code).name
        return f"exit code {code}"

    def dismiss(self) -> None:
        """Tells the process that there is no more work, and waits for its end."""
        self.send(None)
        self.kill(_PATIENCE)

    def stop(self) -> None:
        """Ends the process, whatever it is doing."""
        self._process.terminate()

    def disown(self) -> None:
        """In a child by fork: the process is the parent's. `multiprocessing` would end it with the child."""
        self._process._popen.returncode = 0

    def kill(self, patience: float = 0.0) -> None:
        """Ends the process at once, or after `patience` seconds. It has ended when this returns."""
        if patience:
            self._process.join(patience)
        self._process.kill()
        self._process.join()
        self.connection.close()


def _work(connection: Connection, job: Job, place: Place) -> None:
    """A worker process: units come in, lines go out."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the arena's own process, which ends its workers
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with contextlib.suppress(EOFError, OSError), job.bench(place=place) as bench:
        while (message := connection.recv()) is not None:
            try:
                answer: tuple[str, Any]
                if message == _TRY:
                    answer = ("tried", try_bots(job.settings, job.game, job.specs, bench) or _ALL_CAN)
                else:
                    unit, bench.verdicts = message
                    answer = ("games", play_unit(job.settings, job.game, bench, unit, keep_info=job.keep_info))
            except ForkedArena:
                os._exit(1)  # the pipe is the parent's, and so is all that an orderly end would write or close
            except Exception:  # noqa: BLE001  # shown where the results are read
                answer = ("error", traceback.format_exc())
            connection.send(answer)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(1)
