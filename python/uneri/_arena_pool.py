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
from typing import TYPE_CHECKING, NamedTuple, cast

from ._arena_play import Bench, Stopped, play_unit
from ._arena_schedule import Settings, Unit
from .bots import BotSpec
from .contract import Game

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

POOLS = ("processes", "threads")

_PATIENCE = 5.0  # seconds for a worker to end by itself


class Job(NamedTuple):
    """What a worker must know."""

    settings: Settings
    game: Game
    specs: tuple[BotSpec, ...]

    def bench(self) -> Bench:
        """Bots for one worker."""
        return Bench(self.specs, self.settings.timeout_ms)


def play_units(job: Job, units: Iterator[Unit], workers: int, pool: str) -> Generator[tuple[Unit, str]]:
    """Units with their lines as they are finished, in any order. Closing the iterator ends all workers at once."""
    if workers == 1:
        return _here(job, units)
    return _by_threads(job, units, workers) if pool == "threads" else _by_processes(job, units, workers)


def _here(job: Job, units: Iterator[Unit]) -> Generator[tuple[Unit, str]]:
    with job.bench() as bench:
        for unit in units:
            yield unit, play_unit(job.settings, job.game, bench, unit)


def _by_threads(job: Job, units: Iterator[Unit], workers: int) -> Generator[tuple[Unit, str]]:
    done: queue.SimpleQueue[tuple[Unit, str] | BaseException | None] = queue.SimpleQueue()
    lock, benches = threading.Lock(), [job.bench() for _ in range(workers)]

    def work(bench: Bench) -> None:
        with bench:
            try:
                while not bench.stopped:
                    with lock:
                        unit = next(units, None)
                    if unit is None:
                        break
                    done.put((unit, play_unit(job.settings, job.game, bench, unit)))
            except Stopped:
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
    methods = multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
    running: dict[Connection, tuple[BaseProcess, Unit]] = {}
    try:
        for _ in range(workers):
            unit = next(units, None)
            if unit is None:
                break
            ours, theirs = context.Pipe()
            process = context.Process(target=_work, args=(theirs, job), daemon=True)  # type: ignore[attr-defined]
            process.start()
            theirs.close()
            running[ours] = (process, unit)
            _send(ours, unit)
        while running:
            for connection in multiprocessing.connection.wait(list(running)):
                ours = cast("Connection", connection)
                process, unit = running[ours]
                text = _received(ours, process, unit)
                following = next(units, None)
                if following is None:
                    del running[ours]
                    _send(ours, None)
                    process.join(_PATIENCE)
                    process.kill()
                else:
                    running[ours] = (process, following)
                    _send(ours, following)
                yield unit, text
    finally:
        for process, _ in running.values():
            process.terminate()
        for process, _ in running.values():
            process.join(_PATIENCE)
            process.kill()
            process.join()


def _send(connection: Connection, unit: Unit | None) -> None:
    with contextlib.suppress(OSError):  # it has ended: reading tells
        connection.send(unit)


def _received(connection: Connection, process: BaseProcess, unit: Unit) -> str:
    try:
        kind, text = connection.recv()
    except (EOFError, OSError):
        process.join(_PATIENCE)
        message = (
            f"a worker process ended with exit code {process.exitcode} in deals {unit.first} to {unit.last - 1}; "
            "a bot that may do that can play as a program of its own (exec:COMMAND)"
        )
        raise ChildProcessError(message) from None
    if kind == "error":
        raise RuntimeError(f"a worker failed in deals {unit.first} to {unit.last - 1}:\n{text}")
    assert isinstance(text, str)
    return text


def _work(connection: Connection, job: Job) -> None:
    """A worker process: units come in, lines go out."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the arena's own process, which ends its workers
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with contextlib.suppress(EOFError, OSError), job.bench() as bench:
        while (unit := connection.recv()) is not None:
            try:
                answer = ("games", play_unit(job.settings, job.game, bench, unit))
            except Exception:  # noqa: BLE001  # shown where the results are read
                answer = ("error", traceback.format_exc())
            connection.send(answer)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(1)
