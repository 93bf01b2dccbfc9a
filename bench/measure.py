"""Timing two things in turn, so that a drift of the machine's speed hits both.

Every figure is a rate per CPU second of this process (user + system, all its threads), one number a run; what is
reported is the median with the least and the greatest, and the ratio run by run.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Rates:
    """Units of work per CPU second, one entry a run."""

    name: str
    unit: str
    runs: tuple[float, ...]

    @property
    def median(self) -> float:
        return statistics.median(self.runs)

    def __str__(self) -> str:
        low, high = min(self.runs), max(self.runs)
        return f"{self.name:<44} {human(self.median):>9} {self.unit}   [{human(low)} .. {human(high)}]"


def human(value: float) -> str:
    """1234567 -> '1.23 M'."""
    for factor, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= factor:
            return f"{value / factor:.3g} {letter}"
    return f"{value:.3g}  "


def rates(works: Sequence[tuple[str, str, Callable[[], int]]], runs: int) -> list[Rates]:
    """Runs every work `runs` times, in turn, after one run of each that is not counted.

    A work returns how many units it did; it should take some tenths of a second.
    """
    found: list[list[float]] = [[] for _ in works]
    for run in range(runs + 1):
        for index, (_, _, work) in enumerate(works):
            start = time.process_time()
            units = work()
            spent = time.process_time() - start
            if run > 0:
                found[index].append(units / spent)
    return [Rates(name, unit, tuple(values)) for (name, unit, _), values in zip(works, found, strict=True)]


def ratio(ours: Rates, theirs: Rates) -> str:
    """Ours over theirs, run by run."""
    pairs = sorted(a / b for a, b in zip(ours.runs, theirs.runs, strict=True))
    return f"{statistics.median(pairs):.2f}x [{pairs[0]:.2f} .. {pairs[-1]:.2f}]"
