"""Measures several tasks alternately, so that changes in the machine's speed affect all alike."""

from __future__ import annotations

import importlib
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple


class Missing(Exception):
    """Raised if something that a task needs is not installed; the text names it."""


class Timed(NamedTuple):
    """The result of a task that measures its own time."""

    units: float
    seconds: float


Run = Callable[[], int | Timed]
"""Does some of the work, for at least some milliseconds. Returns the number of units."""


@dataclass(frozen=True)
class Work:
    """Something to measure."""

    name: str
    unit: str
    start: Callable[[], Run]
    """Makes the data. Raises Missing."""
    beside: str = ""
    """The work of ours that this one is compared with."""
    clock: Literal["cpu", "wall"] = "cpu"


def library(name: str) -> Any:
    """Import a module of a library that may be missing."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise Missing((error.name or name).partition(".")[0]) from error


def calls(functions: Sequence[Callable[[], object]], times: int = 1) -> Run:
    """Make a run that calls each function `times` times."""

    def run() -> int:
        for _ in range(times):
            for function in functions:
                function()
        return times * len(functions)

    return run


def listings(lists: Sequence[Callable[[], Sequence[int]]], times: int) -> Run:
    """Do the same for lists of actions: a unit is an action in a list."""
    run, listed = calls(lists, times), times * sum(len(actions()) for actions in lists)

    def count() -> int:
        run()
        return listed

    return count


SECONDS = 0.2
"""A run takes at least this much CPU time, or the clock's steps would show."""


@dataclass(frozen=True)
class Rates:
    """The units of a task per second: of CPU time of this process with all its threads, or of wall time."""

    work: Work
    runs: tuple[float, ...]
    cpu_seconds: float
    """The time of all runs that count."""

    @property
    def median(self) -> float:
        """The median of all runs."""
        return statistics.median(self.runs)

    def over(self, other: Rates) -> tuple[float, ...]:
        """Return how many times as fast it is as another task, run by run."""
        return tuple(a / b for a, b in zip(self.runs, other.runs, strict=True))


@dataclass(frozen=True)
class Measured:
    """The rates, and the tasks that could not be measured, by what was missing."""

    rates: list[Rates]
    missing: dict[str, list[str]]


def measure(
    works: Sequence[Work],
    runs: int,
    *,
    seconds: float | None = None,
    warm: bool = True,
    report: Callable[[float], object] | None = None,
) -> Measured:
    """Measure every task `runs` times, alternately; `warm`: after one run that isn't counted."""
    least = SECONDS if seconds is None else seconds
    started: list[tuple[Work, Run]] = []
    missing: dict[str, list[str]] = {}
    for work in works:
        try:
            started.append((work, work.start()))
        except Missing as error:
            missing.setdefault(str(error), []).append(work.name)
    found: list[list[float]] = [[] for _ in started]
    spent = [0.0] * len(started)
    turns = range(-1 if warm else 0, runs)
    for turn in turns:
        for index, (work, run) in enumerate(started):
            cpu = time.process_time()
            rate = _rate(run, work.clock == "wall", least if turn >= 0 else 0)
            if turn >= 0:
                found[index].append(rate)
                spent[index] += time.process_time() - cpu
            if report is not None:
                report(((turn - turns[0]) * len(started) + index + 1) / (len(turns) * len(started)))
    return Measured(
        [Rates(work, tuple(rates), cpu) for (work, _), rates, cpu in zip(started, found, spent, strict=True)], missing
    )


def _rate(run: Run, wall: bool, least: float) -> float:
    """Return the units per second."""
    clock = time.perf_counter if wall else time.process_time
    units, seconds = 0.0, 0.0
    while True:
        start = clock()
        done = run()
        spent = clock() - start
        timed = done if isinstance(done, Timed) else Timed(done, spent)
        units, seconds = units + timed.units, seconds + timed.seconds
        if seconds >= least:
            return units / max(seconds, 1e-9)
