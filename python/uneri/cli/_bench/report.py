"""Prints a table of the measurements, and returns them as data."""

from __future__ import annotations

import contextlib
import os
import platform
import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import uneri

from .._output import format_rate, print_table, say
from .work import Measured, Rates

HEADER = ("work", "unit", "median", "least", "greatest", "each", "runs", "CPU s", "first over it")
"""The last column: how many times as fast the work is that this one is compared with."""


def machine() -> str:
    """Describe the machine."""
    return (
        f"Python {platform.python_version()}, {platform.system()} {platform.machine()}, "
        f"{processor()} with {os.cpu_count()} cores, uneri {uneri.__version__}"
    )


def processor() -> str:
    """Return the processor's name."""
    with contextlib.suppress(OSError):  # `platform` doesn't know it on Linux
        for line in Path("/proc/cpuinfo").read_bytes().decode("ascii", "replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or "unknown processor"


def show(found: Measured, against: str = "") -> None:
    """Print the table: every task, then those compared with it.

    `against` is the name, or part of the name, of the task with which all others are compared.
    """
    pairs = _pairs(found.rates, against)
    rows = []
    for rates in _side_by_side(found.rates):
        figures = (rates.median, min(rates.runs), max(rates.runs))
        ours = pairs.get(rates.work.name)
        name = f"  {rates.work.name}" if rates.work.beside else rates.work.name
        ratio = "" if ours is None else ratio_text(ours.over(rates))
        cells = (
            *map(format_rate, figures),
            duration(1 / rates.median),
            str(len(rates.runs)),
            f"{rates.cpu_seconds:.1f}",
        )
        clock = " by the clock" if rates.work.clock == "wall" else ""
        rows.append((name, rates.work.unit + clock, *cells, ratio))
    print_table(HEADER, rows)
    for name, works in found.missing.items():
        more = f" and {len(works) - 1} more" if len(works) > 1 else ""
        say(f"not installed: {name}. Not measured: {works[0]}{more}")


def as_data(found: Measured, against: str = "") -> dict[str, Any]:
    """Return the same as data, with every run."""
    pairs = _pairs(found.rates, against)
    rows: dict[str, dict[str, Any]] = {
        rates.work.name: {
            "work": rates.work.name,
            "unit": rates.work.unit,
            "clock": rates.work.clock,
            "median": rates.median,
            "least": min(rates.runs),
            "greatest": max(rates.runs),
            "runs": list(rates.runs),
            "cpu_seconds": rates.cpu_seconds,
            "beside": [],
        }
        for rates in found.rates
    }
    for rates in found.rates:
        ours = pairs.get(rates.work.name)
        if ours is not None:
            ratio = statistics.median(ours.over(rates))
            rows[ours.work.name]["beside"].append({"work": rates.work.name, "ratio": ratio})
    return {"works": list(rows.values()), "missing": found.missing}


def ratio_text(ratios: Sequence[float]) -> str:
    """Write `11.0x [10.2 .. 12.7]`."""
    return f"{statistics.median(ratios):.3g}x [{min(ratios):.3g} .. {max(ratios):.3g}]"


def duration(seconds: float) -> str:
    """Write 0.00123 as '1.23 ms'."""
    for factor, unit in ((1, "s"), (1e-3, "ms"), (1e-6, "us")):
        if seconds >= factor:
            return f"{seconds / factor:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def _pairs(found: Sequence[Rates], against: str) -> dict[str, Rates]:
    """Map the name of a task to the one with which it is compared."""
    by_name = {rates.work.name: rates for rates in found}
    if against:
        chosen = next((rates for rates in found if against in rates.work.name), None)
        return {} if chosen is None else {name: chosen for name in by_name if name != chosen.work.name}
    return {rates.work.name: by_name[rates.work.beside] for rates in found if rates.work.beside in by_name}


def _side_by_side(found: Sequence[Rates]) -> list[Rates]:
    """Order the tasks so that each is followed by those compared with it."""
    names = {rates.work.name for rates in found}
    rows: list[Rates] = []
    for rates in found:
        if rates.work.beside not in names:
            rows += [rates, *(other for other in found if other.work.beside == rates.work.name)]
    return rows
